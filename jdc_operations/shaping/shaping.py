"""Functions that give an array another shape: reshape, axes, broadcasting, selection of parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast, broadcast_to
from ..dtypes import kind_of
from ..literals import check_size
from ..sizes import factors, multiplied, normal_axis, replaced, total
from ..values import (
    NONE,
    ArrayValue,
    Dim,
    DTypeMistakeError,
    Items,
    MistakeError,
    Scalar,
    Shape,
    UnclearError,
    Value,
    show,
)


def shaped(argument: str, change: Callable[[Call, Shape], Shape | None]) -> Rule:
    """Return the rule of a function that changes the shape alone."""

    def rule(call: Call) -> Value:
        call.without("out", "where", "out_sharding")
        array = call.array(argument)
        shape = None if array.shape is None else change(call, array.shape)
        return call.like(array, shape)

    return rule


def new_shape(shape: Shape | None, wanted: list[Value]) -> Shape | None:
    """Return the shape that ``reshape`` gives, where one size may be -1.

    Raises:
        MistakeError: the numbers of elements differ.

    """
    free = [position for position, value in enumerate(wanted) if isinstance(value, Scalar) and value.value == -1]
    if len(free) > 1:
        raise MistakeError("reshape takes one size of -1, not more")
    sizes: list[Dim] = []
    for value in wanted:
        check_size(value)
        if isinstance(value, Scalar) and value.kind not in ("int", "bool"):
            raise MistakeError(f"reshape takes whole numbers, not a {value.kind}")
        sizes.append(value.value if isinstance(value, Scalar) else None)
    if any(isinstance(size, int) and size < -1 for size in sizes):
        raise MistakeError("reshape takes sizes that are not negative, and -1")
    own, kept = _without_common(shape, [size for position, size in enumerate(sizes) if position not in free])
    have, rest = None if own is None else total(own), total(kept)
    if not free:
        if have is not None and rest is not None and have != rest:
            raise _cannot_reshape(shape, sizes, rest)
        if own is not None and (_leaves_rest(have, kept) or _leaves_rest(rest, own)):
            raise _cannot_reshape(shape, sizes, rest)
        return _completed(tuple(sizes), shape)
    if have is not None and rest is not None:
        if rest == 0 or have % rest:
            if rest == 0 and have == 0:
                raise UnclearError
            raise _cannot_reshape(shape, sizes, None)
        return replaced(tuple(sizes), free[0], have // rest)
    if _leaves_rest(have, kept):
        raise _cannot_reshape(shape, sizes, None)
    return replaced(tuple(sizes), free[0], None if own is None or not rest else _left_over(own, rest))


def _left_over(own: Shape, rest: int) -> Dim:
    """Return the size that ``-1`` stands for beside ``rest`` elements: ``n`` of ``(n, 64)`` beside ``(8, 8)``."""
    numbers = math.prod(size for size in own if isinstance(size, int))
    others = [size for size in own if not isinstance(size, int)]
    return None if numbers % rest else multiplied((*others, numbers // rest))


def _leaves_rest(elements: int | None, sizes: Shape) -> bool:
    """Return whether sizes that are numbers do not divide the elements: no other sizes fit beside them."""
    known = total(tuple(size for size in sizes if isinstance(size, int)))
    if elements is None or known is None:
        return False
    return elements != 0 if known == 0 else elements % known != 0


def _without_common(shape: Shape | None, sizes: list[Dim]) -> tuple[Shape | None, Shape]:
    """Return both shapes without the named sizes that are in both: a size with a name is not 0."""
    if shape is None:
        return None, tuple(sizes)
    have, wanted = factors(shape), factors(sizes)
    for size in [size for size in wanted if size is not None and not isinstance(size, int)]:
        if size in have:
            have.remove(size)
            wanted.remove(size)
    return tuple(have), tuple(wanted)


def _cannot_reshape(shape: Shape | None, sizes: list[Dim], elements: int | None) -> MistakeError:
    assert shape is not None
    have = total(shape)
    if have is None:
        return MistakeError(f"cannot reshape {show(shape)} to {show(tuple(sizes))}")
    end = "" if elements is None else f" ({elements} elements)"
    return MistakeError(f"cannot reshape {show(shape)} ({have} elements) to {show(tuple(sizes))}{end}")


def _completed(sizes: Shape, shape: Shape | None) -> Shape:
    """Fill in the one size that is unknown where the number of elements is known."""
    unknown = [position for position, size in enumerate(sizes) if size is None]
    have = None if shape is None else total(shape)
    rest = total(tuple(size for size in sizes if size is not None))
    if len(unknown) != 1 or not have or not rest or have % rest:
        return sizes
    return replaced(sizes, unknown[0], have // rest)


def reshape(call: Call) -> Value:
    """``reshape(a, shape)``."""
    call.only("a", "shape", "order", "copy", "newshape")
    array = call.array("a")
    value = call.values["shape"]
    if isinstance(value, Items):
        return call.like(array, new_shape(array.shape, list(value.items)))
    return call.like(array, new_shape(array.shape, [value]) if isinstance(value, Scalar) else None)


def resized(call: Call) -> Value:
    """``resize(a, new_shape)``: the elements again and again."""
    return call.like(call.array("a"), call.sizes("new_shape"))


def packed(call: Call) -> Value:
    """``packbits(a, axis)``: a byte for eight elements."""
    array, axis = call.array("a"), call.integer("axis") if call.values["axis"] is not NONE else None
    if kind_of(array.dtype) in ("float", "complex"):
        raise DTypeMistakeError("packbits takes whole numbers or booleans")
    shape = array.shape
    if call.values["axis"] is NONE:
        return call.result((_bytes(None if shape is None else multiplied(shape)),), "uint8")
    if not shape or axis is None:
        return call.result(None, "uint8")
    where = normal_axis(axis, shape)
    return call.result(replaced(shape, where, _bytes(shape[where])), "uint8")


def _bytes(bits: Dim) -> Dim:
    return -(-bits // 8) if isinstance(bits, int) else None


def _broadcast_to(call: Call) -> Value:
    call.without("out_sharding")
    array, target = call.array("array"), call.sizes("shape")
    if array.shape is not None and target is not None:
        broadcast_to(array.shape, target)
    return call.like(array, target)


def _broadcast_arrays(call: Call) -> Value:
    arrays = call.arrays("args")
    if arrays is None:
        raise UnclearError
    shape = broadcast(*(array.shape for array in arrays))
    return Items(tuple(call.like(array, shape) for array in arrays), is_list=call.library == "jax")


def _broadcast_shapes(call: Call) -> Value:
    value = call.values["shapes"]
    assert isinstance(value, Items)
    shapes = [
        tuple(size.value if isinstance(size, Scalar) else None for size in shape.items)
        if isinstance(shape, Items)
        else None
        for shape in value.items
    ]
    shape = broadcast(*shapes)
    if shape is None:
        raise UnclearError
    return Items(tuple(Scalar("int", size) for size in shape))


def _flip(call: Call, shape: Shape) -> Shape:
    call.axes("axis", shape)
    return shape


def _rolled(call: Call, shape: Shape) -> Shape:
    if call.values["axis"] is not NONE:
        axes = call.integers("axis")
        for axis in axes or ():
            normal_axis(axis, shape)
    return shape


def _flip_axis(axis: int) -> Callable[[Call, Shape], Shape]:
    def change(call: Call, shape: Shape) -> Shape:
        if len(shape) <= axis:
            raise MistakeError(f"{call.name} takes at least {axis + 1} axes, not {show(shape)}")
        return shape

    return change


def _rot90(call: Call, shape: Shape) -> Shape:
    turns, axes = call.integer("k"), call.integers("axes")
    if axes is None:
        return (None,) * len(shape)
    if len(axes) != 2:
        raise UnclearError
    one, other = (normal_axis(axis, shape) for axis in axes)
    if one == other:
        raise MistakeError("rot90 takes two different axes")
    if turns is None:
        return replaced(replaced(shape, one, None), other, None)
    return replaced(replaced(shape, one, shape[other]), other, shape[one]) if turns % 2 else shape


def at_least(shape: Shape, rank: int) -> Shape:
    """Return the shape with new axes as ``atleast_1d`` to ``atleast_3d`` add them."""
    if len(shape) >= rank:
        return shape
    if rank == 3:
        return {0: (1, 1, 1), 1: (1, *shape, 1), 2: (*shape, 1)}[len(shape)]
    return (1,) * (rank - len(shape)) + shape


def at_least_rule(rank: int) -> Rule:
    """Return the rule of ``atleast_1d`` and the like, of one array."""

    def rule(call: Call) -> Value:
        arrays = call.arrays("arys")
        if arrays is None or len(arrays) != 1:
            raise UnclearError
        (array,) = arrays
        return call.like(array, None if array.shape is None else at_least(array.shape, rank))

    return rule


def _flat(_: Call, shape: Shape) -> Shape:
    return (multiplied(shape),)


def ravel(call: Call) -> Value:
    """``ravel(a)``: one axis of all elements."""
    array: ArrayValue = call.array("a")
    return call.like(array, (None,) if array.shape is None else _flat(call, array.shape))


SHAPING: Final[Mapping[str, tuple[str, Rule]]] = {
    "reshape": ("a, shape, order='C', *, copy=None, out_sharding=None", reshape),
    "ravel": ("a, order='C', *, out_sharding=None", ravel),
    "resize": ("a, new_shape", resized),
    "packbits": ("a, axis=None, bitorder='big'", packed),
    "broadcast_to": ("array, shape, *, out_sharding=None", _broadcast_to),
    "broadcast_arrays": ("*args", _broadcast_arrays),
    "broadcast_shapes": ("*shapes", _broadcast_shapes),
    "flip": ("m, axis=None", shaped("m", _flip)),
    "fliplr": ("m", shaped("m", _flip_axis(1))),
    "flipud": ("m", shaped("m", _flip_axis(0))),
    "roll": ("a, shift, axis=None", shaped("a", _rolled)),
    "rot90": ("m, k=1, axes=(0, 1)", shaped("m", _rot90)),
    "atleast_1d": ("*arys", at_least_rule(1)),
    "atleast_2d": ("*arys", at_least_rule(2)),
    "atleast_3d": ("*arys", at_least_rule(3)),
}
"""Functions of `jax.numpy`, each with its signature."""
