"""Samples of calls for every rule: mostly right ones, and ones with a shape, axis or dtype that does not fit."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from operations.oracle import Array, DType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from operations.choices import Choices

    Make = Callable[[Choices], tuple[list[Any], dict[str, Any]]]

FLOATS = ("float32", "float64", "bfloat16", "float16")
INTS = ("int32", "int64", "int8", "uint8", "uint32", "int16", "uint16", "uint64")
COMPLEX = ("complex64", "complex128")
COMMON = ("float32", "float32", "int32", "float64", "int64", "bool", "bfloat16", "uint8", "complex64", "float16")
ANY = (*COMMON, *INTS, *COMPLEX, "bool", "float8_e4m3fn", "float8_e5m2", "int4", "uint4")
NUMPY = (
    "float64",
    "float32",
    "float16",
    "int64",
    "int32",
    "int8",
    "uint8",
    "uint64",
    "bool",
    "complex64",
    "complex128",
)
WEAK = ("int64", "float64", "complex128")
SIZES = (1, 2, 3, 4, 5, 3, 4, 2, 6, 0)


class Maker:
    """Makes arguments for functions of one library."""

    def __init__(self, choose: Choices, library: str = "jax") -> None:
        self.choose = choose
        self.library = library
        self.one = choose.one
        self.chance = choose.chance

    def shape(self, ranks: Sequence[int] = (0, 1, 2, 2, 3, 4)) -> tuple[int, ...]:
        return tuple(self.one(SIZES) for _ in range(self.one(ranks)))

    def dtype(self, dtypes: Sequence[str] | None = None) -> str:
        if self.library == "numpy":
            return self.one(NUMPY)
        return self.one(dtypes or (COMMON if self.chance(0.7) else ANY))

    def array(self, shape: tuple[int, ...] | None = None, dtypes: Sequence[str] | None = None) -> Array:
        shape = self.shape() if shape is None else shape
        if self.library == "numpy":
            return Array(shape, self.dtype(), library="numpy")
        if dtypes is None and self.chance(0.12):
            return Array(shape, self.one(WEAK), weak=True)
        if dtypes is None and self.chance(0.02):
            return Array(shape, "key")
        return Array(shape, self.dtype(dtypes))

    def operand(self, shape: tuple[int, ...] | None = None, dtypes: Sequence[str] | None = None) -> Any:
        """An array, or sometimes a scalar of Python."""
        if dtypes is None and self.chance(0.15):
            return self.one((2, 3, 1.5, True, 0, 2j, -1))
        return self.array(shape, dtypes)

    def near(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """A shape that broadcasts with another, mostly."""
        sizes = list(shape)
        if self.chance(0.3):
            sizes = sizes[self.one(range(len(sizes) + 1)) :]
        for place in range(len(sizes)):
            if self.chance(0.2):
                sizes[place] = 1
        if sizes and self.chance(0.2):
            sizes[self.one(range(len(sizes)))] = self.one(SIZES)
        if self.chance(0.1):
            sizes.insert(0, self.one(SIZES))
        return tuple(sizes)

    def off(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The same shape, or one with a size or an axis changed."""
        if self.chance(0.7) or not shape:
            return shape
        sizes = list(shape)
        if self.chance(0.2):
            sizes.pop()
        else:
            sizes[self.one(range(len(sizes)))] = self.one(SIZES)
        return tuple(sizes)

    def axis(self, rank: int, extra: int = 0) -> int:
        """An axis, sometimes out of range."""
        total = rank + extra
        if total and self.chance(0.92):
            return self.one(range(-total, total))
        return self.one((total, total + 1, -total - 1))

    def axes(self, rank: int) -> Any:
        """None, an axis or several."""
        if self.chance(0.3):
            return None
        if self.chance(0.6) or not rank:
            return self.axis(rank)
        return tuple(self.axis(rank) for _ in range(self.one((1, 2, 2, 3))))

    def options(self, **choices: Sequence[Any]) -> dict[str, Any]:
        """Some of these keyword arguments."""
        return {name: self.one(values) for name, values in choices.items() if self.chance(0.4)}

    def asked_dtype(self) -> Any:
        if self.library == "numpy":
            return self.one(
                (DType("float32"), DType("int32"), DType("float64"), DType("py:float"), DType("py:int"), "float32")
            )
        return self.one(
            (*map(DType, ("float32", "int32", "bfloat16", "float64", "int64", "bool", "uint8", "complex64")),
             DType("py:int"), DType("py:float"), DType("py:complex"), "float32", "int32", "float64", None)
        )  # fmt: skip

    def with_dtype(self, **others: Any) -> dict[str, Any]:
        return {**others, **({"dtype": self.asked_dtype()} if self.chance(0.4) else {})}

    def size_argument(self, shape: tuple[int, ...] | None = None) -> Any:
        shape = self.shape((0, 1, 2, 3)) if shape is None else shape
        if len(shape) == 1 and self.chance(0.5):
            return shape[0]
        return list(shape) if self.chance(0.2) else shape


def make_unary(m: Maker) -> Any:
    return [m.operand()], {}


def make_binary(m: Maker) -> Any:
    first = m.shape()
    if m.chance(0.5):
        return [m.array(first), m.operand(m.near(first))], {}
    return [m.operand(m.near(first)), m.array(first)], {}


def make_lax_binary(m: Maker) -> Any:
    dtype = m.one(ANY)
    shape = m.shape()
    other = m.near(shape) if m.chance(0.3) else m.off(shape)
    return [
        Array(shape, dtype),
        Array(other, dtype if m.chance(0.85) else m.one(ANY)) if m.chance(0.9) else m.one((2, 2.0)),
    ], {}


def make_filled(m: Maker) -> Any:
    return [m.size_argument()], m.with_dtype()


def make_full(m: Maker) -> Any:
    shape = m.shape((0, 1, 2, 3))
    return [m.size_argument(shape), m.operand(m.near(shape))], m.with_dtype()


def make_like(m: Maker) -> Any:
    array = m.operand()
    shape = {"shape": m.size_argument()} if m.chance(0.2) else {}
    return [array], m.with_dtype(**shape)


def make_full_like(m: Maker) -> Any:
    array = m.array()
    return [array, m.operand(m.near(array.shape))], m.with_dtype()


def make_eye(m: Maker) -> Any:
    return [m.one(SIZES), *([m.one((*SIZES, None))] if m.chance(0.4) else [])], m.with_dtype(
        **m.options(k=(0, 1, -1))
    )


def make_identity(m: Maker) -> Any:
    return [m.one(SIZES)], m.with_dtype()


def make_arange(m: Maker) -> Any:
    numbers = (0, 1, 5, 10, 2.5, -3, 7, 0.1, 3.0)
    count = m.one((1, 1, 2, 3))
    args = [m.one(numbers) for _ in range(count)]
    if count == 3:
        args[2] = m.one((1, 2, -1, 0.5, -0.25, 3))
    return args, m.with_dtype()


def make_linspace(m: Maker) -> Any:
    shape = m.shape((0, 0, 0, 1, 2))
    ends = [
        m.operand(shape) if shape or m.chance(0.3) else m.one((0, 1, 0.0, 5)),
        m.operand(m.near(shape)) if shape else m.one((1, 2.5, 10, 3.0)),
    ]
    return ends, m.with_dtype(**m.options(num=(0, 1, 5, 50), axis=(0, -1, 1)))


def make_array(m: Maker) -> Any:
    def nested(depth: int) -> Any:
        if depth == 0:
            return m.one((1, 2.5, True, 2j, 3)) if m.chance(0.9) else m.array(())
        return [nested(depth - 1) for _ in range(m.one((1, 2, 2, 3)))]

    def even(shape: tuple[int, ...]) -> Any:
        if not shape:
            return m.one((1, 2, 2.5, True, 2j)) if m.chance(0.2) else number
        return [even(shape[1:]) for _ in range(shape[0])]

    number = m.one((1, 2.5, True, 2))
    made = m.operand() if m.chance(0.3) else nested(m.one((1, 2))) if m.chance(0.2) else even(m.shape((0, 1, 2, 3)))
    return [made], m.with_dtype()


