"""``jax.scipy.special``: functions of several arrays that broadcast, and those that give more than one array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of
from ..promotion import promoted_arrays
from ..values import NONE, ArrayValue, Items, Text, UnclearError, Value


def _broadcasting(form: str) -> tuple[str, Rule]:
    """Return the signature and the rule of a function whose arguments broadcast."""
    names = [name.strip() for name in form.split(",")]
    return form, lambda call: together(call, names)


def together(call: Call, names: Sequence[str]) -> ArrayValue:
    """Return what arrays broadcast to; some versions of JAX take lists and None too."""
    if any(isinstance(call.values[name], Items | Text) or call.values[name] is NONE for name in names):
        raise UnclearError
    arrays = [call.array(name) for name in names]
    shape = broadcast(*(array.shape for array in arrays))
    dtype, _ = promoted_arrays(arrays)
    is_kept = all(array.dtype == dtype for array in arrays) and kind_of(dtype) == "float"
    return call.result(shape, dtype if is_kept else None, None)


def _pair(call: Call) -> Value:
    made = call.array("x")
    return Items((call.result(made.shape, None, None),) * 2)


BROADCASTING: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(("loggamma", "spence", "expi", "exp1", "dawsn", "erfcx"), _broadcasting("x")),
    **dict.fromkeys(("boxcox", "boxcox1p"), _broadcasting("x, lmbda")),
    **dict.fromkeys(("polygamma", "expn"), _broadcasting("n, x")),
    "poch": _broadcasting("z, m"),
    "betainc": _broadcasting("a, b, x"),
    "hyp1f1": _broadcasting("a, b, x"),
    "hyp2f1": _broadcasting("a, b, c, x"),
    **dict.fromkeys(("fresnel", "sici"), ("x", _pair)),
}
"""Functions of `jax.scipy.special`, each with its signature."""
