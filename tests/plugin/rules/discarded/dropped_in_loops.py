"""jdc-discarded: loops that call a jitted function for each item and drop the state that it makes."""

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class State:
    step: jax.Array
    params: dict[str, jax.Array]


def init(key: jax.Array) -> State:
    return State(step=jnp.zeros((), jnp.int32), params={"w": jax.random.normal(key, (4,))})


def loss_of(params: dict[str, jax.Array], x: jax.Array) -> jax.Array:
    return jnp.mean((params["w"] * x) ** 2)


@jax.jit
def step(state: State, x: jax.Array) -> tuple[State, jax.Array]:
    loss, grads = jax.value_and_grad(loss_of)(state.params, x)
    return state.replace(step=state.step + 1, params=grads), loss


@jax.jit
def shown(state: State, x: jax.Array) -> State:
    jax.debug.print("{}", x)
    return state.replace(step=state.step + 1)


@jax.jit
def shown_by_others(state: State, x: jax.Array) -> State:
    show(x)
    return state.replace(step=state.step + 1)


def show(x: jax.Array) -> None:
    jax.debug.callback(print, x)


def alone(key: jax.Array, xs: list[jax.Array]) -> State:
    state = init(key)
    for x in xs:
        step(state, x)  # E: jdc-discarded
    return state


def underscore(key: jax.Array, n: int) -> tuple[State, int]:
    state = init(key)
    for at in range(n):
        _ = step(state, jnp.ones((4,)) * at)  # E: jdc-discarded
    return state, n


def named(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        scaled = 2 * x
        found = step(state, scaled)  # E: jdc-discarded
    return state


def same_for_each(state: State, x: jax.Array) -> State:
    for _ in range(3):
        step(state, x)
    return state


def taken(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        state, _ = step(state, x)
    return state


def read_below(state: State, xs: list[jax.Array]) -> tuple[State, jax.Array]:
    for x in xs:
        made = step(state, x)
    return state, made[1]


def trained_below(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        step(state, x)
    for x in xs:
        state, _ = step(state, x)
    return state


def warmed_up(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        step(state, x)
    return state


def not_given_back(state: State, xs: list[jax.Array]) -> int:
    for x in xs:
        step(state, x)
    return len(xs)


def printed(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        shown(state, x)
        shown_by_others(state, x)
    return state


def losses(state: State, xs: list[jax.Array]) -> tuple[State, list[jax.Array]]:
    found = []
    for x in xs:
        _, loss = step(state, x)
        found.append(loss)
    return state, found


def ready(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        jax.block_until_ready(step(state, x))
    return state


def caught(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        try:
            step(state, x)
        except TypeError:
            print("refused")
    return state


def kept(value: jax.Array) -> jax.Array:
    jax.debug.callback(print, value)
    return value


class Sink:
    def put(self, value: jax.Array) -> jax.Array:
        return kept(value)


SINK = Sink()
TABLE = {"kept": kept}
OTHER = kept
grad_of = jax.grad(loss_of)


@jax.jit
def put_by_method(state: State, x: jax.Array) -> State:
    return state.replace(step=state.step + SINK.put(x).astype(int))


@jax.jit
def put_by_table(state: State, x: jax.Array) -> State:
    return state.replace(step=state.step + TABLE["kept"](x).astype(int))


@jax.jit
def put_by_another_name(state: State, x: jax.Array) -> State:
    return state.replace(step=state.step + OTHER(x).astype(int))


@jax.jit
def put_in_loop(state: State, x: jax.Array) -> State:
    for function in (kept, kept):
        x = function(x)
    return state.replace(step=state.step + x.astype(int))


@jax.jit
def by_gradient(state: State, x: jax.Array) -> State:
    return state.replace(params=grad_of(state.params, x))


def puts(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        put_by_method(state, x)
        put_by_table(state, x)
        put_by_another_name(state, x)
        put_in_loop(state, x)
    return state


def learns(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        by_gradient(state, x)  # E: jdc-discarded
    return state


def buckets(state: State, xs: list[jax.Array]) -> State:
    for x in xs:
        by_gradient(state, jnp.zeros_like(x))
    return state