def make_meshgrid(m: Maker) -> Any:
    return [
        m.array(m.shape((1, 1, 1, 1, 0, 2) if m.chance(0.3) else (1,))) for _ in range(m.one((1, 2, 2, 3)))
    ], m.options(indexing=("xy", "ij"), sparse=(True, False))


def make_astype(m: Maker) -> Any:
    return [m.operand(), m.asked_dtype()], {}


def make_indices(m: Maker) -> Any:
    return [m.shape((1, 2, 3))], m.with_dtype()


def make_reduction(m: Maker) -> Any:
    array = m.operand()
    rank = len(array.shape) if isinstance(array, Array) else 0
    kwargs = m.options(axis=(m.axes(rank),), keepdims=(True, False))
    if m.chance(0.15):
        kwargs["initial"] = m.one((0, 1.5, True, 2j, m.array(())))
    if m.chance(0.15):
        kwargs["where"] = m.array(m.near(array.shape if isinstance(array, Array) else ()), ("bool", "bool", "int32"))
    return [array], kwargs


def make_reduction_with_dtype(m: Maker) -> Any:
    args, kwargs = make_reduction(m)
    if m.chance(0.2):
        kwargs["dtype"] = m.asked_dtype()
    return args, kwargs


def make_arg_reduction(m: Maker) -> Any:
    array = m.operand()
    rank = len(array.shape) if isinstance(array, Array) else 0
    return [array], m.options(axis=(None, m.axis(rank), m.axis(rank)), keepdims=(True, False))


def make_cumulative(m: Maker) -> Any:
    array = m.operand()
    rank = len(array.shape) if isinstance(array, Array) else 0
    options = m.options(axis=(None, m.axis(rank), m.axis(rank)))
    return [array], m.with_dtype(**options) if m.chance(0.2) else options


def make_quantile(m: Maker) -> Any:
    array = m.array()
    return [array, m.one((0.5, 0, 1, m.array((2,)), m.array(()), m.array((2, 3))))], m.options(
        axis=(m.axes(len(array.shape)),), keepdims=(True, False)
    )


def make_on_axis(*names: str) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        array = m.operand()
        rank = len(array.shape) if isinstance(array, Array) else 0
        return [array], {name: m.axis(rank) for name in names if m.chance(0.6)}

    return make


def make_optional_axes(name: str) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        array = m.operand()
        rank = len(array.shape) if isinstance(array, Array) else 0
        return [array], {name: m.axes(rank)} if m.chance(0.7) else {}

    return make


def make_diff(m: Maker) -> Any:
    array = m.array()
    return [array], m.options(n=(0, 1, 2), axis=(m.axis(len(array.shape)),))


def make_new_shape(m: Maker, shape: tuple[int, ...]) -> Any:
    sizes = list(shape)
    if len(sizes) > 1 and m.chance(0.5):
        sizes = [sizes[0] * sizes[1], *sizes[2:]]
    if m.chance(0.3):
        sizes.reverse()
    if m.chance(0.2):
        sizes.append(m.one((1, 2, 3)))
    if sizes and m.chance(0.4):
        sizes[m.one(range(len(sizes)))] = -1
    if sizes and m.chance(0.1):
        sizes[m.one(range(len(sizes)))] = -1
    return sizes[0] if len(sizes) == 1 and m.chance(0.5) else tuple(sizes)


def make_reshape(m: Maker) -> Any:
    array = m.array()
    return [array, make_new_shape(m, array.shape)], {}


def make_transpose(m: Maker) -> Any:
    array = m.array()
    if m.chance(0.3):
        return [array], {}
    axes = list(range(len(array.shape)))
    for _ in range(3):
        if len(axes) > 1:
            one, other = m.one(range(len(axes))), m.one(range(len(axes)))
            axes[one], axes[other] = axes[other], axes[one]
    if axes and m.chance(0.15):
        axes[0] = m.axis(len(axes))
    if axes and m.chance(0.1):
        axes.pop()
    return [array, tuple(axes)], {}


def make_swapaxes(m: Maker) -> Any:
    array = m.array()
    return [array, m.axis(len(array.shape)), m.axis(len(array.shape))], {}


def make_moveaxis(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3, 4)))
    rank = len(array.shape)
    if m.chance(0.5):
        return [array, m.axis(rank), m.axis(rank)], {}
    return [array, tuple(m.axis(rank) for _ in range(2)), tuple(m.axis(rank) for _ in range(m.one((2, 2, 2, 1))))], {}


def make_expand_dims(m: Maker) -> Any:
    array = m.operand()
    rank = len(array.shape) if isinstance(array, Array) else 0
    return [array, m.axis(rank, 1) if m.chance(0.6) else tuple(m.axis(rank, 2) for _ in range(2))], {}


def make_squeeze(m: Maker) -> Any:
    shape = tuple(size if m.chance(0.5) else 1 for size in m.shape())
    return [m.array(shape)], {"axis": m.axes(len(shape))} if m.chance(0.6) else {}


def make_broadcast_to(m: Maker) -> Any:
    shape = m.shape()
    return [m.operand(m.near(shape)), m.size_argument(shape)], {}


def make_broadcast_arrays(m: Maker) -> Any:
    shape = m.shape()
    return [m.array(m.near(shape)) for _ in range(m.one((1, 2, 3)))], {}


def make_array_or_lists(m: Maker) -> Any:
    return [m.one((m.array(), m.array(), [1.0, 2.0], [[1, 2], [3, 4]], 3, 1.5))], {}


def make_broadcast_shapes(m: Maker) -> Any:
    shape = m.shape()
    return [m.near(shape) for _ in range(m.one((1, 2, 3)))], {}


def make_roll(m: Maker) -> Any:
    array = m.array()
    return [array, m.one((1, -2, 3))], m.options(axis=(m.axis(len(array.shape)), None))


def make_rot90(m: Maker) -> Any:
    array = m.array()
    rank = len(array.shape)
    return [array], m.options(k=(0, 1, 2, 3, -1), axes=((m.axis(rank), m.axis(rank)),))


def make_triangle(m: Maker) -> Any:
    return [m.array()], m.options(k=(0, 1, -1))


def make_diagonal(m: Maker) -> Any:
    array = m.array()
    rank = len(array.shape)
    return [array], m.options(offset=(0, 1, -2), axis1=(0, m.axis(rank)), axis2=(1, m.axis(rank)))


def make_diag(m: Maker) -> Any:
    return [m.array(m.shape((0, 1, 1, 2, 2, 3)))], m.options(k=(0, 1, -2))


def make_arrays(m: Maker) -> list[Any]:
    shape = m.shape((0, 1, 2, 2, 3, 4))
    return [m.array(m.off(shape)) for _ in range(m.one((1, 2, 2, 3)))]


def make_concatenate(m: Maker) -> Any:
    arrays = make_arrays(m)
    if m.chance(0.05):
        arrays = []
    if m.chance(0.05):
        arrays.append(2.0)
    rank = len(arrays[0].shape) if arrays and isinstance(arrays[0], Array) else 1
    return [arrays if m.chance(0.7) else tuple(arrays)], m.options(
        axis=(m.axis(rank), None) if m.chance(0.2) else (m.axis(rank),)
    )


def make_concat(m: Maker) -> Any:
    arrays = make_arrays(m)
    return [arrays], m.options(axis=(m.axis(len(arrays[0].shape)),))


