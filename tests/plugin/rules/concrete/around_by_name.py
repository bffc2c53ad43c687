"""One transformation around another by the only name that the inner one has."""

import math

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int
    flag: bool = False


def rate(s: State, t: jax.Array) -> jax.Array:
    return s.x * t / math.sqrt(s.n)  # E: jdc-concrete


rates = jax.vmap(rate, in_axes=(None, 0))
fast_rates = jax.jit(rates)


def loss(w: jax.Array, s: State) -> jax.Array:
    if s.flag:  # E: jdc-concrete
        return w.sum()
    return (w * 2).sum()


def train(s: State) -> jax.Array:
    slope = jax.grad(loss)
    step = jax.jit(slope)
    return step(s.x, s)


def eager_loss(w: jax.Array, s: State) -> jax.Array:
    return w.sum() if s.flag else (w * 2).sum()


eager_slope = jax.grad(eager_loss)
chosen = jax.grad(eager_loss)
chosen = jax.vmap(eager_loss, in_axes=(0, None))
fast_chosen = jax.jit(chosen)


def eager_rate(s: State, t: jax.Array) -> jax.Array:
    return s.x * t / math.sqrt(s.n)


eager_rates = jax.vmap(eager_rate, in_axes=(None, 0))
static_rates = jax.jit(eager_rates, static_argnums=0)


class Model:
    def scaled(self, s: State, t: jax.Array) -> jax.Array:
        return t / math.sqrt(s.n)

    scaled = jax.vmap(scaled, in_axes=(None, None, 0))  # type: ignore[assignment]


def use(s: State) -> None:
    print(eager_slope(s.x, s), eager_rates(s, s.x), fast_rates(s, jnp.ones(2)), Model().scaled(s, s.x))
