"""jdc-init: constructors that unflattening cannot call, or that do not bear to run again."""

from __future__ import annotations

import dataclasses
from dataclasses import InitVar, field

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import numpy as np

import jdc_runtime as jdc


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Sized:
    x: jax.Array

    def __init__(self, size: int) -> None:  # E: jdc-init
        self.x = jnp.ones(size)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Named:
    x: jax.Array
    y: jax.Array

    def __init__(self, x: jax.Array, scale: float) -> None:  # E: jdc-init
        self.x = self.y = x * scale


@jax_dataclasses.pytree_dataclass
class Needs:
    x: jax.Array

    def __init__(self, x: jax.Array, scale: float) -> None:  # E: jdc-init
        object.__setattr__(self, "x", x)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Superset:
    x: jax.Array

    def __init__(self, x: jax.Array, scale: float = 1.0, *rest: int) -> None:
        self.x = x


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Keywords:
    x: jax.Array
    y: jax.Array

    def __init__(self, **fields: jax.Array) -> None:
        self.x = fields["x"]
        self.y = fields["y"]


@jdc.pytree_dataclass
class PastInit:
    x: jax.Array
    seed: InitVar[int]

    def __post_init__(self, seed: int) -> None:
        assert self.x.ndim == 2
        object.__setattr__(self, "x", self.x * 2)


@flax.struct.dataclass
class Derived:
    x: jax.Array
    n: jax.Array = flax.struct.field(init=False)  # E: jdc-init
    m: jax.Array = field(init=False)  # E: jdc-init
    k: jax.Array = field(init=True)

    @property
    def double(self) -> jax.Array:
        return self.x * 2


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    x: jax.Array
    n: int = field(init=False, default=1)  # E: jdc-init


@dataclasses.dataclass
class Listed:
    x: jax.Array
    n: int = field(init=False, default=1)


jax.tree_util.register_dataclass(Listed, data_fields=["x"], meta_fields=[])


@jax_dataclasses.pytree_dataclass
class Dropped:
    x: jax.Array
    n: int = field(init=False, default=1)


@jax_dataclasses.pytree_dataclass
class Seeded:
    x: jax.Array
    seed: InitVar[int]  # E: jdc-init
    other: InitVar[int] = 0

    def __post_init__(self, seed: int, other: int) -> None: ...


