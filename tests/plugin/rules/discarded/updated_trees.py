"""jdc-discarded for functions of equinox that copy a tree, and flax's train states."""

import equinox as eqx
import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState


class M(eqx.Module):
    w: jax.Array

    def reset(self) -> "M":
        eqx.tree_at(lambda m: m.w, self, jnp.zeros(3))  # E: jdc-discarded
        return self


def train(m: M, g: M) -> M:
    eqx.apply_updates(m, g)  # E: jdc-discarded
    _ = eqx.tree_at(lambda m: m.w, m, jnp.ones(3))
    m = eqx.tree_at(lambda m: m.w, m, jnp.ones(3))
    return m


def whole(m: M) -> M:
    arrays, rest = eqx.partition(m, eqx.is_array)
    eqx.combine(arrays, rest)  # E: jdc-discarded
    eqx.filter(m, eqx.is_array)  # E: jdc-discarded
    eqx.partition(m, eqx.is_array)  # E: jdc-discarded
    return eqx.combine(arrays, rest)


def counted(index: eqx.nn.StateIndex[jax.Array], state: eqx.nn.State) -> eqx.nn.State:
    state.set(index, jnp.ones(()))  # E: jdc-discarded
    state = state.set(index, state.get(index) + 1)
    part = state.substate(index)
    state.update(part)  # E: jdc-discarded
    return state.update(part)


def test_combining(m: M, state: eqx.nn.State) -> None:
    eqx.combine(m, m)
    state.update(state)


def test_it(m: M) -> None:
    eqx.tree_at(lambda m: m.w, m, jnp.ones(3))


def step(state: TrainState) -> TrainState:
    state.apply_gradients(grads={})  # E: jdc-discarded
    after: TrainState = state.apply_gradients(grads={})
    return after


class Logged(TrainState):
    def apply_gradients(self, *, grads: object, **kwargs: object) -> "Logged":
        print(grads)
        return self


def logged(state: Logged) -> None:
    state.apply_gradients(grads={})


def test_step(state: TrainState) -> None:
    state.apply_gradients(grads={})


@jax.jit
def stepped(state: TrainState, grads: dict[str, jax.Array]) -> TrainState:
    """Call a method of another module in a traced function."""
    state.apply_gradients(grads=grads)  # E: jdc-discarded
    return state.apply_gradients(grads=grads)
