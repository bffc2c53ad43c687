"""jdc-lost-mutation: changes that the function itself uses, and that its callers look for."""

import flax.struct
import jax
import jax.numpy as jnp
from flax import nnx


@flax.struct.dataclass(frozen=False)
class Adagrad:
    accum: jax.Array
    lr: float = 0.1

    @jax.jit
    def scaled(self, g: jax.Array) -> jax.Array:
        self.accum = self.accum + g**2  # E: jdc-lost-mutation
        return g / jnp.sqrt(self.accum)

    @jax.jit
    def spread(self, g: jax.Array) -> jax.Array:
        """Whoever takes the result may want the old value as well."""
        self.accum = self.accum - self.accum.mean()
        return (self.accum**2 * g).sum()

    @jax.jit
    def counted(self, g: jax.Array) -> jax.Array:
        self.accum += 1  # E: jdc-lost-mutation
        return g / self.accum


@jax.jit
def accumulate(opt: Adagrad, g: jax.Array) -> jax.Array:
    opt.accum += g**2  # E: jdc-lost-mutation
    return opt.lr * g / jnp.sqrt(opt.accum)


@jax.jit
def scratch(opt: Adagrad, g: jax.Array) -> jax.Array:
    opt.accum += g**2
    return opt.accum


@jax.jit
def unread(opt: Adagrad, g: jax.Array) -> jax.Array:
    opt.accum += g**2
    return opt.lr * g / jnp.sqrt(opt.accum)


def run() -> None:
    opt = Adagrad(jnp.ones(2))
    accumulate(opt, jnp.ones(2))
    accumulate(opt, jnp.ones(2))
    print(opt.accum)


def run_method() -> None:
    opt = Adagrad(jnp.ones(2))
    opt.scaled(jnp.ones(2))
    print(opt.accum)
    print(opt.spread(jnp.ones(2)))
    print(opt.accum)
    print(opt.counted(jnp.ones(2)))
    print(opt.accum)


def run_scratch() -> None:
    opt = Adagrad(jnp.ones(2))
    opt.accum = scratch(opt, jnp.ones(2))
    print(opt.accum)
    print(unread(opt, jnp.ones(2)), opt.lr)
    opt.accum = jnp.zeros(2)
    print(opt.accum)


@jax.jit
def returned(opt: Adagrad, g: jax.Array) -> Adagrad:
    opt.accum += g**2  # E: jdc-lost-mutation
    return opt


@jax.jit
def returned_and_taken(opt: Adagrad, g: jax.Array) -> Adagrad:
    opt.accum += g**2
    return opt


def run_returned() -> None:
    opt = Adagrad(jnp.ones(2))
    returned(opt, jnp.ones(2))
    print(opt.accum)
    print(returned_and_taken(opt, jnp.ones(2)))
    print(opt.accum)
    other = returned_and_taken(opt, jnp.ones(2))
    print(opt.accum, other)
    returned_and_taken(opt, jnp.ones(2))
    opt = returned_and_taken(opt, jnp.ones(2))
    print(opt.accum)


class Layer(nnx.Module):
    def __init__(self) -> None:
        self.w = nnx.Param(jnp.ones(3))
        self.calls = nnx.Variable(jnp.zeros(()))

    def rate(self) -> jax.Array:
        return 1.0 / self.calls[...]


@jax.jit
def forward(layer: Layer, x: jax.Array) -> jax.Array:
    layer.calls[...] = layer.calls[...] + 1  # E: jdc-lost-mutation
    return layer.w[...] * x


@jax.jit
def forward_by_rate(layer: Layer, x: jax.Array) -> jax.Array:
    layer.calls[...] = layer.calls[...] + 1
    return layer.rate() * x


@jax.jit
def counted(layer: Layer, x: jax.Array) -> jax.Array:
    layer.calls[...] = layer.calls[...] + 1  # E: jdc-lost-mutation
    return layer.calls[...] * x


@jax.jit
def counted_inside(layer: Layer, x: jax.Array) -> jax.Array:
    layer.calls[...] = layer.calls[...] + 1
    return layer.calls[...] * x


def run_layer() -> None:
    layer = Layer()
    counted(layer, jnp.ones(3))
    print(layer.calls[...])
    print(counted_inside(layer, jnp.ones(3)), layer.w[...])


@jax.jit
def scaled(opt: Adagrad, g: jax.Array) -> jax.Array:
    opt.accum = opt.accum * g
    return opt.accum.sum()


def run_scaled() -> float:
    opt = Adagrad(jnp.ones(2))
    total = scaled(opt, jnp.ones(2))
    return float(total) / opt.accum.size