@flax.struct.dataclass
class Logarithm:
    scale: jax.Array
    shift: jax.Array
    rate: float
    angle: float
    name: str = flax.struct.field(pytree_node=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", jnp.log(self.scale))  # E: jdc-init
        object.__setattr__(self, "shift", self.shift + 1)  # E: jdc-init
        object.__setattr__(self, "rate", 0.5 * self.rate)  # E: jdc-init
        object.__setattr__(self, "angle", np.deg2rad(self.angle))  # E: jdc-init


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Doubled:
    x: jax.Array
    y: jax.Array
    z: jax.Array

    def __post_init__(self) -> None:
        self.y = self.y - 1  # E: jdc-init
        self.x *= 2  # E: jdc-init
        self.z = jnp.asarray(self.z)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Transforming:
    x: jax.Array

    def __init__(self, x: jax.Array) -> None:
        self.x = x * 2  # E: jdc-init


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Idempotent:
    a: jax.Array
    b: jax.Array
    c: jax.Array
    d: jax.Array
    e: jax.Array
    f: jax.Array
    g: tuple[int, ...]

    def __post_init__(self) -> None:
        self.a = jnp.asarray(self.a)
        self.b = jnp.abs(self.b)
        self.c = self.c / jnp.linalg.norm(self.c)
        self.d = self.d * 1
        self.e = self.e % 2
        self.f = self.a + 1
        self.g = tuple(self.g)
        if self.a is None:
            self.a = jnp.log(self.a)
        self.b = jnp.log(self.b)


@flax.struct.dataclass
class Demanding:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 2  # E: jdc-init


@flax.struct.dataclass
class Raising:
    x: jax.Array
    y: jax.Array

    def __post_init__(self) -> None:
        if self.x.shape != (3, 2):  # E: jdc-init
            raise ValueError(self.y.shape)


@flax.struct.dataclass
class Counting:
    x: jax.Array

    def __post_init__(self) -> None:
        assert len(self.x) == 3  # E: jdc-init


@flax.struct.dataclass
class Guarded:
    x: jax.Array

    def __post_init__(self) -> None:
        if isinstance(self.x, jax.Array):
            assert self.x.ndim == 2


@flax.struct.dataclass
class Early:
    x: jax.Array

    def __post_init__(self) -> None:
        if not hasattr(self.x, "ndim"):
            return
        assert self.x.ndim == 2


@flax.struct.dataclass
class EarlyToo:
    x: jax.Array | None

    def __post_init__(self) -> None:
        if self.x is None:
            return
        assert self.x.ndim == 2


@flax.struct.dataclass
class Trying:
    x: jax.Array

    def __post_init__(self) -> None:
        try:
            assert self.x.ndim == 2
        except AttributeError:
            pass


@flax.struct.dataclass
class OfStatic:
    x: jax.Array
    names: tuple[str, ...] = flax.struct.field(pytree_node=False)
    sizes: tuple[int, ...] = flax.struct.field(pytree_node=False)

    def __post_init__(self) -> None:
        assert len(self.names) == len(self.sizes)


@dataclasses.dataclass
class Plain:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 2
        self.x = self.x * 2


# Checks that see the same shapes each time


@flax.struct.dataclass
class OnHost:
    x: np.ndarray
    y: np.ndarray

    def __post_init__(self) -> None:
        if self.x.shape != self.y.shape:
            raise ValueError("shape mismatch")


@flax.struct.dataclass
class Jitted:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 1


@flax.struct.dataclass
class MappedOver:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 1  # E: jdc-init


@flax.struct.dataclass
class Rebuilt:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 1  # E: jdc-init


@jax.jit
def total(jitted: Jitted) -> jax.Array:
    return jitted.x.sum()


def run(mapped: MappedOver) -> jax.Array:
    on_host = OnHost(np.ones(3), np.ones(3))
    shapes = jax.tree.map(jnp.shape, Rebuilt(jnp.ones(3)))
    print(jax.vmap(lambda each: each.x)(mapped), MappedOver(jnp.ones(3)), shapes)
    return total(Jitted(jnp.ones(3))) + on_host.x


# Under a name, by unpacking, and in a base


@flax.struct.dataclass
class Unpacked:
    x: jax.Array

    def __post_init__(self) -> None:
        rows, columns = self.x.shape  # E: jdc-init
        print(rows, columns)


@flax.struct.dataclass
class ByName:
    x: jax.Array

    def __post_init__(self) -> None:
        x = self.x
        if x.ndim != 1:  # E: jdc-init
            raise ValueError


class Checking:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 1


@flax.struct.dataclass
class Inheriting(Checking):  # E: jdc-init
    x: jax.Array


@flax.struct.dataclass
class UnpackedLast:
    x: jax.Array
    sizes: tuple[int, int] = flax.struct.field(pytree_node=False, default=(1, 2))

    def __post_init__(self) -> None:
        *batch, columns = self.x.shape
        first, second = self.sizes
        print(batch, columns, first, second)


@flax.struct.dataclass
class Converted:
    x: jax.Array
    shape: tuple[int, int] = flax.struct.field(pytree_node=False, default=(1, 2))

    def __post_init__(self) -> None:
        x = self.shape
        assert len(x) == 2
        rows, columns = np.asarray(self.shape).shape, 3
        print(rows, columns)


@flax.struct.dataclass
class Overriding(Checking):
    x: jax.Array

    def __post_init__(self) -> None:
        print(self.x)


class Careful:
    x: jax.Array

    def __post_init__(self) -> None:
        if isinstance(self.x, jax.Array):
            (rows,) = self.x.shape
            assert rows


@flax.struct.dataclass
class InheritingCare(Careful):
    x: jax.Array


@flax.struct.dataclass
class InheritingPytree(Unpacked):
    y: jax.Array


@flax.struct.dataclass
class CheckedByHelper:
    x: jax.Array

    def __post_init__(self) -> None:
        self._check()

    def _check(self) -> None:
        rows, columns = self.x.shape  # E: jdc-init
        print(rows, columns)


@flax.struct.dataclass
class CheckedByOverridden:
    x: jax.Array

    def __post_init__(self) -> None:
        self._check()

    def _check(self) -> None:
        assert self.x.ndim == 2


@flax.struct.dataclass
class WithoutCheck(CheckedByOverridden):
    def _check(self) -> None:
        print("no check")


@flax.struct.dataclass
class CheckedOnRequest:
    x: jax.Array
    is_checked: bool = flax.struct.field(pytree_node=False, default=False)

    def __post_init__(self) -> None:
        if self.is_checked:
            self._check()
        self._guarded()

    def _check(self) -> None:
        assert self.x.ndim == 2

    def _guarded(self) -> None:
        if isinstance(self.x, jax.Array):
            assert self.x.ndim == 2