def make_stack(m: Maker) -> Any:
    arrays = make_arrays(m)
    return [arrays], m.options(axis=(m.axis(len(arrays[0].shape), 1),))


def make_vstack(m: Maker) -> Any:
    return [make_arrays(m)], {}


def make_split(axis: bool) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        array = m.array(m.shape((1, 2, 3) if m.chance(0.9) else (0,)))
        ends = m.one((1, 2, 3, 2, (1,), (1, 3), [2, 4], (0, 5)))
        return [array, ends], m.options(axis=(m.axis(len(array.shape)),)) if axis else {}

    return make


def make_tile(m: Maker) -> Any:
    return [m.array(), m.one((2, (2,), (1, 3), (2, 1, 2), 0, ()))], {}


def make_repeat(m: Maker) -> Any:
    array = m.array()
    return [array, m.one((1, 2, 3, 0))], m.options(axis=(None, m.axis(len(array.shape))))


def make_pad(m: Maker) -> Any:
    array = m.array()
    rank = len(array.shape)
    pairs = tuple((m.one((0, 1, 2)), m.one((0, 1, 2))) for _ in range(rank if m.chance(0.9) else rank + 1))
    return [array, m.one((1, 2, (1, 2), pairs, pairs, (3,)))], {}


def make_append(m: Maker) -> Any:
    array = m.array()
    return [array, m.operand(m.off(array.shape))], m.options(axis=(None, m.axis(len(array.shape))))


def make_take(m: Maker) -> Any:
    array = m.array()
    picks = m.array(m.shape((0, 1, 2)), INTS) if m.chance(0.8) else m.one((0, 1, m.array((2,))))
    if m.library == "numpy":
        picks = Array(m.shape((0, 1, 2)), "int64", library="numpy") if m.chance(0.8) else 0
    return [array, picks], m.options(axis=(None, m.axis(len(array.shape)), m.axis(len(array.shape))))


def make_take_along_axis(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    picks = Array(m.near(array.shape) if m.chance(0.5) else m.off(array.shape), "int64", library=m.library)
    return [array, picks], {"axis": m.axis(len(array.shape)) if m.chance(0.9) else None}


def make_searchsorted(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 1, 2)), FLOATS), m.operand(None, FLOATS)], {}


def make_nonzero(m: Maker) -> Any:
    array = m.array(None, COMMON)
    return [array], {"size": m.one(SIZES)} if m.chance(0.8) else {}


def make_matmul(m: Maker) -> Any:
    batch = m.shape((0, 0, 1, 2))
    rows, inner, columns = m.one(SIZES), m.one(SIZES), m.one(SIZES)
    first, second = (*batch, rows, inner), (*m.near(batch), inner, columns)
    if m.chance(0.2):
        first = (inner,)
    if m.chance(0.2):
        second = (inner,)
    return [m.array(m.off(first)), m.array(m.off(second)) if m.chance(0.95) else 2.0], {}


def make_dot(m: Maker) -> Any:
    if m.chance(0.3):
        return [m.operand(), m.operand(m.shape((0, 1, 2)))], {}
    return make_matmul(m)


def make_vdot(m: Maker) -> Any:
    shape = m.shape((1, 1, 2))
    return [m.array(shape), m.array(m.off(shape))], {}


def make_inner(m: Maker) -> Any:
    one = m.shape((0, 1, 2, 3))
    other = (*m.shape((0, 1, 2)), *one[-1:])
    return [m.array(one), m.array(m.off(other))], {}


def make_outer(m: Maker) -> Any:
    return [m.operand(m.shape((0, 1, 2))), m.array(m.shape((0, 1, 2)))], {}


def make_tensordot(m: Maker) -> Any:
    one = m.shape((1, 2, 3))
    count = m.one(range(len(one) + 1))
    other = (*one[len(one) - count :], *m.shape((0, 1)))
    if m.chance(0.5):
        return [m.array(one), m.array(m.off(other))], {"axes": count if m.chance(0.9) else count + 1}
    first = list(range(len(one) - count, len(one)))
    second = list(range(count))
    if m.chance(0.3) and count == 1:
        return [m.array(one), m.array(m.off(other))], {"axes": (first[0], second[0])}
    return [m.array(one), m.array(m.off(other))], {"axes": (first, second)}


EINSUMS = (
    ("ij,jk->ik", 2), ("ij,jk", 2), ("i,i->", 2), ("ii->i", 1), ("ij->ji", 1), ("bij,bjk->bik", 2), ("...ij,...jk->...ik", 2),
    ("...i,...i->...", 2), ("ij,kj,k->i", 3), ("i,j->ij", 2), ("ij->", 1), ("bhqd,bhkd->bhqk", 2), ("...ij->...ji", 1), ("ij,jk->iz", 2),
    ("ij->ii", 1), ("ij , jk -> ik", 2), ("i...,i...->...", 2), ("ii", 1), ("...", 1), ("ba", 1),
)  # fmt: skip


def make_einsum(m: Maker) -> Any:
    text, _ = m.one(EINSUMS)
    sizes = {letter: m.one((1, 2, 3, 4, 5)) for letter in "abcdijkhqz"}
    batch = m.shape((0, 1, 2))
    arrays = []
    for term in text.replace(" ", "").partition("->")[0].split(","):
        head, dots, tail = term.partition("...")
        shape = (*(sizes[c] for c in head), *(m.near(batch) if dots else ()), *(sizes[c] for c in tail))
        arrays.append(m.array(m.off(shape) if m.chance(0.5) else shape))
    if m.chance(0.05):
        arrays.pop()
    return [text, *arrays], {}


_REARRANGED = (
    *("h w -> w h", "b h w -> b (h w)", "h (x y) -> h x y", "b h w -> (b h) 1 w", "... h w -> ... (h w)", "h w -> h"),
    *(
        "b (x y) w -> (x b) y w",
        "h w -> h w new",
        "... -> 1 ...",
        "1 w -> w",
        "() w -> w",
        "h ... -> ... h",
        "h -> h",
    ),
)
_REDUCED = ("h w -> w", "b h w -> b w", "b (h x) w -> b h w", "... w -> ...", "... w -> w", "h w -> h 1", "h w -> ()")
_REPEATED = ("h w -> n h w", "w -> w 3", "h w -> (h x) w", "... -> ... n", "h w -> h")


def make_einops(*patterns: str, reduces: bool = False) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        pattern = m.one(patterns)
        names = {
            name for name in ("x", "y", "n", "new") if m.chance(0.6 if name in "xy" else 0.9) and name in pattern
        }
        array = m.array(tuple(m.one((1, 2, 4, 6)) for _ in range(m.one((1, 2, 2, 3, 3, 4)))))
        reduction = [m.one(("min", "max", "sum", "mean", "prod"))] if reduces else []
        return [array, pattern, *reduction], {name: m.one((1, 2, 3)) for name in sorted(names)}

    return make


make_rearrange = make_einops(*_REARRANGED)
make_repeat_of_einops = make_einops(*_REPEATED, *_REARRANGED)
make_reduce_of_einops = make_einops(*_REDUCED, *_REARRANGED, reduces=True)


def make_named_einsum(m: Maker) -> Any:
    pattern, *ranks = m.one(
        (
            ("i j, j k -> i k", 2, 2),
            ("row col -> row", 2),
            ("batch i j, batch j -> batch i", 3, 2),
            ("i, j -> i j", 1, 1),
            ("... i, ... i -> ...", 2, 2),
            ("i j -> k", 2),
        )
    )
    return [*(m.array(tuple(m.one((2, 2, 2, 3)) for _ in range(rank))) for rank in ranks), pattern], {}


