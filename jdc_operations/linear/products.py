"""Products: ``matmul``, ``dot``, ``einsum``, ``tensordot`` and their kin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..promotion import promoted_arrays
from ..sizes import added, differ, multiplied, never_equal, normal_axes, normal_axis
from ..values import NONE, ArrayValue, DType, Items, MistakeError, Scalar, Shape, Text, UnclearError, Value, show
from .einsum import einsum_shape


def product_dtype(call: Call, arrays: list[ArrayValue]) -> tuple[DType | None, bool | None]:
    """Return the dtype of a product and whether it is weak."""
    dtype, weak = promoted_arrays(arrays, call.library)
    if call.values.get("preferred_element_type") is not None and call.given_other_than_none("preferred_element_type"):
        asked = call.dtype("preferred_element_type", dtype)
        return asked, None
    return dtype, weak


def matmul_shape(one: Shape | None, other: Shape | None) -> Shape | None:
    """Return the shape of ``one @ other``.

    Raises:
        MistakeError: the sizes that are contracted differ, the batch axes do not broadcast, or one is a scalar.

    """
    for shape in (one, other):
        if shape == ():
            raise MistakeError("matmul takes arrays of at least one axis, not ()")
    if one is None or other is None:
        return None
    contracted, with_ = one[-1], other[max(-2, -len(other))]
    if never_equal(contracted, with_):
        raise MistakeError(f"matmul contracts {contracted} with {with_}: {show(one)} @ {show(other)}")
    batch = broadcast(one[:-2], other[:-2])
    if batch is None:
        return None
    return (*batch, *one[-2:-1], *(other[-1:] if len(other) > 1 else ()))


def matmul(first: str, second: str) -> Rule:
    """Return the rule of ``matmul``."""

    def rule(call: Call) -> Value:
        call.without("out_sharding", "out")
        arrays = [call.array(first), call.array(second)]
        shape = matmul_shape(arrays[0].shape, arrays[1].shape)
        return call.result(shape, *product_dtype(call, arrays))

    return rule


def dot(call: Call) -> Value:
    """``dot(a, b)``: the last axis of ``a`` with the last but one of ``b``; scalars multiply."""
    call.without("out_sharding", "out")
    arrays = [call.array("a"), call.array("b")]
    one, other = (array.shape for array in arrays)
    shape: Shape | None = None
    if one is not None and other is not None:
        if one and other:
            contracted, with_ = one[-1], other[max(-2, -len(other))]
            if never_equal(contracted, with_):
                raise MistakeError(f"dot contracts {contracted} with {with_}: {show(one)} and {show(other)}")
            shape = (*one[:-1], *(other[:-2] + other[-1:] if len(other) > 1 else ()))
        else:
            shape = one or other
    return call.result(shape, *product_dtype(call, arrays))


def vdot(call: Call) -> Value:
    """``vdot(a, b)``: both are made flat."""
    arrays = [call.array("a"), call.array("b")]
    sizes = [None if array.shape is None else multiplied(array.shape) for array in arrays]
    if differ(*sizes):
        raise MistakeError(f"vdot takes as many elements twice, not {sizes[0]} and {sizes[1]}")
    return call.result((), *product_dtype(call, arrays))


def inner(call: Call) -> Value:
    """``inner(a, b)``: the last axes are contracted."""
    arrays = [call.array("a"), call.array("b")]
    one, other = (array.shape for array in arrays)
    shape: Shape | None = None
    if one is not None and other is not None:
        if one and other:
            if never_equal(one[-1], other[-1]):
                raise MistakeError(f"inner contracts {one[-1]} with {other[-1]}: {show(one)} and {show(other)}")
            shape = (*one[:-1], *other[:-1])
        else:
            shape = one or other
    return call.result(shape, *product_dtype(call, arrays))


def outer(call: Call) -> Value:
    """``outer(a, b)``: both are made flat."""
    call.without("out")
    arrays = [call.array("a"), call.array("b")]
    sizes = tuple(None if array.shape is None else multiplied(array.shape) for array in arrays)
    return call.result(sizes, *product_dtype(call, arrays))


def kron(call: Call) -> Value:
    """``kron(a, b)``: sizes are multiplied."""
    arrays = [call.array("a"), call.array("b")]
    one, other = (array.shape for array in arrays)
    shape: Shape | None = None
    if one is not None and other is not None:
        rank = max(len(one), len(other))
        pairs = zip((1,) * (rank - len(one)) + one, (1,) * (rank - len(other)) + other, strict=True)
        shape = tuple(multiplied(pair) for pair in pairs)
    dtype, weak = product_dtype(call, arrays)
    return call.result(shape, dtype, weak)


def tensordot(first: str, second: str) -> Rule:
    """Return the rule of ``tensordot(a, b, axes)``."""

    def rule(call: Call) -> Value:
        call.without("out_sharding")
        arrays = [call.array(first), call.array(second)]
        one, other = (array.shape for array in arrays)
        dtype, weak = product_dtype(call, arrays)
        pair = None if one is None or other is None else _contracted_axes(call.values["axes"], one, other)
        if pair is None or one is None or other is None:
            return call.result(None, dtype, weak)
        if len(pair[0]) != len(pair[1]):
            raise MistakeError(f"tensordot takes as many axes twice, not {len(pair[0])} and {len(pair[1])}")
        for axis, with_ in zip(*pair, strict=True):
            if never_equal(one[axis], other[with_]):
                raise MistakeError(
                    f"tensordot contracts {one[axis]} with {other[with_]}: axis {axis} of {show(one)} and"
                    f" axis {with_} of {show(other)}"
                )
        free = (
            *(size for axis, size in enumerate(one) if axis not in pair[0]),
            *(size for axis, size in enumerate(other) if axis not in pair[1]),
        )
        return call.result(free, dtype, weak)

    return rule


def _contracted_axes(value: Value, one: Shape, other: Shape) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    if isinstance(value, Scalar) and isinstance(value.value, int):
        count = value.value
        if count < 0 or count > min(len(one), len(other)):
            raise MistakeError(f"tensordot cannot contract {count} axes of {show(one)} and {show(other)}")
        return tuple(range(len(one) - count, len(one))), tuple(range(count))
    if not isinstance(value, Items) or len(value.items) != 2:
        return None
    lists: list[tuple[int, ...]] = []
    for item in value.items:
        numbers = item.items if isinstance(item, Items) else (item,)
        known = [number.value for number in numbers if isinstance(number, Scalar) and isinstance(number.value, int)]
        if len(known) != len(numbers):
            return None
        lists.append(tuple(known))
    return normal_axes(lists[0], one), normal_axes(lists[1], other)


def einsum(call: Call) -> Value:
    """``einsum(subscripts, *operands)``."""
    call.without("out", "out_sharding")
    text = call.values["subscripts"]
    if isinstance(text, ArrayValue) and text.shape is not None and _is_exchanged(text.shape, call.values["operands"]):
        raise MistakeError("einsum takes the subscripts before the arrays")
    arrays = call.arrays("operands")
    if not isinstance(text, Text) or text.value is None or arrays is None:
        raise UnclearError
    shape = einsum_shape(text.value, [array.shape for array in arrays])
    dtype, weak = product_dtype(call, arrays)
    return call.result(shape, dtype, weak)


def _is_exchanged(shape: Shape, others: Value) -> bool:
    """Return whether subscripts follow an array, which they cannot as the list of its axes."""
    first = others.items[0] if isinstance(others, Items) and others.items else None
    return isinstance(first, Text) and first.value is not None and len(first.value) != len(shape)


def with_vectors(call: Call) -> Value:
    """``matvec(x1, x2)`` and ``vecmat(x1, x2)``: matrices of one, and vectors of the other."""
    arrays = [call.array("x1"), call.array("x2")]
    one, other = (array.shape for array in arrays)
    is_first = call.name == "matvec"
    matrix, vector = (one, other) if is_first else (other, one)
    shape = None
    if matrix is not None and vector is not None:
        if len(matrix) < 2 or not vector:
            raise MistakeError(
                f"{call.name} takes matrices and vectors, not {show(one or ())} and {show(other or ())}"
            )
        inner, outer = (matrix[-1], matrix[-2]) if is_first else (matrix[-2], matrix[-1])
        if never_equal(inner, vector[-1]):
            raise MistakeError(f"{call.name} contracts {inner} with {vector[-1]}: {show(matrix)} and {show(vector)}")
        batch = broadcast(matrix[:-2], vector[:-1])
        shape = None if batch is None else (*batch, outer)
    dtype, weak = promoted_arrays(arrays)
    return call.result(shape, dtype, False if weak is False else None)


def cross(call: Call) -> Value:
    """``cross(a, b)`` of vectors on an axis, the last one where none is given."""
    arrays = [call.array("a"), call.array("b")]
    whole = "axis" if call.values["axis"] is not NONE else ""
    one, other = (
        _with_vectors_last(array.shape, call.integer(whole or axis))
        for array, axis in zip(arrays, ("axisa", "axisb"), strict=True)
    )
    dtype, weak = promoted_arrays(arrays, call.library)
    if one is None or other is None:
        return call.result(None, dtype, None)
    batch = broadcast(one[:-1], other[:-1])
    last = {one[-1], other[-1]}
    tail = (3,) if 3 in last else () if last == {2} else None
    shape = None if batch is None or tail is None else (*batch, *tail)
    axis = call.integer(whole or "axisc")
    if shape is not None and tail:
        where = None if axis is None else normal_axis(axis, shape)
        shape = (None,) * len(shape) if where is None else (*shape[:-1][:where], 3, *shape[:-1][where:])
    return call.result(shape, dtype, False if weak is False else None)


def _with_vectors_last(shape: Shape | None, axis: int | None) -> Shape | None:
    if shape is None or axis is None:
        return None
    where = normal_axis(axis, shape) if shape else 0
    if not shape or (isinstance(shape[where], int) and shape[where] not in (2, 3)):
        raise MistakeError(f"cross takes vectors of 2 or 3 numbers, not axis {axis} of {show(shape)}")
    return (*shape[:where], *shape[where + 1 :], shape[where])


def convolve(call: Call) -> Value:
    """``convolve(a, v, mode)`` of vectors."""
    first, second = "a", "v"
    arrays = [call.array(first), call.array(second)]
    for array in arrays:
        if array.shape is not None and len(array.shape) != 1:
            raise MistakeError(f"{call.name} takes vectors, not {show(array.shape)}")
    sizes = [array.shape[0] if array.shape else None for array in arrays]
    if 0 in sizes:
        raise UnclearError
    mode = call.text("mode")
    size = None
    if mode == "full":
        size = added(*sizes, -1)
    elif mode in ("same", "valid") and isinstance(sizes[0], int) and isinstance(sizes[1], int):
        big, small = max(sizes[0], sizes[1]), min(sizes[0], sizes[1])
        size = big if mode == "same" else big - small + 1
    return call.result((size,), None, None)


PRODUCTS: Final[Mapping[str, tuple[str, Rule]]] = {
    "matmul": ("a, b, *, precision=None, preferred_element_type=None, out_sharding=None", matmul("a", "b")),
    "dot": ("a, b, *, precision=None, preferred_element_type=None, out_sharding=None", dot),
    "vdot": ("a, b, *, precision=None, preferred_element_type=None", vdot),
    "inner": ("a, b, *, precision=None, preferred_element_type=None", inner),
    "outer": ("a, b, out=None", outer),
    "kron": ("a, b", kron),
    "tensordot": (
        "a, b, axes=2, *, precision=None, preferred_element_type=None, out_sharding=None",
        tensordot("a", "b"),
    ),
    "einsum": (
        "subscripts, /, *operands, out=None, optimize='auto', precision=None, preferred_element_type=None,"
        " _dot_general=None, out_sharding=None",
        einsum,
    ),
    **dict.fromkeys(("matvec", "vecmat"), ("x1, x2, /", with_vectors)),
    "cross": ("a, b, axisa=-1, axisb=-1, axisc=-1, axis=None", cross),
    "convolve": ("a, v, mode='full', *, precision=None, preferred_element_type=None", convolve),
    "correlate": ("a, v, mode='valid', *, precision=None, preferred_element_type=None", convolve),
}
"""Functions of `jax.numpy`, each with its signature."""
