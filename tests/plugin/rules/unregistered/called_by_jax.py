"""jdc-unregistered: classes that a module hands to what only calls them, and those below an abstract base."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class State:
    x: jax.Array


class Named(State):
    def doubled(self) -> jax.Array:
        return 2 * self.x


class Registered(State):
    pass


class Listed(State):
    pass


def batched(x: jax.Array) -> Named:
    return jax.vmap(Named)(x)


def shaped(x: jax.Array) -> None:
    print(jax.eval_shape(Registered, x), [Listed])


register_dataclass(Registered, ["x"], [])
jax.jit(lambda s: s.x)(Named(jnp.ones(2)))  # E: jdc-unregistered
jax.jit(lambda s: s.x)(Registered(jnp.ones(2)))
jax.jit(lambda s: s.x)(Listed(jnp.ones(2)))


class Layer(ABC):
    @abstractmethod
    def __call__(self, x: jax.Array) -> jax.Array: ...


@dataclass
class Linear(Layer):
    w: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.w @ x


@register_dataclass
@dataclass
class Scale(Layer):
    w: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.w * x


@jax.jit
def applied(layer: Layer, x: jax.Array) -> jax.Array:
    return layer(x)


applied(Scale(jnp.ones(2)), jnp.ones(2))
applied(Linear(jnp.eye(2)), jnp.ones(2))  # E: jdc-unregistered


class Meta(type):
    pass


class Known(metaclass=Meta):
    pass


@dataclass
class Below(Known):
    w: jax.Array


jax.jit(lambda b: b.w)(Below(jnp.ones(2)))