def make_cross(m: Maker) -> Any:
    shape = (*m.shape((0, 1, 2)), m.one((3, 3, 3, 2, 4)))
    if m.chance(0.4):
        axis = m.axis(len(shape))
        shape = tuple(3 if at == axis % len(shape) else size for at, size in enumerate(shape))
        return [m.array(shape), m.array(m.near(shape))], {"axis": axis, **m.options(axisa=(0,))}
    axes = {name: m.axis(len(shape)) for name in ("axisa", "axisb", "axisc") if m.chance(0.2)}
    return [m.array(shape), m.array(m.near(shape))], axes


def make_convolve(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 1, 1, 2))), m.array(m.shape((1,)))], m.options(mode=("full", "same", "valid"))


def make_where(m: Maker) -> Any:
    shape = m.shape()
    return [m.operand(m.near(shape), ("bool", "bool", "int32")), m.operand(shape), m.operand(m.near(shape))], {}


def make_clip(m: Maker) -> Any:
    shape = m.shape()
    bounds = [
        None if m.chance(0.2) else m.operand(m.near(shape)) if m.chance(0.4) else m.one((0, 1.5, 2)) for _ in range(2)
    ]
    return [m.array(shape), *bounds], {}


def make_round(m: Maker) -> Any:
    return [m.operand()], m.options(decimals=(0, 1, 2))


def make_interp(m: Maker) -> Any:
    size = m.one(SIZES)
    return [m.operand(), m.array((size,), FLOATS), m.array(m.off((size,)))], {}


def make_polyval(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 2))), m.operand()], {}


def make_matrix(square: bool) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        size = m.one((1, 2, 3, 4))
        shape = (*m.shape((0, 0, 1, 2)), size, size if square and m.chance(0.85) else m.one((1, 2, 3, 5)))
        return [m.array(shape if m.chance(0.93) else shape[-1:])], {}

    return make


def make_svd(m: Maker) -> Any:
    args, _ = make_matrix(square=False)(m)
    return args, m.options(full_matrices=(True, False), compute_uv=(True, False))


def make_qr(m: Maker) -> Any:
    args, _ = make_matrix(square=False)(m)
    return args, m.options(mode=("reduced", "complete", "r"))


def make_solve(m: Maker) -> Any:
    size = m.one((1, 2, 3))
    batch = m.shape((0, 0, 1))
    right = (size,) if m.chance(0.4) else (*m.near(batch), size, m.one(SIZES))
    return [m.array(m.off((*batch, size, size))), m.array(m.off(right))], {}


def make_norm(m: Maker) -> Any:
    array = m.operand()
    rank = len(array.shape) if isinstance(array, Array) else 0
    return [array], m.options(
        ord=(None, 2, 1), axis=(None, m.axis(rank), (m.axis(rank), m.axis(rank))), keepdims=(True, False)
    )


def make_vector_norm(m: Maker) -> Any:
    array = m.array()
    return [array], m.options(axis=(m.axes(len(array.shape)),), keepdims=(True, False))


def make_matrix_power(m: Maker) -> Any:
    args, _ = make_matrix(square=True)(m)
    return [*args, m.one((0, 1, 2, 3, -1))], {}


def make_multi_dot(m: Maker) -> Any:
    sizes = [m.one(SIZES) for _ in range(m.one((3, 4)))]
    return [[m.array(m.off(pair)) for pair in itertools.pairwise(sizes)]], {}


def make_lstsq(m: Maker) -> Any:
    rows, columns = m.one((2, 3, 4)), m.one((2, 3))
    return [m.array(m.off((rows, columns))), m.array(m.off((rows, *m.shape((0, 1)))))], {}


def make_vecdot(m: Maker) -> Any:
    shape = m.shape((1, 2, 3))
    return [m.array(shape), m.array(m.near(shape))], {}


def make_fft(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3) if m.chance(0.95) else (0,)))
    return [array], m.options(n=(None, 3, 4, 8), axis=(m.axis(len(array.shape)),))


