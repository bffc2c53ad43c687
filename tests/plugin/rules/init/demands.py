"""jdc-init: what `__post_init__` demands of arrays, where a transformation changes them and where it does not."""

from __future__ import annotations

from typing import Any

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Ranked:
    x: chex.Array

    def __post_init__(self) -> None:
        if jnp.ndim(self.x) != 2:  # E: jdc-init
            raise ValueError


@flax.struct.dataclass
class Square:
    x: Any

    def __post_init__(self) -> None:
        if len(self.x.shape) != 2 or self.x.shape[0] != self.x.shape[1]:  # E: jdc-init
            raise ValueError


@flax.struct.dataclass
class SquareAlone:
    x: jax.Array

    def __post_init__(self) -> None:
        if self.x.shape[0] != self.x.shape[1]:  # E: jdc-init
            raise ValueError


@flax.struct.dataclass
class LastAxes:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.shape[-1] == self.x.shape[-2] and self.x.shape[0] == self.x.shape[0]


@flax.struct.dataclass
class Negated:
    x: jax.Array

    def __post_init__(self) -> None:
        assert not self.x.ndim != 2  # E: jdc-init


@flax.struct.dataclass
class Chained:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == self.y.ndim == 2  # E: jdc-init


@flax.struct.dataclass
class Whole:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        shape = self.x.shape
        assert shape == (self.y.shape[0], 3)  # E: jdc-init


@flax.struct.dataclass
class Matched:
    x: jax.Array

    def __post_init__(self) -> None:
        match self.x.shape:  # E: jdc-init
            case (_, 3) | (_, 4):
                pass
            case _:
                raise ValueError


@flax.struct.dataclass
class ByChex:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        chex.assert_rank([self.x, self.y], 2)  # E: jdc-init
        chex.assert_shape(self.x, (None, 3))


def _check(points: jax.Array, names: tuple[str, ...] = ()) -> None:
    assert points.ndim == 2, names


@flax.struct.dataclass
class ByFunction:
    x: jax.Array

    def __post_init__(self) -> None:
        _check(self.x)  # E: jdc-init


class Checking:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 1


@flax.struct.dataclass
class BySuper(Checking):
    x: jax.Array

    def __post_init__(self) -> None:
        super().__post_init__()  # E: jdc-init


@flax.struct.dataclass
class Emptied:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        assert self.x.shape == self.y.shape  # E: jdc-init


@flax.struct.dataclass
class Indexed:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 1  # E: jdc-init


jax.vmap(lambda each: each.x)(SquareAlone(jnp.ones((2, 2))))
jax.vmap(lambda each: each.x)(LastAxes(jnp.ones((3, 2, 2))))


def fails(
    a: Ranked, b: Square, c: Negated, d: Chained, e: Whole, f: Matched, g: ByChex, h: ByFunction, i: BySuper
) -> None:
    print(jax.vmap(lambda *all: all[0].x)(a, b, c, d, e, f, g, h, i))


def empties(a: Emptied, b: Indexed) -> None:
    print(jax.tree.map(lambda _: None, a), jax.tree.map(lambda x: x[0], b))


# Demands that hold of what `vmap` makes of the arrays


@flax.struct.dataclass
class Last:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.shape[-1] == 3
        *batch, size = self.x.shape
        print(batch, size)


@flax.struct.dataclass
class Alike:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        if self.x.shape != self.y.shape or self.x.ndim != self.y.ndim:
            raise ValueError
        assert self.x.shape[0] == self.y.shape[0]
        assert self.x.shape == (*self.y.shape[:-1], 3)


@flax.struct.dataclass
class OfDtype:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.dtype == jnp.float32 and self.x.ndim > 0
        if self.x.ndim not in (1, 2) or self.x.ndim > 3:
            raise ValueError
        if self.x.dtype == jnp.int32 and self.x.ndim != 1:
            raise ValueError


@flax.struct.dataclass
class Sometimes:
    x: jax.Array
    is_matrix: bool = flax.struct.field(pytree_node=False, default=False)

    def __post_init__(self) -> None:
        assert not self.is_matrix or self.x.ndim == 2
        if self.is_matrix and self.x.ndim != 2:
            raise ValueError
        match self.x.shape:
            case (_,) | (_, _):
                pass
            case _:
                raise ValueError
        chex.assert_rank(self.x, {1, 2})
        chex.assert_shape(self.x, (..., 3))


@flax.struct.dataclass
class Container:
    parts: list[jax.Array]

    def __post_init__(self) -> None:
        assert len(self.parts) == 2


def _flat(points: jax.Array) -> None:
    points = jnp.ravel(points)
    assert points.ndim == 1


@flax.struct.dataclass
class Flat:
    x: jax.Array

    def __post_init__(self) -> None:
        _flat(self.x)
        print(np.ndim(self.x))


@flax.struct.dataclass
class Updated:
    x: jax.Array
    y: jax.Array | None = None

    def __post_init__(self) -> None:
        assert self.x.ndim == 2


