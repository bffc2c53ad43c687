"""Static functions, made in a loop and before it."""

import functools
from collections.abc import Callable
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped, unused-ignore]


@flax.struct.dataclass
class Task:
    x: jax.Array
    run: Callable[[jax.Array], jax.Array] = flax.struct.field(pytree_node=False)
    data: Callable[[jax.Array], jax.Array] = jax.tree_util.Partial(jnp.tanh)


def scaled(scale: float, x: jax.Array) -> jax.Array:
    return scale * x


def loop(x: jax.Array) -> None:
    first = Task(x, lambda y: y)
    once = functools.partial(scaled, 2.0)
    for _ in range(3):
        print(Task(x, lambda y: y))  # E: jdc-retrace
        print(Task(x, run=functools.partial(scaled, 2.0)))  # E: jdc-retrace
        print(first.replace(run=jax.jit(jnp.tanh)))  # E: jdc-retrace
        print(Task(x, once), Task(x, jnp.tanh), first.replace(x=x))
        print(Task(x, once, data=jax.tree_util.Partial(scaled, 2.0)))


def loop_around_functions(x: jax.Array) -> None:
    for scale in (1.0, 2.0):

        @jax.jit
        def run(y: jax.Array) -> jax.Array:
            return Task(y, lambda z: z).x * scale

        run(x)


def respelled(x: jax.Array) -> None:
    for _ in range(3):
        named = lambda y: y
        print(Task(x, named))  # E: jdc-retrace
    for _ in range(3):
        print(Task(x, named))
    before = lambda y: y
    print([Task(x, lambda y: y) for _ in range(3)])  # E: jdc-retrace
    print({n: Task(x, functools.partial(scaled, n)) for n in range(3)})  # E: jdc-retrace
    print([Task(x, before) for _ in range(3)])
    print([task.x for task in [Task(x, lambda y: y)]])


def defined(x: jax.Array) -> None:
    def before(y: jax.Array) -> jax.Array:
        return y

    for _ in range(3):

        def inside(y: jax.Array) -> jax.Array:
            return y

        print(Task(x, inside))  # E: jdc-retrace
        print(Task(x, before), Task(x, jnp.tanh, data=inside))
    print(Task(x, inside))


@flax.struct.dataclass
class Rated:
    x: jax.Array
    rate: float = flax.struct.field(pytree_node=False, default=0.1)
    decay: float = 0.9


def rated(x: jax.Array, rates: list[float], rate: float) -> None:
    state = Rated(x)
    for each in rates:
        print(state.replace(rate=each))  # E: jdc-retrace
        print(state.replace(decay=each), state.replace(rate=rate), Rated(x, 0.5))
    for step in range(3):
        state = state.replace(rate=state.rate * 0.9)  # E: jdc-retrace
        print(Rated(x, decay=1 / (step + 1)))
    print(state.replace(rate=rate * 2))
    print([Rated(x, rate=each) for each in rates])  # E: jdc-retrace
    print({n: Rated(x, n / 10) for n, _ in enumerate(rates)})  # E: jdc-retrace
    print([Rated(x, rate=rate, decay=each) for each in rates])
    print([state.replace(x=each) for each in [Rated(x, rate=0.5).x for _ in rates]])
    for _ in range(3):
        state = Rated(state.x + 1, rate=state.rate)
        state = state.replace(rate=state.rate)


@flax.struct.dataclass
class Counted:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    size: int = flax.struct.field(pytree_node=False, default=0)
    count: int = 0


@jax.jit
def run(state: Counted) -> Counted:
    return state.replace(x=state.x + state.step)


def counted_alone(state: Counted) -> Counted:
    """No jitted function sees the counts."""
    for _ in range(3):
        state = state.replace(x=state.x + 1, step=state.step + 1)
    return run(state)


def counted(state: Counted) -> Counted:
    for size in range(3):
        state = run(state.replace(x=2 * state.x, step=state.step + 1))  # E: jdc-retrace
        print(run(state))
        state = Counted(state.x, step=state.step, count=state.count + 1)
        print(state.replace(size=size), Counted(state.x, size=size + 1), state.replace(step=1 - state.step))
    return state.replace(step=state.step + 1)


@flax.struct.dataclass
class Optimized:
    x: jax.Array
    tx: Any = flax.struct.field(pytree_node=False)
    schedule: Any = flax.struct.field(pytree_node=False, default=None)


def optimized(x: jax.Array) -> None:
    before = optax.adam(1e-3)
    for _ in range(3):
        print(Optimized(x, optax.adam(1e-3)))  # E: jdc-retrace
        print(Optimized(x, before), Optimized(x, None, schedule=optax.global_norm(x)))


class Layer(eqx.Module):
    weight: jax.Array
    act: Callable[[jax.Array], jax.Array]
    name: str = "layer"


def layers_in_loop(x: jax.Array) -> None:
    for scale in (1.0, 2.0):
        Layer(x * scale, lambda y: y * 2)  # E: jdc-retrace
        Layer(x * scale, jnp.tanh)
    Layer(x, lambda y: y * 2)
