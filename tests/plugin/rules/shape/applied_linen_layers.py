"""Layers of flax.linen whose ``init`` and ``apply`` are given what ``__call__`` says that it takes, or something else."""

import flax.linen as nn
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int


class Classifier(nn.Module):
    features: int = 32

    @nn.compact
    def __call__(self, x: Float[Array, "b 28 28 1"], *, train: bool = False) -> Float[Array, "b 10"]:
        x = nn.relu(nn.Conv(self.features, (3, 3))(x))
        return nn.Dense(10)(x.reshape((x.shape[0], -1)))


class Row(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x: Float[Array, "12"], n: Int[Array, ""] | None = None) -> Float[Array, "width"]:
        return nn.Dense(self.width)(x)

    def single(self, x: Float[Array, "3"]) -> Float[Array, "3"]:
        return x


class Base(nn.Module):
    def setup(self) -> None:
        self.inner = nn.Dense(4)

    def __call__(self, x: Float[Array, "b i"]) -> Float[Array, "b 4"]:
        return nn.Dense(4)(x)


class Derived(Base):
    pass


class Numbered(nn.Module):
    def __call__(self, x: Float[Array, "b i"]) -> Float[Array, "b i"]:
        return x

    def init(self, key: Array, n: Array) -> Array:  # type: ignore[override]
        return n


model = Classifier()


def classify(key: Array) -> None:
    model.init(key, jnp.zeros((28, 28, 1)))  # E: jdc-shape
    model.init({"params": key}, jnp.zeros((1, 28, 28, 1), int), train=True)  # E: jdc-dtype
    variables = model.init(key, jnp.zeros((1, 28, 28, 1)))
    model.apply(variables, jnp.zeros((8, 28, 28, 3)), rngs={"dropout": key})  # E: jdc-shape
    model.apply(variables, jnp.zeros((8, 28, 28, 1)), train=True)
    model.apply(variables, jnp.zeros((8, 28, 28, 1)), mutable=["batch_stats"])


def rows(key: Array) -> None:
    Row(3).init(key, jnp.zeros((1, 12)))  # E: jdc-shape
    Row(3).init_with_output(key, x=jnp.zeros((2, 12)))  # E: jdc-shape
    Derived().init(key, jnp.zeros((3,)))  # E: jdc-shape
    Row(3).apply({}, jnp.zeros((12,)), jnp.zeros(()))  # E: jdc-dtype
    row = Row(3)
    params = row.init(key, jnp.zeros(12))
    row.init(rngs=key, x=jnp.zeros(12))
    row.apply(params, jnp.zeros(3), method=row.single)
    row.apply(params, jnp.zeros(3), method="single")
    jax.vmap(row.apply, in_axes=(None, 0))(params, jnp.zeros((5, 12)))
    Numbered().init(key, jnp.zeros(3))


def batches(key: Array) -> None:
    batched = nn.vmap(Row, variable_axes={"params": None}, split_rngs={"params": False}, in_axes=0)
    layer = batched(3)
    layer.init(key, jnp.zeros((5, 12)))
    batched(3).init(key, jnp.zeros((5, 12)))


def given(row: Row, key: Array) -> None:
    row.init(key, jnp.zeros((5, 12)))
