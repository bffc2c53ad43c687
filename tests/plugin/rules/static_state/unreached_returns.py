"""What a function returns for some shapes only may never be returned."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    n: Any = flax.struct.field(pytree_node=False, default=0)

    def summed(self) -> "State":
        return State(self.x, n=self.x.sum())


@jax.jit
def made(x: jax.Array) -> Any:
    state = State(x, n=x.sum())
    if state.x.ndim > 5:
        return state
    return state.x * 2


@jax.jit
def replaced(state: State) -> Any:
    if state.x.ndim > 5:
        return state.replace(n=state.x.sum())  # type: ignore[attr-defined]
    return state


@jax.jit
def counted(state: State) -> Any:
    later = state.replace(n=state.n + 1)  # type: ignore[attr-defined]
    if state.x.shape[0] > 5:
        return later
    return state


@jax.jit
def by_method(state: State) -> Any:
    if len(state.x) > 5:
        return state.summed()
    return state


@jax.jit
def always(x: jax.Array) -> State:
    scale = 2 if x.ndim > 5 else 1
    return State(scale * x, n=x.sum())  # E: jdc-static-state


def run(x: jax.Array) -> None:
    made(x)
    by_method(counted(replaced(State(x))))
    always(jnp.ones(3))


@jax.jit
def for_integers(x: jax.Array) -> Any:
    if x.dtype == jnp.int32:
        return State(x, n=x.sum())
    return x


@jax.jit
def where_caught(x: jax.Array) -> Any:
    try:
        return State(x, n=x.shape[0])
    except IndexError:
        return State(x, n=x)


@jax.jit
def for_numbers(x: jax.Array) -> Any:
    total = State(x, n=x.sum())
    return total if x.ndim > 5 else x


@jax.jit
def by_name(x: jax.Array) -> Any:
    n = x.shape[0]
    if n > 10:
        return State(x, n=x.sum())
    return x
