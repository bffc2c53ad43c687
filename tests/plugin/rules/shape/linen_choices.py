"""jdc-shape: layers of flax.linen that are told nowhere whether they train."""

import functools
from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx
from flax.linen import BatchNorm, Dropout


class Inline(nn.Module):
    rate: float

    @nn.compact
    def __call__(self, x: jax.Array, train: bool) -> jax.Array:
        x = nn.Dense(4)(x)
        return nn.Dropout(self.rate)(x)  # E: jdc-shape


class Normed(nn.Module):
    @nn.compact
    def __call__(self, x: Any, train: bool) -> Any:
        x = BatchNorm(momentum=0.9)(x)  # E: jdc-shape
        return nn.relu(x)


class SetUp(nn.Module):
    rate: float = 0.5

    def setup(self) -> None:
        self.dense = nn.Dense(4)
        self.drop = Dropout(rate=self.rate)
        self.norm = nn.BatchNorm(name="norm")

    def __call__(self, x: jax.Array, train: bool) -> jax.Array:
        x = self.drop(self.dense(x))  # E: jdc-shape
        return self.norm(x)  # E: jdc-shape


class Named(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array, train: bool) -> jax.Array:
        drop = nn.Dropout(0.1)
        return drop(x)  # E: jdc-shape


for module in (Inline(0.5), Normed(), SetUp(), Named()):
    try:
        module.init({"params": jax.random.key(0), "dropout": jax.random.key(1)}, jnp.ones((2, 3)), train=True)
    except ValueError as error:
        print(error)
    else:
        raise AssertionError(module)


# What stays silent: the choice is made somewhere.


class Told(nn.Module):
    train: bool = False

    def setup(self) -> None:
        self.drop = nn.Dropout(0.5, deterministic=not self.train)
        self.called = nn.Dropout(0.5)
        self.norm = nn.BatchNorm(use_running_average=not self.train)
        self.also = nn.BatchNorm()

    def __call__(self, x: jax.Array, train: bool) -> jax.Array:
        x = self.drop(x)
        x = self.called(x, deterministic=not train)
        x = self.called(x, not train)
        x = self.norm(x)
        return self.also(x, use_running_average=not train)


class Partial(nn.Module):
    dropping: Any = nn.Dropout

    @nn.compact
    def __call__(self, x: jax.Array, train: bool, **options: Any) -> jax.Array:
        norm = functools.partial(nn.BatchNorm, use_running_average=not train)
        x = norm()(x)
        x = nn.Dropout(0.5, (), True)(x)
        x = nn.Dropout(0.5, **options)(x)
        x = nn.Dropout(0.5)(x, **options)
        return functools.partial(self.dropping, deterministic=not train)(0.1)(x)


class Nnx(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.norm = nnx.BatchNorm(3, rngs=rngs)

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.norm(self.drop(x))


told = Told()
variables = told.init(jax.random.key(0), jnp.ones((2, 3)), False)
told.apply(variables, jnp.ones((2, 3)), False)
partly = Partial()
partly.apply(
    partly.init(jax.random.key(0), jnp.ones((2, 3)), False, deterministic=True),
    jnp.ones((2, 3)),
    False,
    deterministic=True,
)
Nnx(nnx.Rngs(0))(jnp.ones((2, 3)))
