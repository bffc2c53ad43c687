"""jdc-discarded: functions of JAX whose argument the code goes on to use, and pure functions of the module."""

import functools
import time
from typing import NamedTuple

import equinox as eqx
import flax.jax_utils
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int = 0


class Cell(NamedTuple):
    hidden: jax.Array
    step: int


class Pair(NamedTuple):
    name: str
    length: int


class Average(eqx.Module):
    value: jax.Array

    def updated(self, x: jax.Array) -> "Average":
        return eqx.tree_at(lambda each: each.value, self, 0.9 * self.value + 0.1 * x)  # type: ignore[no-any-return]

    def told(self, x: jax.Array) -> "Average":
        return eqx.tree_at(lambda each: print(each) or each.value, self, x)  # type: ignore[no-any-return, func-returns-value]


def of_jax_numpy(x: jax.Array, key: jax.Array) -> jax.Array:
    jnp.sort(x)  # E: jdc-discarded
    jnp.append(x, 1.0)  # E: jdc-discarded
    jax.random.fold_in(key, 3)  # E: jdc-discarded
    jax.device_put(x, jax.devices()[0])  # E: jdc-discarded
    jnp.broadcast_shapes(x.shape, (3,))
    jnp.linalg.norm(x)
    jnp.sort(x * 2)
    x = jnp.sort(x)
    (x + 1).reshape(3, 1)
    y = x + jnp.append(x, 1.0)[0]
    jnp.sort(x)
    y.reshape(3, 1)
    return jax.device_put(key)


def timed(x: jax.Array) -> float:
    begin = time.perf_counter()
    jnp.sort(x)
    x.reshape(-1)
    jax.device_put(x)
    return time.perf_counter() - begin


def test_sort() -> None:
    x = jnp.ones(3)
    jnp.sort(x)
    x.reshape(3, 1)
    jax.random.fold_in(jax.random.key(0), 3)

    def traced(x: jax.Array) -> jax.Array:
        jnp.sort(x)
        return x

    assert jax.jit(traced)(x).shape == (3,)


def of_named_tuples(cell: Cell, pair: Pair) -> Cell:
    cell._replace(hidden=jnp.zeros(3))  # E: jdc-discarded
    pair._replace(length=3)
    return cell._replace(step=3)


def methods(average: Average) -> Average:
    average.updated(jnp.ones(3))  # E: jdc-discarded
    average.told(jnp.ones(3))
    return average.updated(jnp.ones(3))


def scaled(leaf: jax.Array) -> jax.Array:
    return leaf * 0.9


def shown(leaf: jax.Array) -> jax.Array:
    print(leaf)
    return leaf * 0.9


def descend(leaf: jax.Array, slope: jax.Array) -> jax.Array:
    return leaf - 0.1 * slope


def same(leaf: jax.Array, other: jax.Array) -> bool:
    return leaf.shape == other.shape


def trees(state: State) -> None:
    jax.tree.map(scaled, state)  # E: jdc-discarded
    jax.tree.map(descend, state, state)  # E: jdc-discarded
    jax.tree.map(functools.partial(jnp.multiply, 0.5), state)  # E: jdc-discarded
    jax.tree.map(functools.partial(print, "leaf"), state)
    jax.tree.map(shown, state)
    jax.tree.map(same, state, state)


def moved(state: State, by: float = 1.0) -> State:
    """Return the state after a step."""
    x = state.x + by
    return state.replace(x=x, step=state.step + 1)


def announced(state: State) -> State:
    print(state.step)
    return state.replace(step=state.step + 1)


def checked(state: State) -> State:
    if state.x.ndim != 1:
        raise ValueError(state.x.ndim)
    return state.replace(step=0)


def unchanged(state: State) -> State:
    return state


def began(step: int) -> State:
    return State(jnp.zeros(3), step).replace(step=step)


@jax.jit
def jitted(state: State) -> State:
    return state.replace(x=state.x * 2)


def run(state: State) -> State:
    moved(state)  # E: jdc-discarded
    for _ in range(3):
        moved(state, by=0.5)  # E: jdc-discarded
    announced(state)
    checked(state)
    unchanged(state)
    began(3)
    jitted(state)
    try:
        moved(state)
    except TypeError:
        print("refused")

    def local(each: State) -> State:
        return each.replace(step=3)

    local(state)  # E: jdc-discarded
    return moved(state)


def test_moved() -> None:
    moved(State(jnp.ones(3)))


def may_be_rows(x: jax.Array) -> jax.Array | None:
    try:
        x.reshape(3, -1)
        jnp.reshape(x, (3, -1))
    except TypeError:
        return None
    return x


@flax.struct.dataclass
class Run:
    x: jax.Array


class Network(eqx.Module):
    drop: eqx.nn.Dropout


def averaged(grads: dict[str, jax.Array], x: jax.Array) -> tuple[dict[str, jax.Array], jax.Array]:
    jax.lax.pmean(grads, axis_name="batch")  # E: jdc-discarded
    jax.lax.psum(x, "batch")  # E: jdc-discarded
    jax.lax.psum(1, "batch")
    jax.lax.with_sharding_constraint(x, jax.sharding.PartitionSpec("x"))  # E: jdc-discarded
    return grads, x


def copied(run: Run, network: Network) -> tuple[Run, Network]:
    jax.lax.stop_gradient(run)  # E: jdc-discarded
    jax.tree.map(jax.lax.stop_gradient, run)  # E: jdc-discarded
    flax.jax_utils.replicate(run)  # E: jdc-discarded
    eqx.nn.inference_mode(network)  # E: jdc-discarded
    jax.block_until_ready(run)
    run = jax.lax.stop_gradient(run)
    return run, eqx.nn.inference_mode(network)
