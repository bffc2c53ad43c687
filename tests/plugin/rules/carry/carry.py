"""Results of the functions of loops and branches."""

import contextlib
import functools
from collections.abc import Iterator

import flax.struct
import jax


@flax.struct.dataclass
class State:
    x: jax.Array


@flax.struct.dataclass
class Other:
    x: jax.Array


@flax.struct.dataclass
class Special(State):
    pass


def step(carry: State, _: None) -> tuple[Other, None]:  # E: jdc-carry
    return Other(carry.x), None


def same(carry: State, _: None) -> tuple[State, None]:
    return carry.replace(x=carry.x + 1), None


def special(carry: State, _: None) -> tuple[Special, None]:
    return Special(carry.x), None


def is_small(carry: State) -> jax.Array:
    return carry.x < 3


def turn(carry: State) -> Other:  # E: jdc-carry
    return Other(carry.x)


def indexed(i: int, carry: State) -> Other:  # E: jdc-carry
    return Other(carry.x * i)


def left(carry: State) -> State:
    return carry


def right(carry: State) -> Other:  # E: jdc-carry
    return Other(carry.x)


def right_too(carry: State) -> State:
    return carry


def scanned(i: jax.Array, x: State) -> tuple[jax.Array, Other]:
    return i, Other(x.x)


def run(state: State, x: jax.Array) -> None:
    jax.lax.scan(step, state, None, length=3)  # type: ignore[arg-type]
    jax.lax.scan(same, state, None, length=3)
    jax.lax.scan(special, state, None, length=3)
    jax.lax.while_loop(is_small, turn, state)  # type: ignore[arg-type]
    jax.lax.fori_loop(0, 3, indexed, state)
    jax.lax.cond(x.sum() > 3, left, right, state)
    jax.lax.cond(x.sum() > 3, left, right_too, state)
    jax.lax.scan(scanned, x, state)


@jax.jit
def jitted(carry: State, _: None) -> tuple[Other, None]:  # E: jdc-carry
    return Other(carry.x), None


@functools.partial(jax.checkpoint, prevent_cse=False)
def checkpointed(carry: State, _: None) -> tuple[Other, None]:  # E: jdc-carry
    return Other(carry.x), None


@contextlib.contextmanager
def decorated(carry: State) -> Iterator[Other]:
    yield Other(carry.x)


def inline(carry: State, _: None) -> tuple[Other, None]:  # E: jdc-carry
    return Other(carry.x), None


def mapped(carry: State, _: None) -> tuple[Other, None]:
    return Other(carry.x), None


def in_tuple(carry: tuple[State, int], _: None) -> tuple[tuple[Other, int], None]:  # E: jdc-carry
    return (Other(carry[0].x), carry[1]), None


def in_tuple_same(carry: tuple[State, Other], _: None) -> tuple[tuple[Special, Other], None]:
    return (Special(carry[0].x), carry[1]), None


@jax.jit
def jitted_same(carry: State, flag: bool) -> tuple[State, None]:
    return (carry if flag else State(-carry.x)), None  # E: jdc-concrete


def run_wrapped(state: State, other: Other) -> None:
    jax.lax.scan(jitted, state, None, length=3)  # E: arg-type
    jax.lax.scan(jitted_same, state, None, length=3)
    jax.lax.scan(checkpointed, state, None, length=3)  # E: arg-type
    jax.lax.while_loop(is_small, decorated, state)  # E: arg-type
    jax.lax.scan(jax.checkpoint(inline), state, None, length=3)  # E: arg-type
    jax.lax.scan(jax.vmap(mapped), state, None, length=3)  # E: arg-type
    jax.lax.scan(in_tuple, (state, 3), None, length=3)  # E: arg-type
    jax.lax.scan(in_tuple_same, (state, other), None, length=3)