def make_fftn(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    rank = len(array.shape)
    axes = (m.axis(rank), m.axis(rank)) if m.chance(0.5) else (m.axis(rank),)
    return [array], m.options(s=((4, 3), (4,)), axes=(axes,))


def make_fftfreq(m: Maker) -> Any:
    return [m.one((1, 2, 5, 8))], m.options(d=(0.5, 1.0))


def make_key() -> Array:
    return Array((), "key")


def make_seed(m: Maker) -> Any:
    return [m.one((0, 42, 1.5, m.array((), INTS), m.array(m.shape((0, 1)), (*INTS, "float32"))))], {}


def make_split_key(m: Maker) -> Any:
    if m.chance(0.3):
        return [Array((2,), "uint32"), *([m.one((3, (2, 3)))] if m.chance(0.5) else [])], {}
    return [Array(m.one(((), (), (3,))), "key"), *([m.one((3, (2, 3), 1))] if m.chance(0.6) else [])], {}


def make_fold_in(m: Maker) -> Any:
    return [
        Array(m.one(((), (), (3,))), "key") if m.chance(0.7) else Array((2,), "uint32"),
        m.one((3, m.array(m.shape((0, 0, 1)), INTS))),
    ], {}


def make_clone(m: Maker) -> Any:
    return [Array(m.one(((), (3,))), "key")], {}


def make_key_bits(m: Maker) -> Any:
    return [Array(m.one(((2,), (3, 2), (4,), (2, 4))), m.one(("uint32", "uint32", "int32")))], {}


def make_bits(m: Maker) -> Any:
    kinds = (DType("uint32"), DType("uint8"), DType("uint64"), DType("int32"), DType("float32"), "uint16", None)
    return [make_a_key(m), *([m.size_argument()] if m.chance(0.7) else [])], m.options(dtype=kinds)


def make_a_key(m: Maker) -> Array:
    if m.chance(0.06):
        return Array(m.one(((2,), ())), m.one(("float32", "int32", "bool")))
    return Array((2,), "uint32") if m.chance(0.3) else Array(m.one(((), (), (), (3,))), "key")


def make_sampled(m: Maker) -> Any:
    shape = [m.size_argument()] if m.chance(0.7) else []
    return [make_a_key(m), *shape], m.with_dtype() if m.chance(0.5) else {}


def make_uniform(m: Maker) -> Any:
    shape = m.shape()
    kwargs = {name: m.one((0, 1.5, m.array(m.near(shape), FLOATS))) for name in ("minval", "maxval") if m.chance(0.3)}
    return [make_a_key(m), shape], m.with_dtype(**kwargs) if m.chance(0.4) else kwargs


def make_randint(m: Maker) -> Any:
    shape = m.shape()
    bounds = [m.one((0, 5, m.array(m.near(shape), INTS))) for _ in range(2)]
    return [make_a_key(m), m.size_argument(shape), *bounds], m.with_dtype() if m.chance(0.3) else {}


def make_parametric(count: int, *, least: int = 0) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        shape = m.shape(tuple(range(least, 4)))
        args = [
            m.array(m.near(shape), FLOATS) if least or m.chance(0.6) else m.one((0.5, 2, 1.0)) for _ in range(count)
        ]
        kwargs = {"shape": shape[: len(shape) - least]} if m.chance(0.4) else {}
        return [make_a_key(m), *args], m.with_dtype(**kwargs) if m.chance(0.3) else kwargs

    return make


def make_rademacher(m: Maker) -> Any:
    return [make_a_key(m), m.size_argument()], {}


def make_bernoulli(m: Maker) -> Any:
    shape = m.shape()
    args = [m.one((0.5, m.array(m.near(shape), FLOATS)))] if m.chance(0.7) else []
    return [make_a_key(m), *args], {"shape": shape} if m.chance(0.5) else {}


def make_categorical(m: Maker) -> Any:
    logits = m.array(m.shape((1, 2, 3)), FLOATS)
    return [make_a_key(m), logits], m.options(axis=(m.axis(len(logits.shape)),), shape=(m.shape(), logits.shape[:-1]))


def make_permutation(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [make_a_key(m), m.one((5, array, array))], m.options(axis=(m.axis(len(array.shape)),))


def make_choice(m: Maker) -> Any:
    array = m.array(m.shape((1, 2)))
    chances = [m.array(m.off(array.shape[-1:]), ("float32",)), m.array((5,), ("float32",)), None]
    return [make_a_key(m), m.one((5, array, array))], m.options(
        shape=(m.shape((0, 1, 2)),), axis=(0, m.axis(len(array.shape))), p=chances
    )


def make_multivariate(m: Maker) -> Any:
    size = m.one((2, 3))
    batch = m.shape((0, 0, 1))
    kwargs = {"shape": m.shape((0, 1, 2))} if m.chance(0.3) else {}
    return [
        make_a_key(m),
        m.array(m.off((*batch, size)), FLOATS),
        m.array(m.off((*m.near(batch), size, size)), FLOATS),
    ], kwargs


def make_soft(m: Maker) -> Any:
    array = m.operand()
    rank = len(array.shape) if isinstance(array, Array) else 0
    return [array], {"axis": m.axes(rank)} if m.chance(0.6) else {}


def make_sizes(m: Maker) -> Any:
    return list(m.shape((0, 1, 2, 3))), {}


def make_size(m: Maker) -> Any:
    return [], m.options(size=(m.shape((0, 1, 2)), m.one(SIZES), None), out=(None,))


def make_numpy_sampled(count: int) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        shape = m.shape((0, 1, 2))
        args = [m.array(m.near(shape)) if m.chance(0.4) else m.one((0.5, 1, True)) for _ in range(count)]
        return args, m.options(size=(shape, shape, m.one(SIZES), None))

    return make


def make_numpy_binomial(m: Maker) -> Any:
    shape = m.shape((0, 1, 2))
    return [m.one((5, m.array(m.near(shape)))), m.one((0.5, m.array(m.near(shape))))], m.options(size=(shape, None))


def make_numpy_integers(m: Maker) -> Any:
    shape = m.shape((0, 1, 2))
    return [m.one((5, m.array(m.near(shape)))), m.one((10, None))], m.options(
        size=(shape, m.one(SIZES)), dtype=(DType("int32"), DType("uint8"), "int64", DType("py:int"))
    )


def make_numpy_choice(m: Maker) -> Any:
    array = m.array(m.shape((0, 1, 1, 2)))
    return [m.one((5, 1, array, array))], m.options(
        size=(m.shape((0, 1, 2)), 1, None), p=(m.array(m.off(array.shape)), m.array((1,)), None)
    )


def make_numpy_permutation(m: Maker) -> Any:
    return [m.one((5, 0, m.array(m.shape((1, 2, 3)))))], {}


def make_loss(*, has_axis: bool = False) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        shape = m.shape((1, 1, 2, 3) if has_axis else (0, 1, 2, 3))
        first = m.array(shape, FLOATS if m.chance(0.9) else None)
        other = m.array(m.one((m.off, m.near))(shape), FLOATS if has_axis or m.chance(0.7) else None)
        return [first, other], m.options(axis=(-1, m.axis(len(shape)))) if has_axis else {}

    return make


def make_label_loss(m: Maker) -> Any:
    shape = m.shape((1, 2, 2, 3))
    axis = m.one((-1, -1, m.axis(len(shape))))
    rest = [size for place, size in enumerate(shape) if place != axis % len(shape)]
    labels = m.one((tuple(rest), tuple(rest), m.off(tuple(rest)), shape))
    made = [m.array(shape, FLOATS if m.chance(0.9) else None), m.array(labels, INTS if m.chance(0.85) else None)]
    return made, {} if axis == -1 else {"axis": axis}


def make_factors(m: Maker) -> Any:
    array = m.array()
    return [array], m.options(axis=(m.axes(len(array.shape)),), b=(m.array(m.near(array.shape)), 2.0, None))


def make_one_hot(m: Maker) -> Any:
    array = m.operand(None, (*INTS, "bool", "float32"))
    rank = len(array.shape) if isinstance(array, Array) else 0
    return [array, m.one(SIZES)], m.with_dtype(**m.options(axis=(m.axis(rank, 1),)))


def make_glu(m: Maker) -> Any:
    array = m.array()
    return [array], m.options(axis=(m.axis(len(array.shape)),))


def make_alpha(m: Maker) -> Any:
    array = m.operand()
    return [array, *([m.one((0.5, 1, 2.0, m.array(())))] if m.chance(0.4) else [])], {}


def make_strict_dtype(m: Maker, dtype: str) -> str:
    return dtype if m.chance(0.9) else m.one(ANY)


def make_lax_concatenate(m: Maker) -> Any:
    shape, dtype = m.shape((1, 2, 3)), m.one(COMMON)
    return [
        [Array(m.off(shape), make_strict_dtype(m, dtype)) for _ in range(m.one((1, 2, 3)))],
        m.one(range(len(shape))),
    ], {}


def make_select(m: Maker) -> Any:
    shape, dtype = m.shape(), m.one(COMMON)
    return [
        Array(m.one((shape, ())), m.one(("bool", "bool", "int32", "float32"))),
        Array(shape, dtype),
        Array(m.off(shape), make_strict_dtype(m, dtype)),
    ], {}


def make_clamp(m: Maker) -> Any:
    shape, dtype = m.shape(), m.one(("float32", "int32", "bfloat16"))
    bounds = [Array(m.one((shape, (), m.off(shape))), make_strict_dtype(m, dtype)) for _ in range(2)]
    return [bounds[0], Array(shape, dtype), bounds[1]], {}


def make_lax_full(m: Maker) -> Any:
    return [m.size_argument(), m.one((0, 1.5, True, m.array(m.shape((0, 0, 0, 1)))))], m.with_dtype()


def make_convert(m: Maker) -> Any:
    return [m.operand(), DType(m.one(("float32", "int32", "float64", "bool", "py:float")))], {}


def make_iota(m: Maker) -> Any:
    return [DType(m.one(("int32", "float32", "int64", "py:int"))), m.one(SIZES)], {}


def make_broadcasted_iota(m: Maker) -> Any:
    shape = m.shape((1, 2, 3))
    return [DType(m.one(("int32", "float32", "int64"))), shape, m.one(range(len(shape)))], {}


def make_lax_reshape(m: Maker) -> Any:
    array = m.array()
    shape = list(array.shape)
    if len(shape) > 1 and m.chance(0.6):
        shape = [shape[0] * shape[1], *shape[2:]]
    return [array, m.off(tuple(shape))], {}


def make_lax_expand_dims(m: Maker) -> Any:
    array = m.array()
    return [
        array,
        tuple(m.axis(len(array.shape), 2) for _ in range(2)) if m.chance(0.4) else (m.axis(len(array.shape), 1),),
    ], {}


def make_lax_squeeze(m: Maker) -> Any:
    shape = tuple(size if m.chance(0.5) else 1 for size in m.shape((1, 2, 3)))
    return [m.array(shape), (m.axis(len(shape)),)], {}


def make_broadcast_in_dim(m: Maker) -> Any:
    shape = m.shape((1, 2, 3))
    axes = tuple(axis for axis in range(len(shape)) if m.chance(0.6))
    return [m.array(m.off(tuple(shape[axis] if m.chance(0.8) else 1 for axis in axes))), shape, axes], {}


def make_lax_broadcast(m: Maker) -> Any:
    return [m.operand(), m.shape((0, 1, 2))], {}


def make_dynamic_slice(m: Maker) -> Any:
    array = m.array()
    rank = len(array.shape)
    starts = tuple(m.one((0, 1, m.array((), INTS))) for _ in range(rank if m.chance(0.9) else rank + 1))
    return [array, starts, m.off(tuple(m.one(range(size + 1)) for size in array.shape))], {}


def make_dynamic_update_slice(m: Maker) -> Any:
    dtype = m.one(COMMON)
    shape = m.shape((1, 2, 3))
    update = Array(m.off(tuple(m.one(range(size + 1)) for size in shape)), make_strict_dtype(m, dtype))
    return [Array(shape, dtype), update, m.off((0,) * len(shape))], {}


def make_dynamic_slice_in_dim(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array, 0, m.one(SIZES)], m.options(axis=(m.axis(len(array.shape)),))


def make_index_in_dim(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array, m.one((0, 1, -1, 3))], m.options(axis=(m.axis(len(array.shape)),), keepdims=(True, False))


def make_slice_in_dim(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array, m.one((0, 1, None, -2)), m.one((2, 3, None, -1))], m.options(
        axis=(m.axis(len(array.shape)),), stride=(1, 2)
    )


def make_top_k(m: Maker) -> Any:
    return [m.array(None, FLOATS + INTS), m.one((0, 1, 2, 3))], {}


def make_lax_cumulative(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array], m.options(axis=(m.axis(len(array.shape)),))


def make_rev(m: Maker) -> Any:
    array = m.array()
    return [array, (m.axis(len(array.shape)),)], {}


def make_lax_arg(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)), FLOATS)
    return [array, m.one(range(len(array.shape))), DType(m.one(("int32", "int64")))], {}


