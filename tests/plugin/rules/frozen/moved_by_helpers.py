"""jdc-frozen and jdc-shape: what helpers of another module do to frozen objects, as the run shows it at the call."""

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]
from flax.training.train_state import TrainState
from moving_helpers import (
    Cart,
    Log,
    Track,
    either,
    forgiving,
    marked,
    marked_well,
    noted,
    pushed,
    pushed_typed,
    pushed_well,
    renamed,
    renamed_well,
    widened,
    widened_well,
)


def drive(cart, turns):
    log = Log([])
    for _ in range(turns):
        cart = pushed_well(cart, 0.1)
        cart = renamed_well(cart, 0.2)
        cart = forgiving(cart, 0.1)
        cart = either(cart, cart.speed)
        log = noted(log, cart)
    either({"speed": 0}, 1)
    return log


def mark(track):
    track = marked_well(track, 1.0)
    return widened_well(track)


def push(cart):
    return pushed(cart, 0.5)  # E: jdc-frozen


def push_typed(cart):
    return pushed_typed(cart, jnp.ones(2))


def marks(track):
    return marked(track, 1.0)  # E: jdc-frozen


def rename(cart):
    return renamed(cart, 0.5)  # E: jdc-shape


def widen(track):
    return jax.jit(widened)(track)  # E: jdc-shape


def shorter(cart):
    return cart.replace(size=1)  # E: jdc-shape


def tuned(state):
    state = state.replace(step=state.step + 1)
    state.params = jax.tree.map(jnp.zeros_like, state.params)  # E: jdc-frozen
    return state


def main():
    drive(Cart(jnp.zeros(2), jnp.ones(2)), 2)
    mark(Track(jnp.zeros(4), jnp.float32(1)))
    push(Cart(jnp.zeros(2), jnp.ones(2)))
    push_typed(Cart(jnp.zeros(2), jnp.ones(2)))
    marks(Track(jnp.zeros(4), jnp.float32(1)))
    rename(Cart(jnp.zeros(2), jnp.ones(2)))
    widen(Track(jnp.zeros(4), jnp.float32(1)))
    shorter(Cart(jnp.zeros(2), jnp.ones(2)))
    tuned(TrainState.create(apply_fn=lambda params, x: x, params={"w": jnp.ones(2)}, tx=optax.sgd(0.1)))


if __name__ == "__main__":
    main()
