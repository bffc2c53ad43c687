"""Writes to equinox modules in methods that a constructor may call: of the class, of its relatives, of no other."""

import copy
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


class Layer(eqx.Module):
    x: jax.Array

    def __init__(self, x: jax.Array) -> None:
        self.fill(x)
        self._fill_again(x)
        Filler().put(self, x)
        Part(self)
        assign(self, x)

    def fill(self, x: jax.Array) -> None:
        self.x = x

    def _fill_again(self, x: jax.Array) -> None:
        self._fill_last(x)

    def _fill_last(self, x: jax.Array) -> None:
        self.x = x

    def reset(self) -> None:
        self.x = jnp.zeros(3)  # E: jdc-frozen

    def update(self, x: jax.Array) -> None:
        self.x = x  # E: jdc-frozen


class Filler:
    def put(self, layer: Layer, x: jax.Array) -> None:
        layer.x = x


class Part:
    """Its constructor is given the layer under construction."""

    def __init__(self, layer: Layer) -> None:
        layer.x = jnp.ones(3)


def assign(layer: Layer, x: jax.Array) -> None:
    layer.x = x


class Unrelated:
    """Its constructor calls methods of layers, which are made by then."""

    def __init__(self, layer: Layer) -> None:
        layer.reset()
        self.update(layer)
        self.layer = layer

    def update(self, layer: Layer) -> None:
        layer.x = jnp.ones(3)  # E: jdc-frozen


class UnrelatedModule(eqx.Module):
    y: jax.Array

    def __init__(self, layer: Layer) -> None:
        super().__init__()
        layer.update(jnp.ones(3))
        self.y = layer.x

    def update(self, y: jax.Array) -> None:
        self.y = y


class Wide(Layer):
    def __init__(self, x: jax.Array) -> None:
        super().__init__(x)
        self.widen()

    def widen(self) -> None:
        self.x = jnp.ones(3)


class Abstract(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        self.setup()

    def setup(self) -> None:
        raise NotImplementedError


class Concrete(Abstract):
    def setup(self) -> None:
        self.x = jnp.ones(3)

    def later(self) -> None:
        self.x = jnp.ones(3)  # E: jdc-frozen


class Base(eqx.Module):
    x: jax.Array

    def setup(self) -> None:
        self.x = jnp.ones(3)


class Calling(Base):
    def __init__(self) -> None:
        self.setup()


class Mixin:
    def __init__(self, *args: Any) -> None:
        self.prepare()

    def prepare(self) -> None:
        raise NotImplementedError


class Mixed(Mixin, eqx.Module):
    x: jax.Array

    def prepare(self) -> None:
        self.x = jnp.ones(3)


class WithDefaults(eqx.Module):
    x: jax.Array

    def __post_init__(self) -> None:
        self.normalize()

    def normalize(self) -> None:
        self.x = self.x / 2


class Made(eqx.Module):
    x: jax.Array

    def __new__(cls, *args: Any) -> "Made":
        made = super().__new__(cls)
        made.begin()
        return made

    def begin(self) -> None:
        self.x = jnp.ones(3)


# Copies that the copy module makes, and objects without a constructor, stay open.


class Weights(eqx.Module):
    w: jax.Array
    inner: Layer

    def halved(self) -> "Weights":
        new = copy.copy(self)
        new.w = self.w / 2
        setattr(new, "w", new.w)
        return new

    @classmethod
    def blank(cls) -> "Weights":
        made = cls.__new__(cls)
        made.w = jnp.zeros(3)
        return made

    def clone(self) -> "Weights":
        return copy.deepcopy(self)

    def kept(self) -> "Weights":
        self.w = self.w / 2  # E: jdc-frozen
        return self


def train(weights: Weights) -> Weights:
    target = copy.deepcopy(weights)
    target.w = weights.w
    target.inner.x = weights.w
    other = weights.clone()
    other.w = weights.w
    weights.w = target.w  # E: jdc-frozen
    return other


def ensemble(weights: Weights, others: list[Weights]) -> dict[str, Weights]:
    for clone in [copy.deepcopy(weights) for _ in range(3)]:
        clone.w = weights.w
    made = [copy.copy(weights)]
    for each in made:
        each.w = weights.w
    for other in others:
        other.w = weights.w  # E: jdc-frozen
    named = {"target": copy.copy(weights)}
    named["target"].w = weights.w
    return named