def make_conv(m: Maker) -> Any:
    rank = m.one((3, 4))
    channels, features = m.one((1, 2, 3, 4)), m.one((1, 2, 4))
    spatial = "HW"[: rank - 2]
    layouts = m.one(
        (None, (f"NC{spatial}", f"OI{spatial}", f"NC{spatial}"), (f"N{spatial}C", f"{spatial}IO", f"N{spatial}C"))
    )
    sizes = {"N": 2, "C": channels, "H": m.one((5, 8)), "W": m.one((6, 7))}
    groups = m.one((1, 1, 1, 2))
    window = {
        "O": features,
        "I": channels // groups if m.chance(0.9) else channels + 1,
        "H": m.one((1, 3)),
        "W": m.one((2, 3)),
    }
    lhs, rhs, _ = layouts or (f"NC{spatial}", f"OI{spatial}", "")
    padding = m.one(("SAME", "VALID", [(1, 1)] * (rank - 2), [(0, 2)] * (rank - 2)))
    kwargs: dict[str, Any] = {} if layouts is None else {"dimension_numbers": layouts}
    if groups != 1:
        kwargs["feature_group_count"] = groups
    if m.chance(0.3):
        kwargs["rhs_dilation"] = (2,) * (rank - 2)
    dtype = m.one(("float32", "float32", "bfloat16"))
    strides = (m.one((1, 2)),) * (rank - 2 if m.chance(0.93) else rank - 1)
    kernel = Array(tuple(window[c] for c in rhs), make_strict_dtype(m, dtype))
    return [Array(tuple(sizes[c] for c in lhs), dtype), kernel, strides, padding], kwargs


def make_transposed_conv(m: Maker) -> Any:
    rank, channels, features = m.one((3, 4)), m.one((1, 2, 3)), m.one((1, 2, 4))
    spatial = "HW"[: rank - 2]
    layouts = m.one(
        (None, (f"NC{spatial}", f"OI{spatial}", f"NC{spatial}"), (f"N{spatial}C", f"{spatial}IO", f"N{spatial}C"))
    )
    kwargs: dict[str, Any] = {} if layouts is None else {"dimension_numbers": layouts}
    is_turned = m.chance(0.3)
    if is_turned:
        kwargs["transpose_kernel"] = True
    inputs, outputs = ("O", "I") if is_turned else ("I", "O")
    sizes = {"N": 2, "C": channels, "H": m.one((1, 5, 8)), "W": m.one((6, 7))}
    window = {
        inputs: channels if m.chance(0.9) else channels + 1,
        outputs: features,
        "H": m.one((1, 3)),
        "W": m.one((2, 5)),
    }
    lhs, rhs, _ = layouts or (f"N{spatial}C", f"{spatial}IO", "")
    padding = m.one(("SAME", "VALID", [(1, 1)] * (rank - 2), [(0, 2)] * (rank - 2)))
    dtype = m.one(("float32", "float32", "bfloat16"))
    kernel = Array(tuple(window[c] for c in rhs), make_strict_dtype(m, dtype))
    strides = (m.one((1, 2, 3)),) * (rank - 2)
    return [Array(tuple(sizes[c] for c in lhs), dtype), kernel, strides, padding], kwargs


def make_plain_conv(m: Maker) -> Any:
    shape = (2, m.one((1, 3)), m.one((5, 8)), 6)
    kernel = (4, shape[1] if m.chance(0.8) else 2, 3, m.one((1, 3)))
    return [Array(shape, "float32"), Array(kernel, "float32"), (m.one((1, 2)),) * 2, m.one(("SAME", "VALID"))], {}


def make_general_conv(m: Maker) -> Any:
    args, _ = make_plain_conv(m)
    return [*args, None, None], {}


def make_dot_general(m: Maker) -> Any:
    batch, inner = m.one((2, 3)), m.one((3, 4))
    one, other = (batch, m.one(SIZES), inner), (batch, inner, m.one(SIZES))
    dtype = m.one(COMMON)
    return [
        Array(m.off(one), dtype),
        Array(m.off(other), make_strict_dtype(m, dtype)),
        (((2,), (1,)), ((0,), (0,))),
    ], {}


def make_batch_matmul(m: Maker) -> Any:
    batch, inner = m.shape((0, 1, 2)), m.one((3, 4))
    one, other = (*batch, m.one(SIZES), inner), (*m.near(batch), inner, m.one(SIZES))
    dtype = m.one(COMMON)
    return [Array(m.off(one), dtype), Array(m.off(other), make_strict_dtype(m, dtype))], {}


def make_lax_scalar(m: Maker) -> Any:
    return [m.array()], {}


def make_lax_transpose(m: Maker) -> Any:
    args, _ = make_transpose(m)
    return args if len(args) == 2 else [*args, tuple(range(len(args[0].shape)))], {}


def make_close(m: Maker) -> Any:
    return make_binary(m)


def make_cov(m: Maker) -> Any:
    return [m.array(m.shape((1, 2, 2, 3)))], m.options(rowvar=(True, False))


def make_bincount(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 2)), INTS)], {"length": m.one(SIZES)}


def make_delete(m: Maker) -> Any:
    array = m.array(m.shape((1, 2)))
    return [array, m.one((0, -1, 2))], m.options(axis=(None, m.axis(len(array.shape)), m.axis(len(array.shape))))


def make_insert(m: Maker) -> Any:
    args, kwargs = make_delete(m)
    return [*args, m.operand(m.shape((0, 0, 1)))], kwargs


