"""jdc-unregistered, jdc-data-leaf: classes below pytree dataclasses and containers that nothing registers."""

from __future__ import annotations

import functools
from collections import UserDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass, register_pytree_node

import jdc_runtime as jdc

T = TypeVar("T")


@jdc.pytree_dataclass
class Pose:
    xyz: jax.Array


class Camera(Pose):
    def look(self) -> jax.Array:
        return 2 * self.xyz

    @jax.jit
    def jitted(self) -> jax.Array:  # E: jdc-unregistered
        return 2 * self.xyz


class NeverMade(Pose):
    """Another module may register what is below it, and make objects of that alone."""

    @jax.jit
    def jitted(self) -> jax.Array:
        return 2 * self.xyz


class Middle(Pose):
    """Has a class below it that is registered."""


@jdc.pytree_dataclass
class Lowest(Middle):
    y: jax.Array


class Known(Pose):
    """Registered by a call."""


register_pytree_node(Known, lambda known: ((known.xyz,), None), lambda _, parts: Known(*parts))

MADE = Camera(jnp.ones(3)), Middle(jnp.ones(3)), Known(jnp.ones(3)), Lowest(jnp.ones(3), jnp.ones(3))


@jax.jit
def look(camera: Camera) -> jax.Array:  # E: jdc-unregistered
    return camera.look()


@jax.jit
def look_at_all(cameras: list[Camera]) -> jax.Array:  # E: jdc-unregistered
    return cameras[0].look()


@jdc.jit
def look_by_jdc(camera: Camera | None) -> jax.Array | None:  # E: jdc-unregistered
    return None if camera is None else camera.look()


@functools.partial(jax.vmap, in_axes=0)
def look_mapped(camera: Camera) -> jax.Array:  # E: jdc-unregistered
    return camera.look()


@jax.jit
def others(never: NeverMade, middle: Middle, known: Known, lowest: Lowest) -> jax.Array:
    return never.xyz + middle.xyz + known.xyz + lowest.y


@functools.partial(jax.jit, static_argnames="camera")
def static(camera: Camera, x: jax.Array) -> jax.Array:
    return camera.look() + x


def on_host(camera: Camera) -> jax.Array:
    return camera.look()


def handed() -> jax.Array:
    return look(Camera(jnp.ones(3))) + jax.jit(lambda each: each.xyz)(Camera(jnp.ones(3)))  # E: jdc-unregistered


@register_dataclass
@dataclass
class Distribution(Generic[T]):
    params: T


class Exponential(Distribution[jax.Array]):
    pass


@flax.struct.dataclass
class Scene:
    camera: Camera
    x: jax.Array


@flax.struct.dataclass
class Model:
    prior: Exponential
    x: jax.Array


class Weights(dict[str, jax.Array]):
    pass


class Batch(UserDict[str, jax.Array]):
    pass


class Rows(list[jax.Array]):
    pass


class Pair(NamedTuple):
    a: jax.Array
    b: jax.Array


class Point(Pair):
    """To JAX a named tuple like its base."""


class FrozenWeights(Mapping[str, jax.Array]):
    def __init__(self, given: Mapping[str, jax.Array]) -> None:
        self._given = dict(given)

    def __getitem__(self, key: str) -> jax.Array:
        return self._given[key]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)


class KnownWeights(dict[str, jax.Array]):
    pass


def _flatten(known: KnownWeights) -> tuple[Any, Any]:
    return tuple(known.values()), tuple(known)


register_pytree_node(KnownWeights, _flatten, lambda keys, values: KnownWeights(zip(keys, values, strict=True)))


class Number(float):
    """A number of Python, which is a leaf."""


@flax.struct.dataclass
class Params:
    weights: Weights
    x: jax.Array


@flax.struct.dataclass
class Right:
    weights: KnownWeights
    pair: Point
    plain: dict[str, jax.Array]
    number: Number


MORE = Exponential(jnp.ones(2)), Weights(a=jnp.ones(2)), Batch(a=jnp.ones(2)), Rows([jnp.ones(2)]), KnownWeights()
STILL_MORE = FrozenWeights({"a": jnp.ones(2)}), Number(2.0), Point(jnp.ones(2), jnp.ones(2))


@jax.jit
def scene_of(scene: Scene) -> jax.Array:  # E: jdc-data-leaf
    return scene.x


@jax.jit
def model_of(model: Model) -> jax.Array:  # E: jdc-data-leaf
    return model.x


@jax.jit
def params_of(params: Params) -> jax.Array:  # E: jdc-data-leaf
    return params.x


@jax.jit
def weights_of(weights: Weights) -> jax.Array:  # E: jdc-unregistered
    return weights["a"]


@jax.jit
def batch_of(batch: Batch) -> jax.Array:  # E: jdc-unregistered
    return batch["a"]


@jax.jit
def rows_of(rows: Rows, frozen: FrozenWeights) -> jax.Array:  # E: jdc-unregistered, jdc-unregistered
    return rows[0]


@jax.jit
def right_of(right: Right, weights: KnownWeights, point: Point, number: Number) -> jax.Array:
    return right.plain["a"] + right.pair.a + weights["a"] + point.b + number


@jax.jit
def any_of(given: Scene | Model | Params | None) -> jax.Array | None:  # E: jdc-data-leaf
    return None if given is None else given.x


@jax.jit
def one_of(given: Scene | Right) -> jax.Array:
    return given.x if isinstance(given, Scene) else given.plain["a"]


def returned() -> Weights:
    return jax.jit(lambda x: Weights(a=x))(jnp.ones(2))  # E: jdc-unregistered


def spread(x: jax.Array) -> jax.Array:
    weights = Weights(a=x)
    return jax.jit(lambda given: given["a"])({**weights}) + jax.jit(lambda given: given["a"])(dict(weights))
