"""``numpy.linalg``: the shapes of `jax.numpy.linalg`, with NumPy's own parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..values import ArrayValue, Items, UnclearError, Value
from .linear_algebra import LINEAR_ALGEBRA
from .norms import NORMS

_FORMS: Final[Mapping[str, str]] = {
    "inv": "a",
    "det": "a",
    "slogdet": "a",
    "eigvals": "a",
    "eig": "a",
    "pinv": "a, rcond=None, hermitian=False, *, rtol=None",
    "svd": "a, full_matrices=True, compute_uv=True, hermitian=False",
    "qr": "a, mode='reduced'",
    "solve": "a, b",
    "matrix_power": "a, n",
}
_OPEN: Final = frozenset(("eig", "eigvals", "solve"))
"""Functions whose dtype depends on the numbers, or is another beside whole numbers."""


def _in_numpy(name: str, rule: Rule) -> Rule:
    """Return the rule of a function of NumPy, whose dtype is known of floating matrices alone."""

    def numpy_rule(call: Call) -> Value:
        if not isinstance(call.values["a"], ArrayValue):
            raise UnclearError
        made = rule(call)
        return _without_dtype(made) if name in _OPEN else made

    return numpy_rule


def _without_dtype(made: Value) -> Value:
    if isinstance(made, Items):
        return Items(tuple(map(_without_dtype, made.items)))
    return ArrayValue(made.shape, None, False, "numpy") if isinstance(made, ArrayValue) else made


NUMPY_LINEAR_ALGEBRA: Final[Mapping[str, tuple[str, Rule]]] = {
    **{name: (form, _in_numpy(name, LINEAR_ALGEBRA[name][1])) for name, form in _FORMS.items()},
    "norm": ("x, ord=None, axis=None, keepdims=False", NORMS["norm"][1]),
}
"""Functions of `numpy.linalg`, each with its signature."""