def make_trapezoid(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    axis = m.axis(len(array.shape))
    size = array.shape[axis] if -len(array.shape) <= axis < len(array.shape) else 3
    points = {"x": m.array(m.off((size,) if m.chance(0.8) else array.shape))} if m.chance(0.6) else {}
    return [array], {"axis": axis, **points}


def make_average(m: Maker) -> Any:
    args, kwargs = make_reduction(m)
    shape = args[0].shape if isinstance(args[0], Array) else ()
    axis = kwargs.get("axis")
    row = (shape[axis],) if isinstance(axis, int) and -len(shape) <= axis < len(shape) else m.shape((1, 2))
    weights = {"weights": m.array(m.off(m.one((shape, row, row))))} if m.chance(0.6) else {}
    return args, {**kwargs, **weights, **m.options(returned=(True, False))}


def make_chosen(m: Maker) -> Any:
    count, shape = m.one((1, 2, 3)), m.shape((0, 1, 2))
    conditions = [m.array(m.near(shape), ("bool",) if m.chance(0.8) else None) for _ in range(count)]
    choices = [m.operand(m.near(shape)) for _ in range(count if m.chance(0.9) else count + 1)]
    return [conditions, choices], {"default": m.operand(m.near(shape))} if m.chance(0.4) else {}


def make_piecewise(m: Maker) -> Any:
    count, shape = m.one((1, 2, 3)), m.shape((0, 1, 2))
    conditions = [m.array(m.off(shape) if m.chance(0.2) else shape, ("bool",)) for _ in range(count)]
    pieces = [m.one((0.0, 1, 2.5)) for _ in range(count + m.one((0, 1, 1, 2 if m.chance(0.3) else 0)))]
    return [m.array(m.near(shape)), conditions, pieces], {}


def make_block(m: Maker) -> Any:
    heights, widths = [[m.one((1, 2, 3)) for _ in range(m.one((1, 2)))] for _ in range(2)]
    rows = [[m.array(m.off((height, width))) for width in widths] for height in heights]
    return [m.one((rows, rows, rows[0], rows[0][0]))], {}


def make_ix(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 1, 1, 2)), INTS) for _ in range(m.one((1, 2, 3)))], {}


def make_unravel(m: Maker) -> Any:
    return [m.array(None, INTS if m.chance(0.8) else None), m.size_argument((2, 3)[: m.one((1, 2))])], {}


def make_histogram(m: Maker) -> Any:
    bins = {"bins": m.one((1, 3, 5, m.array(m.shape((1,)), FLOATS)))} if m.chance(0.8) else {}
    return [m.operand()], bins


def make_polyfit(m: Maker) -> Any:
    size = m.one((3, 4, 5))
    return [m.array(m.off((size,))), m.array(m.off((size, *m.shape((0, 1))))), m.one((0, 1, 2))], {}


def make_polynomials(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 1, 2))), m.array(m.shape((1, 1, 1, 2)))], {}


def make_polynomial(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 1, 2)))], m.options(m=(0, 1, 2))


def make_cumulative_along(m: Maker) -> Any:
    array = m.array()
    return [array], m.with_dtype(**m.options(axis=(None, m.axis(len(array.shape))), include_initial=(True, False)))


def make_segment(m: Maker) -> Any:
    data = m.array(m.shape((0, 1, 1, 2, 3)))
    picks = m.array(m.off(data.shape[:1]), INTS if m.chance(0.9) else None)
    return [data, picks, m.one((0, 1, 3, 7))], {}


def make_resize(m: Maker) -> Any:
    image = m.array(m.shape((1, 2, 3)))
    shape = tuple(m.one((1, 2, 5)) for _ in image.shape)
    return [image, m.off(shape), m.one(("nearest", "linear"))], {}


def make_initialized(m: Maker) -> Any:
    return [Array((), "key"), m.shape((0, 1, 2))], m.with_dtype()


def make_located_numbers(m: Maker) -> Any:
    shape = m.shape()
    return [m.operand(m.near(shape)) for _ in range(m.one((1, 2, 3)))], {}


def make_last_diagonal(m: Maker) -> Any:
    return [m.array()], m.options(offset=(0, 1, -2))


def make_integer_power(m: Maker) -> Any:
    return [m.operand(), m.one((0, 1, 2, 3))], {}


def make_select_n(m: Maker) -> Any:
    shape, dtype = m.shape(), m.one(COMMON)
    count = m.one((1, 2, 2, 3))
    which = Array(
        m.one((shape, ())), m.one(("bool", "int32", "float32") if count <= 2 else ("int32", "int32", "bool"))
    )
    return [which, *(Array(m.off(shape), make_strict_dtype(m, dtype)) for _ in range(count))], {}


def make_approximate(m: Maker) -> Any:
    array = m.array(m.shape((0, 1, 2, 3)), FLOATS)
    return [array, m.one((1, 2, 3))], m.options(reduction_dimension=(m.axis(len(array.shape)),))


def make_several(count: int) -> Callable[[Maker], Any]:
    def make(m: Maker) -> Any:
        shape = m.shape()
        return [m.operand(m.near(shape)) for _ in range(count)], {}

    return make


def make_factored_solve(m: Maker) -> Any:
    (matrix, right), _ = make_solve(m)
    return [(matrix, m.one((True, False))), right], {}


def make_pivoted_solve(m: Maker) -> Any:
    (matrix, right), _ = make_solve(m)
    return [(matrix, Array(matrix.shape[:-1], "int32")), right], {}


def make_scipy_eigh(m: Maker) -> Any:
    args, _ = make_matrix(square=True)(m)
    return args, m.options(eigvals_only=(True, False), lower=(True, False))


def make_lu(m: Maker) -> Any:
    args, _ = make_matrix(square=False)(m)
    return args, m.options(permute_l=(True, False))


def make_scipy_qr(m: Maker) -> Any:
    args, _ = make_matrix(square=False)(m)
    return args, m.options(mode=("full", "economic", "r"))


def make_diagonal_blocks(m: Maker) -> Any:
    return [m.operand(m.shape((0, 1, 2, 2, 3))) for _ in range(m.one((1, 2, 3)))], {}


def make_toeplitz(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 2))) for _ in range(m.one((1, 2)))], {}


def make_unique(m: Maker) -> Any:
    return [m.array(None, COMMON)], {"size": m.one((1, 2, 5))}


def make_vander(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 2)))], m.options(N=(2, 4))


def make_gradient(m: Maker) -> Any:
    array = m.array(m.shape((1, 2)))
    return [array], {"axis": m.axis(len(array.shape))}


def make_lexsort(m: Maker) -> Any:
    shape = m.shape((1, 2))
    return [[m.array(shape), m.array(shape)]], {}


def make_window(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)), ("float32", "int32"))
    rank = len(array.shape)
    window = tuple(m.one((1, 2, 3)) for _ in range(rank if m.chance(0.9) else rank + 1))
    return [array, "zero", "add", window, (m.one((1, 2)),) * rank, m.one(("SAME", "VALID", [(0, 1)] * rank))], {}


def make_pooled(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)), FLOATS)
    axes = m.one((1, 2))
    window = tuple(m.one((1, 2, 3)) for _ in range(axes))
    strides = m.one((None, (1,) * axes, (2,) * axes))
    return [array, window], {"strides": strides, "padding": m.one(("SAME", "VALID", [(0, 1)] * axes))}


def make_signals(m: Maker) -> Any:
    axes = m.one((0, 1, 2, 2))
    others = axes if m.chance(0.9) else axes + 1
    arrays = [m.array(tuple(m.one((1, 2, 3, 5)) for _ in range(each)), FLOATS) for each in (axes, others)]
    return arrays, m.options(mode=("full", "same", "valid"))


def make_digitize(m: Maker) -> Any:
    return [m.array(None, FLOATS), m.array(m.shape((1, 1, 2)), FLOATS)], {}


def make_triangle_indices(m: Maker) -> Any:
    return [m.one(SIZES)], m.options(k=(0, 1, -1, 3), m=(2, 5))


def make_triangle_of(m: Maker) -> Any:
    return [m.array(m.shape((2, 2, 2, 1)))], m.options(k=(0, 1, -1))


def make_diag_indices(m: Maker) -> Any:
    return [m.one(SIZES)], m.options(ndim=(1, 2, 3))


def make_length(m: Maker) -> Any:
    return [m.one(SIZES)], {}


def make_rollaxis(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array, m.axis(len(array.shape))], m.options(start=(0, 1, 2, -1))


def make_partition(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array, 0], m.options(axis=(m.axis(len(array.shape)),))


def make_fill_diagonal(m: Maker) -> Any:
    return [m.array(m.shape((2, 2, 3))), 1], {"inplace": False}


