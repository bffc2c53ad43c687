"""jdc-shape: a loop that carries an object, and a map that keeps all axes, leave the fields as they are."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class State(eqx.Module):
    position: Float[Array, "n 3"]
    mass: Float[Array, "n"]


def step(state: State, force: Float[Array, "3"]) -> State:
    return State(state.position + force / state.mass[:, None], state.mass)


def weight(state: State) -> Float[Array, "n 3"]:
    return state.mass[:, None, None][..., 0] * state.position


def too_deep(state: State) -> Float[Array, "n"]:
    return state.mass[:, 0]  # E: jdc-shape


def rolled(state: State, forces: Float[Array, "t 3"]) -> tuple[State, Array]:
    def body(now: State, force: Float[Array, "3"]) -> tuple[State, Float[Array, ""]]:
        new = step(now, force)
        return new, jnp.sum(new.mass)

    return jax.lax.scan(body, state, forces)


def halved(state: State) -> State:
    return jax.tree.map(lambda leaf: 0.5 * leaf, state)


rolled(State(jnp.zeros((5, 3)), jnp.ones(5)), jnp.zeros((10, 3)))
