"""jdc-static-array in every library: a field that is certainly an array of more than zero dimensions."""

import dataclasses
import functools
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike
from jaxtyping import Array, Float, Int, Scalar

T = TypeVar("T")


@flax.struct.dataclass
class Flax:
    x: jax.Array
    table: jax.Array = flax.struct.field(pytree_node=False)  # E: jdc-static-array
    either: jax.Array | np.ndarray = flax.struct.field(pytree_node=False)  # E: jdc-static-array
    optional: np.ndarray | None = flax.struct.field(pytree_node=False)  # E: jdc-static-array
    shaped: Float[Array, "3"] = flax.struct.field(pytree_node=False)  # E: jdc-static-array
    any_shape: Float[Array, "..."] = flax.struct.field(pytree_node=False)  # E: jdc-static-array


class Node(flax.struct.PyTreeNode):
    x: jax.Array
    table: np.ndarray = flax.struct.field(pytree_node=False)  # E: jdc-static-array


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    x: jax.Array
    table: np.ndarray = dataclasses.field(metadata={"static": True})  # E: jdc-static-array


@functools.partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=["table"])
@dataclasses.dataclass
class Listed:
    x: jax.Array
    table: np.ndarray  # E: jdc-static-array


class Hashed:
    def __init__(self, array: jax.Array) -> None:
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and bool(np.array_equal(self.array, other.array))

    def __hash__(self) -> int:
        return hash(np.asarray(self.array).tobytes())


@flax.struct.dataclass
class Good(Generic[T]):
    x: jax.Array
    one: Float[Array, ""] = flax.struct.field(pytree_node=False)
    count: Int[Array, ""] | None = flax.struct.field(pytree_node=False)
    scalar: Scalar = flax.struct.field(pytree_node=False)
    like: ArrayLike | None = flax.struct.field(pytree_node=False)
    number: float | jax.Array = flax.struct.field(pytree_node=False)
    function: Callable[[jax.Array], jax.Array] = flax.struct.field(pytree_node=False)
    by_type: dict[type, jax.Array] = flax.struct.field(pytree_node=False)
    tableau: tuple[np.ndarray, ...] = flax.struct.field(pytree_node=False)
    hashed: Hashed = flax.struct.field(pytree_node=False)
    kind: type[jax.Array] = flax.struct.field(pytree_node=False)
    struct: jax.ShapeDtypeStruct = flax.struct.field(pytree_node=False)
    dtype: np.dtype[np.float32] = flax.struct.field(pytree_node=False)
    generic: T = flax.struct.field(pytree_node=False)
    nothing: None = flax.struct.field(pytree_node=False)
    data: jax.Array | None = flax.struct.field(pytree_node=True)


@flax.struct.dataclass
class Loose:
    x: jax.Array
    anything: Any = flax.struct.field(pytree_node=False)
    key: Hashable = flax.struct.field(pytree_node=False, default=0)
    sizes: ArrayLike = flax.struct.field(pytree_node=False, default=0)


@jax.jit
def total(loose: Loose) -> jax.Array:
    return loose.x.sum()


@flax.struct.dataclass
class Picture:
    """Objects that stay on the host."""

    image: Any = flax.struct.field(pytree_node=False)


@flax.struct.dataclass
class Scanned:
    x: jax.Array
    note: Any = flax.struct.field(pytree_node=False, default=None)


def on_host(scanned: Scanned) -> Picture:
    picture = Picture(np.zeros((2, 2)))
    jax.lax.scan(lambda carry, x: (carry, x), 0, scanned.replace(note=np.zeros(3)))  # E: jdc-static-array
    return picture.replace(image=np.ones((2, 2)))


def given(x: jax.Array, loose: Loose) -> None:
    Loose(x, jnp.zeros(3))  # E: jdc-static-array
    Loose(jnp.zeros(3), sizes=np.arange(3), anything=1)  # E: jdc-static-array
    table = jnp.ones((2, 2))
    _ = loose.replace(anything=table)  # E: jdc-static-array
    Loose(jnp.zeros(3), (3,))
    Loose(x, jnp.zeros(()), "a")
    Loose(x, jnp.zeros(3).shape)
    Loose(x, x.ndim, jnp.zeros)
    Loose(x, Hashed(jnp.zeros(3)))
    Loose(x, tuple(map(int, np.arange(3))))
    _ = loose.replace(anything=1)
    _ = loose.replace(x=jnp.zeros(3))


# Arguments that jax.jit is told to be static


@flax.struct.dataclass
class Environment:
    obstacles: jax.Array


@functools.partial(jax.jit, static_argnames="environment")
def rollout(start: jax.Array, environment: Environment) -> jax.Array:
    return start + environment.obstacles


@functools.partial(jax.jit, static_argnums=(1, 2))
def imprecise(start: jax.Array, environment: Environment, array: jax.Array) -> jax.Array:
    return start + environment.obstacles * array


def roll(start: jax.Array, unknown: Environment) -> None:
    rollout(start, Environment(jnp.ones(2)))  # E: jdc-static-array
    rollout(start, environment=Environment(obstacles=start * 2))  # E: jdc-static-array
    made = Environment(jnp.zeros(()))
    rollout(start, made)  # E: jdc-static-array
    rollout(start, unknown)
    rollout(start, Environment(1.0))  # type: ignore[arg-type]
    imprecise(start, Environment(1.0), 2.0)  # type: ignore[arg-type]
