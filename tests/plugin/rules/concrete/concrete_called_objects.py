"""Objects that a traced function calls, and slices along several axes."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Smoother:
    weights: jax.Array
    window: int
    order: int = flax.struct.field(pytree_node=False, default=2)

    def __call__(self, prices: jax.Array) -> jax.Array:
        kernel = jnp.ones(self.window)  # E: jdc-concrete
        return jnp.convolve(prices, kernel) + jnp.zeros(self.order).sum()


@flax.struct.dataclass
class Chain:
    first: Smoother
    gain: jax.Array


class Scale(flax.struct.PyTreeNode):
    by: int

    def __call__(self, x: jax.Array) -> jax.Array:
        return x * self.by

    def rows(self, x: jax.Array) -> jax.Array:
        return x[: self.by]  # E: jdc-concrete


class Base(flax.struct.PyTreeNode):
    size: int

    def __call__(self, x: jax.Array) -> jax.Array:
        return jnp.ones(self.size) + x


class Derived(Base):
    def __call__(self, x: jax.Array) -> jax.Array:
        return x


class Bank(eqx.Module):
    taps: jax.Array
    every: int

    def __call__(self, signal: jax.Array) -> jax.Array:
        return signal[:: self.every]


@jax.jit
def smooth(smoother: Smoother, prices: jax.Array) -> jax.Array:
    return smoother(prices)


@jax.jit
def through_field(chain: Chain, scale: Scale, base: Base, x: jax.Array) -> jax.Array:
    return chain.first(scale(x)) * scale.rows(x) + base(x)


@eqx.filter_jit
def analyse(bank: Bank, signal: jax.Array) -> jax.Array:
    return bank(signal)


@jax.jit
def nearest(chain: Chain, smoother: Smoother, distances: jax.Array) -> jax.Array:
    first = distances[:, : smoother.window]  # E: jdc-concrete
    second = distances[smoother.window :, ..., None]  # E: jdc-concrete
    third = distances[:, : smoother.order, smoother.window]
    return first + second + third + distances[..., chain.gain]


@jax.jit
def decimated(bank: Bank, smoother: Smoother, signal: jax.Array) -> jax.Array:
    filtered = jnp.convolve(signal, bank.taps, mode="same")
    return filtered.reshape(-1, smoother.window) + filtered.reshape(-1, smoother.order)  # E: jdc-concrete
