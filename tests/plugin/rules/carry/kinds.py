"""Loops into which an object goes, as its type says, and out of whose function comes something else."""

import functools
from typing import Any, NamedTuple, TypeVar

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class State:
    x: jax.Array
    v: jax.Array
    tag: int = flax.struct.field(pytree_node=False, default=0)

    def moved(self) -> "State":
        return self.replace(x=self.x + self.v)


@flax.struct.dataclass
class Other:
    x: jax.Array
    v: jax.Array


class Pair(NamedTuple):
    x: jax.Array
    n: jax.Array


def start() -> State:
    return State(jnp.zeros(2), jnp.ones(2))


def to_array(i: jax.Array, state: State) -> jax.Array:
    return scaled(2.0, i, state)  # E: jdc-carry


def to_nothing(i: jax.Array, state: State) -> None:
    state.moved()  # E: jdc-discarded


def to_tuple(state: State, x: jax.Array) -> tuple[tuple[State, jax.Array], None]:
    return (state, x), None  # E: jdc-carry


def untyped(state, x):
    return (state, x), None  # E: jdc-carry


def no_pair(state: State, _: None) -> State:
    return state.moved()


def swapped(carry: tuple[State, jax.Array], _: None) -> tuple[tuple[jax.Array, State], None]:
    state, x = carry
    return (x, state), None  # E: jdc-carry


@jax.checkpoint
def saved(state: State, _: None) -> tuple[Pair, None]:
    return Pair(state.x, state.v), None  # E: jdc-carry


def parted(pair: Pair, _: None) -> tuple[Any, None]:
    return (pair.x, pair.n + 1), None  # E: jdc-carry


def scaled(by: float, i: jax.Array, state: State) -> jax.Array:
    return state.x * by  # E: jdc-carry


class Simulation:
    def __init__(self) -> None:
        self.by = 2.0

    def turn(self, state: State, _: None) -> tuple[Any, State]:
        return (state.x * self.by, state.v), state  # E: jdc-carry

    def moved(self, state: State, _: None) -> tuple[State, jax.Array]:
        return state.moved(), state.x

    def run(self) -> None:
        lax.scan(self.turn, start(), None, length=2)
        lax.scan(self.moved, start(), None, length=2)


def found(flag: bool) -> Any:
    lax.fori_loop(0, 3, to_array, start())
    lax.fori_loop(0, 3, to_nothing, start())  # E: jdc-carry
    lax.scan(to_tuple, start(), jnp.ones(3))  # type: ignore[arg-type]
    lax.scan(untyped, start(), jnp.ones(3))
    lax.scan(no_pair, start(), None, length=3)  # E: jdc-carry, arg-type
    lax.scan(swapped, (start(), jnp.ones(1)), None, length=3)  # E: arg-type
    lax.scan(saved, start(), None, length=3)  # type: ignore[arg-type]
    lax.scan(parted, Pair(jnp.ones(2), jnp.ones(2)), None, length=3)
    lax.fori_loop(0, 3, functools.partial(scaled, 2.0), start())
    lax.cond(flag, lambda state: state, lambda state: state.x, start())  # E: jdc-carry
    lax.cond(flag, lambda state: state, lambda state: Other(state.x, state.v), start())  # E: jdc-carry
    lax.cond(flag, lambda state: state.replace(tag=1), lambda state: state.replace(tag=2), start())  # E: jdc-carry
    lax.while_loop(lambda s: s.tag < 3, lambda s: s.x, start())  # E: jdc-carry, arg-type, return-value


T = TypeVar("T", bound=State)


def as_tuple(state: State, x: jax.Array) -> State:
    return state, x  # type: ignore[return-value]


def of_either(i: jax.Array, carry: State | tuple[State, jax.Array]) -> Any:
    return carry


def kept(i: jax.Array, carry: T) -> T:
    return carry


def numbers(i: int, total: float) -> jax.Array:
    return jnp.asarray(total + i)


def nothing(i: jax.Array, carry: None) -> None:
    return None


def added(by: jax.Array, i: jax.Array, carry: tuple[State, jax.Array]) -> tuple[State, jax.Array]:
    state, x = carry
    return state.moved(), x + by


def renamed(pair: Pair, x: jax.Array) -> tuple[Pair, jax.Array]:
    return pair._replace(n=pair.n + 1), x


def of_wrong_annotation(key: jax.Array, _: None) -> tuple[tuple[jax.Array], jax.Array]:
    key, other = jax.random.split(key)
    return (key), (other)  # type: ignore[return-value]


def silent(flag: bool, state: Any) -> Any:
    lax.scan(of_wrong_annotation, jax.random.key(0), None, length=2)  # type: ignore[arg-type]
    lax.scan(as_tuple, start(), jnp.ones(3))  # type: ignore[arg-type]
    lax.fori_loop(0, 3, of_either, start())
    lax.fori_loop(0, 3, kept, start())
    lax.fori_loop(0, 3, kept, (start(), 1))  # type: ignore[type-var]
    lax.fori_loop(0, 3, numbers, 0.0)
    lax.fori_loop(0, 3, nothing, None)
    lax.fori_loop(0, 3, to_array, state)
    lax.fori_loop(0, 3, functools.partial(added, jnp.ones(())), (start(), jnp.ones(())))
    lax.scan(renamed, Pair(jnp.ones(2), jnp.ones(2)), jnp.ones(3))
    lax.cond(flag, State.moved, lambda state: state, start())
    lax.cond(flag, lambda state: state.replace(tag=1), lambda state: state.replace(tag=1), start())
    lax.cond(
        flag, lambda state, other: other, lambda state, other: Other(state.x, state.v), start(), Other(state, -state)
    )


def silent_before(flag: bool) -> None:
    lax.scan(of_wrong_annotation_below, jax.random.key(0), None, length=2)  # type: ignore[arg-type]


def of_wrong_annotation_below(key: jax.Array, _: None) -> tuple[tuple[jax.Array], jax.Array]:
    key, other = jax.random.split(key)
    return (key), (other)  # type: ignore[return-value]


def branched(xs: jax.Array) -> jax.Array:
    def step(carry: jax.Array, x: jax.Array) -> jax.Array:
        def passed(both: Any) -> Any:
            return both[0], None

        def added(both: Any) -> Any:
            return both[0] + both[1], None

        return lax.cond(x < 0, passed, added, operand=(carry, x))

    total, _ = lax.scan(step, jnp.float32(0), xs)  # type: ignore[arg-type]
    return total
