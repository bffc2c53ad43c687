"""Methods in a module that maps functions: of classes whose objects are mapped, nothing is known for certain."""

import functools

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Perceptron(eqx.Module):
    first: Float[Array, "hidden inputs"]
    second: Float[Array, "outputs hidden"]

    def __call__(self, x: Float[Array, " inputs"]) -> Float[Array, " outputs"]:
        return self.first @ jax.nn.relu(self.first @ x)  # E: jdc-shape

    def right(self, x: Float[Array, " inputs"]) -> Float[Array, " outputs"]:
        return self.second @ jax.nn.relu(self.first @ x)


class Block(eqx.Module):
    linear: eqx.nn.Linear
    layers: list[eqx.nn.Linear]
    norm: eqx.nn.LayerNorm

    def __call__(self, x: Float[Array, "time features"]) -> Array:
        for layer in self.layers:
            x = jax.vmap(layer)(x)
        return jax.vmap(self.linear)(jax.vmap(self.norm)(x))


@jax.vmap
def product(x: Array, y: Array) -> Array:
    return x @ y


@functools.partial(jax.vmap, in_axes=(0, None))
def scaled(x: Array, by: Array) -> Array:
    return x * by


pairs = jax.jit(jax.vmap(jax.vmap(jnp.dot, (None, 0)), (0, None)))


def loss(model: Perceptron, x: Array, y: Array) -> Array:
    def one(row, model):  # type: ignore[no-untyped-def]
        return model.right(row)

    found = jax.vmap(lambda row: model(row))(x) + jax.vmap(one, in_axes=(0, None))(x, model)
    slopes = jax.vmap(jax.grad(lambda row: (row**2).sum()))(x)
    return jnp.mean((found - y) ** 2) + jax.vmap(jax.nn.softmax)(slopes).sum()


class Expert(eqx.Module):
    """Of which there are many in one object: every field has an axis more than the annotation says."""

    gate: Float[Array, " inputs"]
    weights: Float[Array, "outputs inputs"]

    def gates(self) -> Float[Array, " inputs"]:
        return self.gate @ self.weights.mean(2)


class Mixture(eqx.Module):
    """Mapped too, and with it what it holds."""

    expert: Expert
    inner: "Inner"


class Inner(eqx.Module):
    gate: Float[Array, " inputs"]
    weights: Float[Array, "outputs inputs"]

    def gates(self) -> Float[Array, " inputs"]:
        return self.gate @ self.weights.mean(2)


class Special(Inner):
    def others(self) -> Float[Array, " inputs"]:
        return self.gate @ self.weights.mean(2)


def make(key: Array) -> Mixture:
    weights = jax.random.normal(key, (3, 4))
    return Mixture(Expert(weights[0], weights), Inner(weights[1], weights))


def many(keys: Array) -> Mixture:
    return eqx.filter_vmap(make)(keys)
