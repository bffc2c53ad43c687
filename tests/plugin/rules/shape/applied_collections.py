"""jdc-shape: what ``apply`` of `flax.linen` needs beside the params, in a module that is followed."""

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp

key = jax.random.key(0)
x = jnp.ones((4, 3))


class Net(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array, train: bool = False) -> jax.Array:
        x = nn.BatchNorm(use_running_average=not train)(nn.Dense(8)(x))  # E: jdc-shape
        return nn.Dropout(0.5, deterministic=not train)(x)  # E: jdc-shape


class Plain(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        return nn.Dense(7)(x)  # E: jdc-shape


class Kept(nn.Module):
    rate: float

    @nn.compact
    def __call__(self, x: jax.Array, train: bool) -> jax.Array:
        return nn.Dropout(self.rate)(nn.Dense(6)(x), deterministic=not train)


class Read(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        return nn.BatchNorm(use_running_average=True)(nn.Dense(5)(x))  # E: jdc-shape


def test_trains() -> None:
    variables = Net().init(key, x)
    Net().apply(variables, x)
    Net().apply(variables, x, train=True, rngs={"dropout": key}, mutable=["batch_stats"])
    Net().apply(variables, x, train=True, rngs={"dropout": key}, mutable="batch_stats")
    Net().apply(variables, x, train=True, rngs={"dropout": key}, mutable=True)
    Net().apply(variables, x, train=True, rngs={"params": key}, mutable=["batch_stats"])
    Net().init({"params": key, "dropout": key}, x, train=True)
    Net().init(key, x, train=True)
    Net().apply(variables, x, train=True, rngs={"dropout": key})


def test_without_keys() -> None:
    variables = Net().init(key, x)
    Net().apply(variables, x, train=True, mutable=["batch_stats"])


def test_bare_params() -> None:
    model = Plain()
    params = model.init(key, x)["params"]
    model.apply({"params": params}, x)
    model.apply(params, x)


def test_all_of_it() -> None:
    model = Plain()
    variables = model.init(key, x)
    model.apply(variables, x)
    model.apply({"params": variables["params"]}, x)


def test_rate_of_none() -> None:
    model = Kept(0.0)
    variables = model.init(key, x, train=True)
    model.apply(variables, x, train=True)
    Kept(0.5).apply(variables, x, train=False)


def test_without_statistics() -> None:
    model = Read()
    variables = model.init(key, x)
    model.apply({"params": variables["params"], "batch_stats": variables["batch_stats"]}, x)
    model.apply({"params": variables["params"]}, x, mutable=["batch_stats"])
    model.apply({"params": variables["params"]}, x)


class Dropping(eqx.Module):
    drop: eqx.nn.Dropout

    def __init__(self, rate: float) -> None:
        self.drop = eqx.nn.Dropout(rate)

    def __call__(self, x: jax.Array, key: jax.Array | None = None) -> jax.Array:
        return self.drop(x, key=key)  # E: jdc-shape


def test_dropping() -> None:
    Dropping(0.5)(x, key)
    Dropping(0.0)(x)
    eqx.nn.inference_mode(Dropping(0.5))(x)
    eqx.tree_at(lambda each: each.drop.inference, Dropping(0.5), True)(x)
    Dropping(0.5)(x)
