"""Layers in a registry, settings in dicts, and a configuration that is made of them."""

import dataclasses

import jax
import jax.numpy as jnp

REGISTRY = {}  # E: var-annotated
SETTINGS = {"width": 8, "rate": 0.1, "unknown": 3}
SPEC = [("dense", {"units": 4}), ("activation", {}), ("dense", {"units": 2})]
CHANGED = {"width": 3}
LISTED = [3]
PASSED = [3]
READ = {"width": 5}
UNPACKED = {"width": 3}


@dataclasses.dataclass(frozen=True)
class Config:
    width: int = 4
    depth: int = 2
    rate: float = 0.5

    @classmethod
    def from_dict(cls, settings):
        names = {each.name for each in dataclasses.fields(cls)}
        return cls(**{name: value for name, value in settings.items() if name in names})


def register(name):
    def wrap(cls):
        REGISTRY[name] = cls
        return cls

    return wrap


@register("dense")
class Dense:
    def __init__(self, units):
        self.units = units

    def init(self, key, size):
        kernel = jax.nn.initializers.glorot_normal()(key, (size, self.units))
        return self.units, {"kernel": kernel, "bias": jnp.zeros(self.units)}

    def apply(self, params, x):
        return x @ params["kernel"] + params["bias"]


@register("activation")
class Activation:
    def init(self, key, size):
        return size, {}

    def apply(self, params, x):
        return jnp.tanh(x)


class Serial:
    def __init__(self, spec):
        self.layers = [REGISTRY[name](**settings) for name, settings in spec]

    def init(self, key, size):
        params = []
        for layer in self.layers:
            key, part = jax.random.split(key)
            size, made = layer.init(part, size)
            params.append(made)
        return params

    def apply(self, params, x):
        for layer, made in zip(self.layers, params):
            x = layer.apply(made, x)
        return x


def listed():
    return LISTED


def passed():
    return PASSED


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
