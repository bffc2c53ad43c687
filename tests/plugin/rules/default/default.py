"""jdc-default: defaults that make a class, or its objects, impossible."""

# ruff: noqa: C408, C416, RUF008, RUF009

from __future__ import annotations

import collections
import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, ClassVar, Final

import equinox
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import numpy as np

import jdc_runtime as jdc

ZERO = jnp.zeros(3)
ONE: Final = jnp.ones(())
SCALE = 2 * jnp.arange(3)
NUMBER = 1.0
TABLE = np.array([1.0, 2.0])
CHOSEN = jnp.zeros(3)
CHOSEN = jnp.ones(3)


@dataclasses.dataclass
class Loose:
    size: int = 1


@dataclasses.dataclass(frozen=True)
class Config:
    size: int = 1


@dataclasses.dataclass(eq=False)
class Identity:
    size: int = 1


@dataclasses.dataclass(unsafe_hash=True)
class Hashed:
    size: int = 1


class Writes:
    def __eq__(self, other: object) -> bool:
        return self is other


def made() -> jax.Array:
    return dataclasses.field(default_factory=lambda: jnp.zeros(3))  # type: ignore[return-value]


def given(value: jax.Array) -> jax.Array:
    return dataclasses.field(default_factory=lambda: value)  # type: ignore[return-value]


@jdc.pytree_dataclass
class Arrays:
    first: jax.Array = jnp.zeros(3)  # E: jdc-default
    scalar: jax.Array = jnp.float32(0)  # E: jdc-default
    chosen: jax.Array = jnp.ones(3) if __debug__ else jnp.zeros(3)  # E: jdc-default
    converted: jax.Array = jnp.asarray(0.0)  # E: jdc-default
    numpy: np.ndarray[Any, Any] = np.zeros(3)  # E: jdc-default
    key: jax.Array = jax.random.PRNGKey(0)  # E: jdc-default
    typed_key: jax.Array = jax.random.key(0)  # E: jdc-default
    doubled: jax.Array = 2 * jnp.ones(3)  # E: jdc-default
    negated: jax.Array = -jnp.ones(3)  # E: jdc-default
    row: jax.Array = jnp.eye(3)[0]  # E: jdc-default
    cast: jax.Array = jnp.zeros(3).astype(int)  # E: jdc-default
    named: jax.Array = ZERO  # E: jdc-default
    final: jax.Array = ONE  # E: jdc-default
    calculated: jax.Array = SCALE  # E: jdc-default
    maybe: jax.Array | None = jnp.zeros(3)  # E: jdc-default
    anything: Any = jnp.zeros(3)  # E: jdc-default
    in_field: jax.Array = field(default=jnp.zeros(3))  # E: jdc-default
    not_given: jax.Array = field(default=jnp.zeros(3), init=False)  # E: jdc-default
    static: jdc.Static[int] = jdc.field(default=jnp.zeros(3))  # E: jdc-default, assignment
    factory: jax.Array = field(default_factory=lambda: jnp.zeros(3))
    also_factory: jax.Array = field(default_factory=functools.partial(jnp.zeros, 3))
    number: jax.Array | float = NUMBER
    constant: float = np.pi
    numpy_scalar: np.float32 = np.float32(0)
    nothing: jax.Array | None = None
    by_helper: jax.Array = made()
    by_other_helper: jax.Array = given(jnp.zeros(3))
    bound_twice: jax.Array = CHOSEN  # E: jdc-default
    shared: ClassVar[jax.Array] = jnp.zeros(3)
    function: Callable[..., jax.Array] = jdc.static_field(default=jnp.zeros)
    shape: jdc.Static[tuple[int, ...]] = np.zeros(3).shape


@flax.struct.dataclass
class Others:
    numbers: list[jax.Array] = []  # E: jdc-default
    by_name: dict[str, jax.Array] = {}  # E: jdc-default
    names: set[int] = set()  # E: jdc-default
    made: dict[str, int] = dict(a=1)  # E: jdc-default
    of_each: list[int] = [each for each in range(3)]  # E: jdc-default
    in_field: list[int] = flax.struct.field(default=[])  # E: jdc-default
    queue: collections.deque[int] = collections.deque()  # E: jdc-default
    loose: Loose = Loose()  # E: jdc-default
    writes: Writes = Writes()  # E: jdc-default
    loose_in_field: Loose = flax.struct.field(pytree_node=False, default=Loose())  # E: jdc-default, jdc-static-type
    config: Config = Config()
    identity: Identity = Identity()
    hashed: Hashed = Hashed()
    pair: tuple[int, ...] = (1, 2)
    frozen: frozenset[int] = frozenset((1,))
    view: Mapping[str, int] = flax.struct.field(default_factory=lambda: types.MappingProxyType({}))
    factory: list[int] = flax.struct.field(default_factory=list)
    nested: tuple[list[int], ...] = ([1],)


@flax.struct.dataclass
class Factories:
    array: jax.Array = flax.struct.field(default_factory=jnp.zeros(3))  # E: jdc-default
    listed: list[int] = flax.struct.field(default_factory=[])  # E: jdc-default
    needs_shape: jax.Array = flax.struct.field(default_factory=jnp.zeros)  # E: jdc-default
    right: jax.Array = flax.struct.field(default_factory=lambda: jnp.zeros(3))
    of_class: Config = flax.struct.field(default_factory=Config)
    of_partial: jax.Array = flax.struct.field(default_factory=functools.partial(jnp.zeros, 3))
    of_method: Any = flax.struct.field(default_factory=jnp.zeros(3).sum)


@jax_dataclasses.pytree_dataclass
class Commas:
    seed: int = (-1,)  # E: jdc-default, assignment
    array: jax.Array = (jnp.zeros(3),)  # E: jdc-default, assignment
    static: jax_dataclasses.Static[bool] = (False,)  # E: jdc-default, assignment
    in_brackets: int = (1,)  # E: jdc-default, assignment
    name: jax_dataclasses.Static[str] = "a"
    sizes: tuple[int, ...] = (1,)
    anything: Any = (1,)
    pair: int = 1, 2  # E: assignment
    wrong: int = ("a",)  # E: assignment


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    array: jax.Array = jnp.zeros(3)  # E: jdc-default
    numbers: list[int] = []  # E: jdc-default
    loose: Loose = dataclasses.field(default=Loose())  # E: jdc-default
    config: Config = Config()


class Node(jdc.PyTreeNode):
    array: jax.Array = jnp.zeros(3)  # E: jdc-default
    scale: float = 1.0


class FlaxNode(flax.struct.PyTreeNode):
    array: jax.Array = jnp.zeros(3)  # E: jdc-default
    scale: float = 1.0


@dataclasses.dataclass
class Plain:
    """Not a pytree: other tools report it."""

    array: jax.Array = dataclasses.field(default_factory=lambda: jnp.zeros(3))


def build(start: jax.Array, loose: Loose) -> type[object]:
    @jdc.pytree_dataclass
    class Local:
        start_given: jax.Array = start
        here: jax.Array = jnp.zeros(3)  # E: jdc-default
        loose_given: Loose = loose

    return Local


class Layer(equinox.Module):
    scale: float = 1.0
