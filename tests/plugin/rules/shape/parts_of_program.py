"""Functions and classes that another module runs, without annotations."""

import dataclasses

import jax
import jax.numpy as jnp

WIDTH = 6
SCALES = [1.0, 2.0]
chosen = 3


@dataclasses.dataclass
class Config:
    width: int = 4
    depth: int = 2

    @property
    def double(self):
        return 2 * self.width


def dense(key, rows, columns):
    return {"w": jax.random.normal(key, (rows, columns)), "b": jnp.zeros(columns)}


def apply(params, x):
    return x @ params["w"] + params["b"]


def windows(x, size):
    for start in range(x.shape[0] - size + 1):
        yield x[start : start + size]


def chosen_ones():
    return jnp.ones(chosen)


class Layer:
    def __init__(self, config, key):
        self.config = config
        self.params = dense(key, config.width, config.double)

    def __call__(self, x):
        return apply(self.params, x)

    @classmethod
    def small(cls, key):
        return cls(Config(3), key)

    @property
    def weights(self):
        return self.params["w"]


class Wide(Layer):
    def __init__(self, config, key):
        super().__init__(dataclasses.replace(config, width=2 * config.width), key)


def report(layers):
    for each in layers:
        print(each.weights.shape)


class Series:
    def __init__(self, rows, context):
        self.rows = rows
        self.context = context

    def __len__(self):
        return self.rows.shape[0] - self.context

    def __getitem__(self, place):
        return self.rows[:3], self.rows[3:4]

    def __iter__(self):
        for place in range(len(self)):
            yield self[place]


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
