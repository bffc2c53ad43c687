"""Functions that join, split, repeat and pad arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ..arguments import Call, Rule
from ..promotion import promoted_arrays
from ..sizes import added, common, merged, multiplied, never_equal, normal_axis, replaced
from ..values import NONE, UNKNOWN, ArrayValue, Dim, Items, MistakeError, Scalar, Shape, UnclearError, Value, show
from .shaping import at_least


def joined(name: str, shapes: Sequence[Shape | None], axis: int | None) -> Shape | None:
    """Return the shape of arrays that are joined along an axis.

    Raises:
        MistakeError: they have different numbers of axes, or different sizes on another axis.

    """
    known = [shape for shape in shapes if shape is not None]
    if not known:
        return None
    first = known[0]
    for other in known[1:]:
        if len(other) != len(first):
            raise MistakeError(f"{name} takes arrays of as many axes: {show(first)} and {show(other)}")
    if not first:
        raise MistakeError(f"{name} takes arrays of at least one axis, not ()")
    if axis is None or (len(shapes) == 1 and not -len(first) <= axis < len(first)):
        return (None,) * len(first)
    along = normal_axis(axis, first)
    for one in known:
        for other in known:
            _same_but(name, one, other, along)
    whole = known if len(known) == len(shapes) else [*known, (None,) * len(first)]
    sizes: list[Dim] = list(first)
    for other in known[1:]:
        sizes = [common(a, b) for a, b in zip(sizes, other, strict=True)]
    return replaced(tuple(sizes), along, added(*(shape[along] for shape in whole)))


def _same_but(name: str, one: Shape, other: Shape, along: int) -> None:
    for axis, (a, b) in enumerate(zip(one, other, strict=True)):
        if axis != along and never_equal(a, b):
            raise MistakeError(
                f"cannot {name} {show(one)} and {show(other)} along axis {along}: axis {axis} is {a} and {b}"
            )


def _arrays(call: Call, argument: str) -> list[ArrayValue]:
    value = call.values[argument]
    if isinstance(value, Items) and not value.items:
        raise MistakeError(f"{call.name} takes at least one array")
    arrays = call.arrays(argument)
    if arrays is None:
        raise UnclearError
    return arrays


def _joined(call: Call, arrays: Sequence[ArrayValue], shape: Shape | None) -> Value:
    dtype, weak = promoted_arrays(arrays, call.library)
    single = len(arrays) == 1
    weak = weak if weak is False or (single and call.name in ("stack", "vstack", "dstack", "column_stack")) else None
    return call.result(shape, call.dtype("dtype", dtype) if "dtype" in call.values else dtype, weak)


def concatenate(argument: str) -> Rule:
    """Return the rule of ``concatenate``."""

    def rule(call: Call) -> Value:
        call.only(argument, "axis", "dtype")
        arrays = _arrays(call, argument)
        if call.values["axis"] is UNKNOWN:
            return _joined(call, arrays, None)
        if call.values["axis"] is NONE:
            sizes = [None if array.shape is None else multiplied(array.shape) for array in arrays]
            return _joined(call, arrays, (added(*sizes),))
        return _joined(call, arrays, joined(call.name, [array.shape for array in arrays], call.integer("axis")))

    return rule


def stack(call: Call) -> Value:
    """``stack(arrays, axis)``: a new axis."""
    call.only("arrays", "axis", "dtype")
    arrays = _arrays(call, "arrays")
    shape: Shape | None = arrays[0].shape
    for array in arrays[1:]:
        if shape is not None and array.shape is not None:
            same = len(shape) == len(array.shape)
            if not same or any(never_equal(a, b) for a, b in zip(shape, array.shape, strict=True)):
                raise MistakeError(f"stack takes arrays of one shape: {show(shape)} and {show(array.shape)}")
        shape = merged(shape, array.shape)
    axis = call.integer("axis")
    if shape is not None:
        if axis is None:
            shape = (None,) * (len(shape) + 1)
        else:
            where = normal_axis(axis, shape, 1)
            shape = (*shape[:where], len(arrays), *shape[where:])
    return _joined(call, arrays, shape)


def stacked(axis: int, rank: int, columns: Callable[[Shape], Shape] | None = None) -> Rule:
    """Return the rule of ``vstack`` and the like: new axes first, then joined."""

    def rule(call: Call) -> Value:
        call.only("tup", "dtype")
        if isinstance(call.values.get("dtype"), ArrayValue):
            raise MistakeError(f"{call.name} takes one list of arrays; its second argument is a dtype, not an array")
        arrays = _arrays(call, "tup")
        shapes = [array.shape for array in arrays]
        if columns is not None:
            shapes = [None if shape is None else columns(shape) for shape in shapes]
        else:
            shapes = [None if shape is None else at_least(shape, rank) for shape in shapes]
        along: int | None = axis
        if rank == 1:
            ranks = {len(shape) for shape in shapes if shape is not None}
            along = 0 if ranks == {1} else axis if ranks and 1 not in ranks else None if not ranks else 0
        return _joined(call, arrays, joined("concatenate", shapes, along))

    return rule


def _columns(shape: Shape) -> Shape:
    return (*shape, *(1,) * (2 - len(shape)))


def _part_sizes(call: Call, size: Dim) -> Sequence[Dim] | None:
    """Return the sizes of the parts that ``split`` makes of an axis."""
    asked = call.values["indices_or_sections"]
    if isinstance(asked, Scalar):
        count = asked.value
        if not isinstance(count, int) or count <= 0 or count > 1024:
            raise UnclearError
        if not isinstance(size, int):
            return [None] * count if count > 1 else [size]
        if size % count and call.name != "array_split":
            raise MistakeError(f"cannot split axis of size {size} into {count} equal parts")
        return [size // count + (part < size % count) for part in range(count)]
    ends = call.integers("indices_or_sections") if isinstance(asked, Items) else None
    if ends is None or any(end < 0 for end in ends):
        if isinstance(asked, Items):
            return [None] * (len(asked.items) + 1)
        raise UnclearError
    if not isinstance(size, int):
        return [None] * (len(ends) + 1)
    starts = [0, *ends]
    return [max(0, min(stop, size) - min(start, size)) for start, stop in zip(starts, [*ends, size], strict=True)]


def split(axis: int | None) -> Rule:
    """Return the rule of ``split`` and of ``vsplit`` and the like, which have an axis of their own."""

    def rule(call: Call) -> Value:
        array = call.array("ary")
        along = call.integer("axis") if axis is None else axis
        shape = array.shape
        if axis == 1 and shape is not None and len(shape) == 1:
            along = 0
        where = None if along is None or shape is None else normal_axis(along, shape)
        sizes = _part_sizes(call, None if where is None or shape is None else shape[where])
        if sizes is None:
            raise UnclearError
        parts = [None if where is None or shape is None else replaced(shape, where, size) for size in sizes]
        return Items(tuple(call.like(array, part) for part in parts), is_list=True)

    return rule


def tile(call: Call) -> Value:
    """``tile(A, reps)``."""
    array = call.array("A")
    times = call.integers("reps")
    shape = None
    if times is not None and array.shape is not None:
        if any(count < 0 for count in times):
            raise UnclearError
        rank = max(len(times), len(array.shape))
        sizes = (1,) * (rank - len(array.shape)) + array.shape
        counts = (1,) * (rank - len(times)) + times
        shape = tuple(multiplied(pair) for pair in zip(sizes, counts, strict=True))
    return call.result(shape, array.dtype, False if array.weak is False else None)


def repeat(call: Call) -> Value:
    """``repeat(a, repeats, axis)``."""
    array = call.array("a")
    repeats = call.values["repeats"]
    count = call.integer("repeats") if isinstance(repeats, Scalar) else None
    if count is not None and count < 0:
        raise UnclearError
    length = None if call.values.get("total_repeat_length", NONE) is NONE else call.size("total_repeat_length")
    shape = None if call.values["axis"] is UNKNOWN else array.shape
    if call.values["axis"] is NONE:
        shape = (None,) if shape is None else (multiplied(shape),)
    axis = 0 if call.values["axis"] is NONE else call.integer("axis")
    if shape is not None:
        if not shape:
            raise UnclearError
        if axis is None:
            shape = (None,) * len(shape)
        else:
            where = normal_axis(axis, shape)
            given = call.values.get("total_repeat_length", NONE) is not NONE
            size = length if given else None if count is None else multiplied((shape[where], count))
            shape = replaced(shape, where, size)
    return call.result(shape, array.dtype, False if array.weak is False else None)


def _widths(value: Value, rank: int) -> Sequence[tuple[int | None, int | None]] | None:
    """Return how much ``pad`` adds before and after each axis."""
    if isinstance(value, Scalar) and isinstance(value.value, int):
        return [(value.value, value.value)] * rank
    if not isinstance(value, Items):
        return None
    if all(isinstance(item, Scalar) for item in value.items):
        numbers = [item.value if isinstance(item, Scalar) else None for item in value.items]
        pair = numbers * 2 if len(numbers) == 1 else numbers
        if len(pair) != 2 or not all(isinstance(number, int) for number in pair):
            return None
        before, after = pair
        return [(before if isinstance(before, int) else None, after if isinstance(after, int) else None)] * rank
    pairs = [_widths(item, 1) for item in value.items]
    known = [pair[0] for pair in pairs if pair is not None]
    if len(known) < len(pairs) or len(known) == 1:
        return known * rank if len(pairs) == len(known) else None
    if len(known) != rank:
        raise MistakeError(f"pad takes a width for each of {rank} axes, not {len(known)}")
    return known


def pad(call: Call) -> Value:
    """``pad(array, pad_width)``."""
    array = call.array("array")
    if array.shape is None:
        return call.result(None, array.dtype, None)
    widths = _widths(call.values["pad_width"], len(array.shape))
    shape: Shape = (None,) * len(array.shape)
    if widths is not None:
        if any(number is not None and number < 0 for pair in widths for number in pair):
            raise UnclearError
        shape = tuple(added(before, size, after) for size, (before, after) in zip(array.shape, widths, strict=True))
    return call.result(shape, array.dtype, False if array.weak is False else None)


def append(call: Call) -> Value:
    """``append(arr, values, axis)``."""
    arrays = [call.array("arr"), call.array("values")]
    if call.values["axis"] is UNKNOWN:
        return _joined(call, arrays, None)
    if call.values["axis"] is NONE:
        sizes = [None if array.shape is None else multiplied(array.shape) for array in arrays]
        return _joined(call, arrays, (added(*sizes),))
    return _joined(call, arrays, joined("concatenate", [array.shape for array in arrays], call.integer("axis")))


JOINING: Final[Mapping[str, tuple[str, Rule]]] = {
    "concatenate": ("arrays, axis=0, dtype=None", concatenate("arrays")),
    "concat": ("arrays, /, *, axis=0", concatenate("arrays")),
    "stack": ("arrays, axis=0, out=None, dtype=None", stack),
    "vstack": ("tup, dtype=None", stacked(0, 2)),
    "hstack": ("tup, dtype=None", stacked(1, 1)),
    "dstack": ("tup, dtype=None", stacked(2, 3)),
    "column_stack": ("tup", stacked(1, 2, _columns)),
    "split": ("ary, indices_or_sections, axis=0", split(None)),
    "array_split": ("ary, indices_or_sections, axis=0", split(None)),
    "vsplit": ("ary, indices_or_sections", split(0)),
    "hsplit": ("ary, indices_or_sections", split(1)),
    "dsplit": ("ary, indices_or_sections", split(2)),
    "tile": ("A, reps", tile),
    "repeat": ("a, repeats, axis=None, *, total_repeat_length=None, out_sharding=None", repeat),
    "pad": ("array, pad_width, mode='constant', *, constant_values=0", pad),
    "append": ("arr, values, axis=None", append),
}
"""Functions of `jax.numpy`, each with its signature."""