@flax.struct.dataclass
class Optional:
    x: jax.Array

    def __post_init__(self) -> None:
        if self.x is not None and self.x.dtype != jnp.float32:
            raise ValueError


def works(a: Last, b: Alike, c: OfDtype, d: Sometimes, e: Container, f: Flat) -> None:
    print(jax.vmap(lambda *all: all[0].x)(a, b, c, d, e, f))


def updates(a: Updated, b: Optional) -> Updated:
    print(jax.tree.leaves(a), jax.tree.map(lambda _: None, b))
    return jax.tree.map(lambda x, y: x - 0.1 * y, a, a)


@flax.struct.dataclass
class SameShapes:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        chex.assert_equal_shape([self.x, self.y])  # E: jdc-init


@flax.struct.dataclass
class SameShapesUnderVmap:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        chex.assert_equal_shape([self.x, self.y])


def slopes(same: SameShapes, mapped: SameShapesUnderVmap) -> None:
    print(jax.jacrev(lambda each: each.x * each.y)(same), jax.vmap(lambda each: each.x * each.y)(mapped))


@flax.struct.dataclass
class AxesOfIt:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        if self.x.shape != self.y.shape:  # E: jdc-init
            raise ValueError


@flax.struct.dataclass
class AxesOfAnother:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        if self.x.dtype != self.y.dtype:
            raise ValueError


@flax.struct.dataclass
class Converted:
    x: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", jnp.asarray(self.x))  # E: jdc-init


@flax.struct.dataclass
class ConvertedAxes:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", jnp.array(self.x, dtype=jnp.float32))  # E: jdc-init


@chex.dataclass
class ConvertedForDerivatives:
    x: jax.Array

    def __post_init__(self) -> None:
        self.x = jnp.asarray(self.x)  # E: jdc-init


@flax.struct.dataclass
class ConvertedWhereItMay:
    x: jax.Array

    def __post_init__(self) -> None:
        if isinstance(self.x, jax.Array):
            object.__setattr__(self, "x", jnp.asarray(self.x))


@flax.struct.dataclass
class ConvertedInPeace:
    """`jax.jit`, `jax.vmap` and maps to numbers give arrays or numbers."""

    x: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", jnp.asarray(self.x))


def without_arrays(
    one: AxesOfIt,
    other: AxesOfAnother,
    converted: Converted,
    scaled: ConvertedAxes,
    derived: ConvertedForDerivatives,
    guarded: ConvertedWhereItMay,
    peaceful: ConvertedInPeace,
) -> None:
    jax.vmap(lambda a, b: a.x + b.x, in_axes=(AxesOfIt(0, None), 0))(one, other)  # type: ignore[arg-type]
    print(jax.tree.map(lambda _: None, converted), jax.tree.map(lambda _: None, guarded))
    axes = ConvertedAxes(x=0, y=None)  # type: ignore[arg-type]
    jax.vmap(lambda a: a.x + a.y, in_axes=(axes,))(scaled)
    jax.eval_shape(lambda a: a.x, peaceful)
    jax.jacfwd(lambda a: a.x)(derived)
    jax.jit(jax.vmap(lambda a: a.x))(jax.tree.map(lambda _: 1, peaceful))


@flax.struct.dataclass
class ReadShape:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        shape = jnp.broadcast_shapes(self.x.shape, self.y.shape)  # E: jdc-init
        print(shape)


@flax.struct.dataclass
class LastOfChex:
    x: jax.Array

    def __post_init__(self) -> None:
        chex.assert_shape(self.x, (..., 3))  # E: jdc-init


@flax.struct.dataclass
class ReadBehindGuard:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        shape = self.x.shape if self.x is not None else ()
        size = self.y is not None and self.y.size
        print(shape, size)
        shapes = [each.shape for each in (self.x, self.y) if each is not None]
        print(shapes)


@flax.struct.dataclass
class OnlyMapped:
    x: jax.Array

    def __post_init__(self) -> None:
        dtype, size = self.x.dtype, self.x.shape[-1]
        print(dtype, size)
        chex.assert_shape(self.x, (..., 3))


def emptied(a: ReadShape, b: LastOfChex, c: ReadBehindGuard, d: OnlyMapped) -> None:
    print(jax.tree.map(lambda _: None, a), jax.tree.map(lambda _: None, b), jax.tree.map(lambda _: None, c))
    print(jax.vmap(lambda each: each.x)(d))


@flax.struct.dataclass
class Padded:
    x: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", jnp.atleast_2d(self.x))
        self.check()

    def check(self) -> None:
        if self.x.ndim != 2:
            raise ValueError("rank")


@flax.struct.dataclass
class PaddedByName:
    x: jax.Array

    def __post_init__(self) -> None:
        if self.x.ndim == 1:
            x = self.x[None]
            object.__setattr__(self, "x", x)
        assert self.x.ndim == 2


@flax.struct.dataclass
class Scaled:
    x: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", self.x.astype(jnp.float32))
        assert self.x.ndim == 2  # E: jdc-init
