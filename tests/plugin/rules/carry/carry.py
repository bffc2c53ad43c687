"""What the functions of loops and branches give back."""

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
