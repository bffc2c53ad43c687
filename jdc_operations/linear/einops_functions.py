"""`einops.rearrange`, `einops.reduce`, `einops.repeat` and `einops.einsum` on arrays of JAX."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import kind_of
from ..values import ArrayValue, Dim, Items, MistakeError, Scalar, Text, UnclearError, Value
from .einops_patterns import Side, put_together, sides, taken_apart
from .einsum import einsum_shape


def _array(call: Call) -> ArrayValue:
    """Return the tensor; give up for a list of them and for an array of another library."""
    given = call.values["tensor"]
    if not isinstance(given, ArrayValue) or given.library != "jax":
        raise UnclearError
    return given


def _sizes(call: Call) -> Mapping[str, Dim]:
    """Return the sizes of names that are given by keyword."""
    found: dict[str, Dim] = {}
    given = call.values["axes_lengths"]
    for pair in given.items if isinstance(given, Items) else ():
        name, size = pair.items if isinstance(pair, Items) else (None, None)
        if not isinstance(name, Text) or name.value is None or not isinstance(size, Scalar) or size.kind != "int":
            raise UnclearError
        found[name.value] = size.value if not isinstance(size.value, bool | float | complex) else None
    return found


def _applied(call: Call, *, adds: bool, drops: bool) -> Value:
    """Return the array with the axes of the right side, which may have more names than the left, or fewer."""
    pattern, array = call.text("pattern"), _array(call)
    if pattern is None:
        raise UnclearError
    (left, right), said = sides(pattern), _sizes(call)
    _check_names(call, (left, right), said, adds=adds, drops=drops)
    if array.shape is None:
        raise UnclearError
    sizes, dots = taken_apart(pattern, left, array.shape, said)
    if left.behind is not None and right.behind is None:
        dots = ()
    return call.result(put_together(right, sizes, dots), array.dtype, None)


def _check_names(call: Call, both: tuple[Side, Side], said: Mapping[str, Dim], *, adds: bool, drops: bool) -> None:
    """Raise a MistakeError where one side has names that the other does not have."""
    (left, right), pattern = both, call.text("pattern")
    missing = [name for name in left.names if name not in right.names]
    extra = [name for name in right.names if name not in left.names]
    has_numbers = any(name.isdigit() and name != "1" for side in both for axis in side.axes for name in axis)
    dots_differ = (left.behind is None) is not (right.behind is None)
    if has_numbers and not (adds or drops):
        raise UnclearError
    if dots_differ and (not drops or left.behind is None):
        raise UnclearError
    if any(name not in (*left.names, *right.names) for name in said):
        raise UnclearError
    if missing and not drops:
        raise MistakeError(f"einops.{call.name} {pattern!r}: {missing[0]!r} is not on the right")
    if extra and not adds:
        raise MistakeError(f"einops.{call.name} {pattern!r}: {extra[0]!r} is not on the left")
    if any(name not in said for name in extra):
        raise MistakeError(f"einops.{call.name} {pattern!r}: nobody says how large the new axes are")


def _rearrange(call: Call) -> Value:
    return _applied(call, adds=False, drops=False)


def _repeat(call: Call) -> Value:
    return _applied(call, adds=True, drops=False)


def _reduce(call: Call) -> Value:
    if call.text("reduction") not in ("min", "max", "sum", "mean", "prod"):
        raise UnclearError
    if kind_of(_array(call).dtype) != "float":
        raise UnclearError
    return _applied(call, adds=False, drops=True)


def _einsum(call: Call) -> Value:
    """``einsum(a, b, "i j, j k -> i k")``: names in the place of letters, and the pattern at the end."""
    given = call.values["tensors_and_pattern"]
    *tensors, pattern = given.items if isinstance(given, Items) and given.items else (None,)
    arrays = [each for each in tensors if isinstance(each, ArrayValue) and each.library == "jax"]
    if not isinstance(pattern, Text) or pattern.value is None or len(arrays) < len(tensors) or not arrays:
        raise UnclearError
    subscripts = _in_letters(pattern.value)
    shape = einsum_shape(subscripts, [each.shape for each in arrays])
    dtypes = {each.dtype for each in arrays}
    dtype = dtypes.pop() if len(dtypes) == 1 else None
    return call.result(shape, dtype if kind_of(dtype) == "float" else None, None)


def _in_letters(pattern: str) -> str:
    inputs, arrow, output = pattern.partition("->")
    terms: Sequence[str] = (*inputs.split(","), output)
    names = list(dict.fromkeys(name for term in terms for name in term.split() if name != "..."))
    if not arrow or len(names) > len(string.ascii_letters) or not all(map(str.isidentifier, names)):
        raise UnclearError
    letters = dict(zip(names, string.ascii_letters, strict=False))
    *first, last = ("".join(letters.get(name, name) for name in term.split()) for term in terms)
    return f"{','.join(first)}->{last}"


EINOPS: Final[Mapping[str, tuple[str, Rule]]] = {
    "rearrange": ("tensor, pattern, **axes_lengths", _rearrange),
    "repeat": ("tensor, pattern, **axes_lengths", _repeat),
    "reduce": ("tensor, pattern, reduction, **axes_lengths", _reduce),
    "einsum": ("*tensors_and_pattern", _einsum),
}
"""Functions of `einops`, each with its signature."""
