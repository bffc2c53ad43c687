"""jdc-dict-keys: dicts with members of an enumeration or classes for keys that are mapped."""

from __future__ import annotations

from enum import Enum, IntEnum

import jax
import jax.numpy as jnp


class Phase(Enum):
    A = 1
    B = 2


class Level(IntEnum):
    A = 1
    B = 2


class Ordered(Enum):
    A = 1
    B = 2

    def __lt__(self, other: Ordered) -> bool:
        return bool(self.value < other.value)


def written(x: jax.Array) -> dict[Phase, jax.Array]:
    return jax.tree.map(jnp.sum, {Phase.A: x, Phase.B: x})  # E: jdc-dict-keys


def kept(x: jax.Array) -> dict[Phase, jax.Array]:
    per = {Phase.A: x, Phase.B: x * 2}
    return jax.tree.map(jnp.sum, per)  # E: jdc-dict-keys


def transformed(x: jax.Array) -> jax.Array:
    return jax.jit(lambda d: x)({Phase.A: x, Phase.B: x})  # E: jdc-dict-keys


def of_classes(w: dict[type, jax.Array]) -> dict[type, jax.Array]:
    return jax.tree.map(lambda y: y * 2, w)  # E: jdc-dict-keys


def declared(w: dict[Phase, jax.Array]) -> dict[Phase, jax.Array]:
    return jax.tree.map(lambda y: y * 2, w)  # E: jdc-dict-keys


def written_classes(x: jax.Array) -> dict[type, jax.Array]:
    return jax.tree.map(lambda y: y * 2, {int: x, str: x})  # E: jdc-dict-keys


def ordered_or_single(x: jax.Array, **rest: jax.Array) -> object:
    print(jax.tree.map(lambda y: y * 2, {Phase.A: x}))
    z = jax.tree.map(lambda y: y * 2, {int: x})
    one = {Phase.A: x}
    z = jax.tree.map(lambda y: y * 2, one)
    z = jax.tree.map(lambda y: y * 2, {Level.A: x, Level.B: x})
    z = jax.tree.map(lambda y: y * 2, {Ordered.A: x, Ordered.B: x})
    z = jax.tree.map(lambda y: y * 2, {Phase.A: x, **rest})
    z = jax.tree.map(len, {Phase.A: [x], Phase.B: [x]}, is_leaf=lambda y: isinstance(y, dict))
    z = jax.tree.map(lambda y, d: d[Phase.A], x, {Phase.A: x, Phase.B: x})
    z = jax.tree.map(lambda y, d: d[Phase.A], [x], [{Phase.A: x, Phase.B: x}])
    z = jax.tree.map(lambda y: y * 2, {Phase.A.name: x, Phase.B.name: x})
    z = jax.tree.map(lambda y: y * 2, {Phase.A.value: x, Phase.B.value: x})
    per = {Phase.A: x, Phase.B: x * 2}
    del per[Phase.B]
    z = jax.tree.map(lambda y: y * 2, per)
    return z


def by_name(w: dict[Phase, jax.Array]) -> object:
    w2 = {k.name: v for k, v in w.items()}
    return jax.tree.map(lambda y: y * 2, w2)


def whole(w: dict[Phase, jax.Array]) -> object:
    print(jax.tree.map(lambda y, d: d[Phase.A] * y, 2.0, w))
    return jax.tree.map(len, w, is_leaf=lambda y: isinstance(y, dict))


def either(w: dict[Phase, jax.Array] | dict[str, jax.Array], v: dict[Level, jax.Array]) -> object:
    print(jax.tree.map(jnp.sum, v))
    return jax.tree.map(lambda y: y * 2, w)


def rebound(w: dict[Phase, jax.Array]) -> object:
    w = {Phase.A: w[Phase.A]}
    return jax.tree.map(lambda y: y * 2, w)


def caught(w: dict[Phase, jax.Array]) -> object:
    try:
        return jax.tree.map(lambda y: y * 2, w)
    except ValueError:
        return None
