"""``out_axes`` and what the function under ``jax.vmap`` gives back."""

from functools import partial
from typing import Any, Generic, NamedTuple, Self, TypeVar

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Sphere:
    centre: jax.Array
    radius: jax.Array

    def moved(self, x: jax.Array) -> Self:
        return jdc.replace(self, centre=self.centre + x)

    def parts(self, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return self.centre + x, self.radius


@jdc.pytree_dataclass
class Ball(Sphere):
    colour: jax.Array | None = None


@flax.struct.dataclass
class Stats:
    mean: jax.Array | int
    count: jax.Array | int | None


class Layer(eqx.Module):
    w: jax.Array


class Pair(NamedTuple):
    one: jax.Array | int
    two: jax.Array | int


T = TypeVar("T")


class Box(NamedTuple, Generic[T]):
    held: T
    other: jax.Array | int


def moved(s: Sphere, x: jax.Array) -> Sphere:
    return Sphere(s.centre + x, s.radius)


def both(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return jnp.sin(x), jnp.cos(x)


def three(x: jax.Array):  # type: ignore[no-untyped-def]
    return x, x, x


def norm(x: Float[Array, "n"]) -> Float[Array, ""]:
    return jnp.sum(x)


def either(x: jax.Array, *, is_far: bool) -> jax.Array | tuple[jax.Array, jax.Array]:
    return (x, x) if is_far else x


def two_ends(x: jax.Array, n: int) -> tuple[jax.Array, jax.Array]:
    if n > 2:
        return x, x
    return jnp.sin(x), x


def stats(x: jax.Array) -> Stats:
    return Stats(mean=x.mean(), count=x.sum())


def named(x: jax.Array) -> Pair:
    return Pair(x, x)


def nothing(x: jax.Array) -> None:
    print(x)


def found(s: Sphere, xs: jax.Array) -> None:
    move = lambda s, x: Sphere(s.centre + x, s.radius)
    jax.vmap(move, in_axes=(None, 0), out_axes={"centre": 0, "radius": None})(s, xs)  # E: jdc-transform-input
    jax.vmap(moved, (None, 0), (0, None))(s, xs)  # E: jdc-transform-input
    jax.vmap(moved, (None, 0), out_axes=Stats(mean=0, count=None))(s, xs)  # E: jdc-transform-input
    jax.vmap(s.moved, out_axes=(0, None))(xs)  # E: jdc-transform-input
    jax.vmap(s.parts, out_axes=(0, None, 0))(xs)  # E: jdc-transform-input
    jax.vmap(s.parts, out_axes=[0, None])(xs)  # E: jdc-transform-input
    jax.vmap(both, out_axes=(0, 1, 0))(xs)  # E: jdc-transform-input
    jax.vmap(both, out_axes=Pair(0, 1))(xs)  # E: jdc-transform-input
    jax.vmap(three, out_axes=(0, 1))(xs)  # E: jdc-transform-input
    jax.vmap(norm, out_axes=(0,))(xs)  # E: jdc-transform-input
    jax.vmap(two_ends, in_axes=(0, None), out_axes=(0, 0, 0))(xs, 3)  # E: jdc-transform-input
    jax.vmap(stats, out_axes={"mean": 0, "count": 0})(xs)  # E: jdc-transform-input
    jax.vmap(named, out_axes=(0, 0))(xs)  # E: jdc-transform-input
    jax.vmap(lambda x: {"a": x, "b": x}, out_axes={"a": 0})(xs)  # E: jdc-transform-input
    jax.vmap(lambda x: (x, {"a": x}), out_axes=(0, {"b": 0}))(xs)  # E: jdc-transform-input
    jax.vmap(lambda x: (x, Layer(x)), out_axes=(0, (0,)))(xs)  # E: jdc-transform-input
    jax.jit(jax.vmap(lambda x: [x, x], out_axes=(0, 0)))(xs)  # E: jdc-transform-input


@partial(jax.vmap, in_axes=(None, 0), out_axes=(0, None))  # E: jdc-transform-input
def shifted(s: Sphere, x: jax.Array) -> Sphere:
    return moved(s, x)


@jax.jit
@partial(jax.vmap, out_axes=(0, 0, 0))  # E: jdc-transform-input
def split(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return x, x


@partial(jax.vmap, in_axes=(None, 0), out_axes=Sphere(centre=0, radius=None))
def right(s: Sphere, x: jax.Array) -> Sphere:
    return moved(s, x)


@partial(jax.vmap, out_axes=(0, -1))
def pairs(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return x, x


@flax.struct.dataclass
class State:
    x: jax.Array
    rest: dict[str, jax.Array | int]


def unknown(x: jax.Array) -> Any:
    return x, x


def listed(x: jax.Array) -> list[jax.Array]:
    rows = [x]
    rows.append(x)
    return rows


def table(x: jax.Array) -> dict[str, jax.Array]:
    found = {"a": x}
    found["b"] = x
    return found


def many(x: jax.Array) -> tuple[jax.Array, ...]:
    return (x,) * 3


def ball(x: jax.Array) -> Sphere:
    return Ball(x, x + 1)


def boxed(x: jax.Array) -> Box[jax.Array]:
    return Box(x, x)


def silent(s: Sphere, xs: jax.Array, axes: Any, state: State) -> None:
    jax.vmap(moved, (None, 0), 0)(s, xs)
    jax.vmap(moved, (None, 0), Sphere(0, None))(s, xs)
    jax.vmap(s.moved, out_axes=Sphere(0, None))(xs)
    jax.vmap(s.parts, out_axes=(0, None))(xs)
    jax.vmap(both, out_axes=(0, 1))(xs)
    jax.vmap(both, out_axes=axes)(xs)
    jax.vmap(three, out_axes=(0, 1, -1))(xs)
    jax.vmap(norm, out_axes=0)(xs)
    jax.vmap(partial(either, is_far=True), out_axes=(0, 0))(xs)
    jax.vmap(unknown, out_axes=(0, 0))(xs)
    jax.vmap(listed, out_axes=[0, 1])(xs)
    jax.vmap(table, out_axes={"a": 0, "b": 1})(xs)
    jax.vmap(many, out_axes=(0, 0, 0))(xs)
    jax.vmap(ball, out_axes=Ball(0, 0))(xs)
    jax.vmap(boxed, out_axes=Box(0, 0))(xs)
    jax.vmap(named, out_axes=Pair(0, 1))(xs)
    jax.vmap(stats, out_axes=Stats(mean=0, count=0))(xs)
    jax.vmap(nothing, out_axes=None)(xs)
    jax.vmap(lambda x: (x, s), out_axes=(0, None))(xs)
    jax.vmap(lambda x: State(x, {"a": x}), out_axes=State(0, {"a": 0}))(xs)
    jax.vmap(jax.value_and_grad(lambda x: x.sum()), out_axes=(0, 1))(xs)
    jax.vmap(lambda x: {"a": x, "b": x}, out_axes={"a": 0, "b": 1})(xs)