def make_ball(m: Maker) -> Any:
    return [make_a_key(m), m.one((1, 2, 3))], {"shape": m.shape((0, 1, 2))} if m.chance(0.6) else {}


def make_attention(m: Maker) -> Any:
    batch, heads, size = m.one((1, 2)), m.one((1, 2)), m.one((4, 8))
    dtype = m.one(("float32", "bfloat16"))
    query = (batch, m.one((3, 5)), heads, size)
    others = [Array(m.off((batch, 4, heads, size)), dtype)] * 2
    return [Array(query, dtype), *others], {}


def make_lax_slice(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    starts = tuple(m.one((0, 0, 1)) for _ in array.shape)
    limits = tuple(m.one((size, size, size - 1, size + 1)) for size in array.shape)
    strides = {"strides": tuple(m.one((1, 2)) for _ in array.shape)} if m.chance(0.3) else {}
    return [array, starts, limits if m.chance(0.9) else limits[1:]], strides


def make_collapse(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3, 4)))
    return [array, m.one((0, 1, -2))], m.options(stop_dimension=(2, 3, -1))


def make_lax_pad(m: Maker) -> Any:
    dtype = m.one(COMMON)
    array = Array(m.shape(), dtype)
    rank = len(array.shape) if m.chance(0.9) else len(array.shape) + 1
    config = [(m.one((0, 1, 2)), m.one((0, 1, -1)), m.one((0, 0, 1))) for _ in range(rank)]
    return [array, Array((), make_strict_dtype(m, dtype)), config], {}


def make_lax_dot(m: Maker) -> Any:
    inner, dtype = m.one(SIZES), m.one(COMMON)
    one = m.one(((inner,), (m.one(SIZES), inner)))
    other = m.one(((inner,), (inner, m.one(SIZES))))
    return [Array(m.off(one), dtype), Array(m.off(other), make_strict_dtype(m, dtype))], {}


def make_scan(m: Maker) -> Any:
    shape, options = m.shape((1, 2, 3)), m.options(axis=(0, -1), reverse=(True,))
    if m.chance(0.5):
        return ["add", m.array(shape)], options
    return ["add", tuple(m.array(m.off(shape)) for _ in range(m.one((1, 2, 3))))], options


def make_sorted(m: Maker) -> Any:
    shape = m.shape((1, 2, 3))
    options = m.options(dimension=(m.axis(len(shape)),))
    if m.chance(0.5):
        return [m.array(shape)], options
    return [tuple(m.array(m.off(shape)) for _ in range(m.one((1, 2, 3))))], options


def make_reduced_by_function(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)), ("float32", "int32"))
    return [array, "zero", "add", tuple(m.axis(len(array.shape)) for _ in range(m.one((1, 1, 2))))], {}


def make_resized(m: Maker) -> Any:
    return [m.operand(), m.size_argument()], {}


def make_packed(m: Maker) -> Any:
    array = m.array(dtypes=("uint8", "bool", "int32") if m.chance(0.8) else None)
    return [array], m.options(axis=(None, m.axis(len(array.shape))))


def make_choose(m: Maker) -> Any:
    shape = m.shape((0, 1, 2))
    which = m.array(m.near(shape), INTS if m.chance(0.9) else None)
    if m.chance(0.3):
        return [which, m.array((m.one((1, 2, 3)), *m.near(shape)))], {}
    return [which, tuple(m.array(m.near(shape)) for _ in range(m.one((1, 2, 3))))], {}


def make_density(m: Maker) -> Any:
    size = m.one((1, 2, 3))
    batch = m.shape((0, 0, 1, 2))
    shapes = [(*m.near(batch), size), (*m.near(batch), size), (*m.near(batch)[-1:], size, size)]
    return [m.array(m.off(shape), FLOATS[:1] if m.chance(0.8) else None) for shape in shapes], {}


def make_coordinates(m: Maker) -> Any:
    image, shape = m.array(m.shape((1, 2, 3))), m.shape((0, 1, 2))
    count = len(image.shape) if m.chance(0.8) else 2
    if m.chance(0.3):
        return [image, m.array((count, *shape), FLOATS), m.one((0, 1))], {}
    return [image, [m.array(m.near(shape), FLOATS) for _ in range(count)], m.one((0, 1))], {}


def make_lax_reduction(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array, tuple({m.axis(len(array.shape)) for _ in range(m.one((1, 1, 2)))})], {}


def make_collected(m: Maker) -> Any:
    return [m.array(), "i"], {}


def make_axis_index(_: Maker) -> Any:
    return ["i"], {}


def make_lax_full_like(m: Maker) -> Any:
    return [m.array(), m.one((0, 1.5, 2))], m.options(dtype=(m.asked_dtype(),), shape=((), (2, 3)))


def make_dynamic_update_in_dim(m: Maker) -> Any:
    dtype = m.one(COMMON)
    shape = m.shape((1, 2, 3))
    axis = m.one(range(len(shape)))
    sizes = list(shape)
    sizes[axis] = m.one(range(sizes[axis] + 2))
    return [Array(shape, dtype), Array(m.off(tuple(sizes)), make_strict_dtype(m, dtype)), 0, axis], {}


def make_dynamic_update_index(m: Maker) -> Any:
    dtype = m.one(COMMON)
    shape = m.shape((1, 2, 3))
    axis = m.one(range(len(shape)))
    update = (*shape[:axis], *m.one(((), (1,))), *shape[axis + 1 :])
    return [Array(shape, dtype), Array(m.off(update), make_strict_dtype(m, dtype)), 0, axis], {}


def make_lax_split(m: Maker) -> Any:
    shape = m.shape((1, 2, 3))
    axis = m.one(range(len(shape)))
    first = m.one(range(shape[axis] + 1))
    return [m.array(shape), (first, shape[axis] - first + m.one((0, 0, 0, 1)))], {"axis": axis}


def make_precision(m: Maker) -> Any:
    return [m.array(None, FLOATS), 5, 10], {}


def make_result_type(m: Maker) -> Any:
    return [m.array() for _ in range(m.one((1, 2, 2, 3)))], {}


def make_dtype(m: Maker) -> Any:
    return [
        m.one((DType("float32"), DType("int8"), "float32", "int64", "bool", DType("uint8"), DType("py:float")))
    ], {}


def make_mean_exp(m: Maker) -> Any:
    array = m.array(None, FLOATS)
    return [array], m.options(axis=(m.axes(len(array.shape)),), keepdims=(True, False))


def make_generalized(m: Maker) -> Any:
    return [make_a_key(m), m.one((1.0, 2.0)), m.shape()], m.with_dtype() if m.chance(0.3) else {}


def make_located(m: Maker) -> Any:
    shape = m.shape()
    given = [m.one((0.5, 1, m.array(m.near(shape), FLOATS))) for _ in range(2)]
    return [make_a_key(m), *given, shape], m.with_dtype() if m.chance(0.3) else {}


def make_sorted_pairs(m: Maker) -> Any:
    shape = m.shape((1, 2, 3))
    return [m.array(shape), m.array(m.off(shape))], m.options(dimension=(m.axis(len(shape)),))


def make_kaiser(m: Maker) -> Any:
    return [m.one(SIZES), m.one((1.0, 2, 5.0))], {}


def make_vector(m: Maker) -> Any:
    return [m.array(m.shape((1, 1, 1, 2)))], {}


def make_small_square(m: Maker) -> Any:
    size = m.one((1, 2, 3))
    return [m.array(m.off((size, size)), FLOATS[:2] if m.chance(0.8) else None)], {}


def make_data(m: Maker) -> Any:
    array = m.array(m.shape((1, 2, 3)))
    return [array], m.options(axis=(m.axis(len(array.shape)),), type=("linear", "constant"))
