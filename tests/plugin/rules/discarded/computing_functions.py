"""Functions that compute a new object, for `computed_elsewhere`, and some that do more."""

import flax.struct
import jax
import jax.numpy as jnp

RATE = 0.1
LOG: list[str] = []


@flax.struct.dataclass
class Moments:
    mean: jax.Array

    def updated(self, x: jax.Array) -> "Moments":
        return self.replace(mean=0.9 * self.mean + 0.1 * x)


@flax.struct.dataclass
class State:
    x: jax.Array
    moments: Moments
    time: float = 0.0

    def moved(self, by: float) -> "State":
        return self.replace(x=self.x + by)

    def logged(self) -> "State":
        LOG.append("seen")
        return self.replace(time=self.time + 1)


class Loud(State):
    def moved(self, by: float) -> "State":
        LOG.append("moved")
        return super().moved(by)


def start() -> State:
    return State(jnp.ones(3), Moments(jnp.zeros(3)))


def loss(x: jax.Array, rows: jax.Array) -> jax.Array:
    return jnp.sum((x - rows) ** 2)


def descended(state: State, rows: jax.Array) -> State:
    def of_state(x: jax.Array) -> jax.Array:
        return loss(x, rows)

    value, grads = jax.value_and_grad(of_state)(state.x)
    return state.replace(x=state.x - RATE * grads, moments=state.moments.updated(value))


def stepped(state: State, rows: jax.Array) -> State:
    grads = jax.grad(loss)(state.x, rows)
    if len(rows) > 3:
        grads = jnp.clip(grads, -1.0, 1.0)
    return ticked(state.replace(x=state.x - RATE * grads))


def ticked(state: State) -> State:
    """Let time go on."""
    return state.replace(time=state.time + 1.0)


def halved(state: State) -> State:
    return State(jax.tree.map(lambda leaf: leaf / 2, state.x), state.moments)


def moved(state: State) -> State:
    return state.moved(1.0)


def told(state: State) -> State:
    print("step", state.time)
    return state.replace(time=state.time + 1.0)


def told_inside(state: State) -> State:
    return told(state.replace(x=state.x * 2))


def kept(state: State) -> State:
    LOG.append("kept")
    return state.replace(time=0.0)


def seen(state: State) -> State:
    return state.logged()


def checked(state: State) -> State:
    assert state.x.ndim == 1
    return state.replace(time=0.0)


def called_back(state: State) -> State:
    return state.replace(x=jax.tree.map(shown, state.x))


def shown(x: jax.Array) -> jax.Array:
    print(x)
    return x


def same(state: State) -> State:
    return state


def thrown_away(state: State) -> None:
    state.replace(time=1.0)  # E: jdc-discarded
