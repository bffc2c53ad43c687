"""Functions of loops that annotate what they take and not what they return."""

import functools

import flax.struct
import jax
import jax.numpy as jnp

X = jnp.ones(3)


@flax.struct.dataclass
class Moments:
    mean: jax.Array

    def scaled(self, by: float) -> "Moments":
        return self.replace(mean=self.mean * by)


@flax.struct.dataclass
class State:
    x: jax.Array
    moments: Moments

    def moved(self) -> "State":
        return self.replace(x=self.x + 1)


def start() -> State:
    return State(X, Moments(X))


def moments_of(state: State) -> Moments:
    return state.moments


def halved(state: State) -> State:
    return state.replace(x=state.x / 2)


def outside(i: int, state: State):
    moments = moments_of(state)
    return moments.scaled(2.0)


def outside_moved(i: int, state: State):
    new = halved(state)
    return new.moved()


def either(i: int, state: State):
    if state.x.shape == (3,):
        return state.moved()
    return halved(state)


def rebound(i: int, value: Moments):
    value = moments_of(State(value.mean, value))
    return value


def other_class(rows: jax.Array) -> None:
    def body(state: State, row: jax.Array):
        return moments_of(state), row

    jax.lax.scan(body, start(), rows)  # E: jdc-carry


def attribute() -> State:
    def body(i: int, state: State):
        state = halved(state)
        return state.moments

    return jax.lax.fori_loop(0, 3, body, start())  # E: jdc-carry


def array() -> State:
    def body(i: int, state: State):
        return halved(state).x * 2  # E: jdc-carry

    return jax.lax.fori_loop(0, 3, body, start())


def beside() -> None:
    def body(state: State):
        return halved(state), state.x  # E: jdc-carry

    jax.lax.while_loop(lambda state: True, body, start())


jax.lax.fori_loop(0, 3, outside, start())  # E: jdc-carry


# right


def same_class(rows: jax.Array) -> None:
    def body(state: State, row: jax.Array):
        new = halved(state.moved())
        return new, moments_of(new)

    jax.lax.scan(body, start(), rows)


def with_array(rows: jax.Array) -> None:
    def body(carry: tuple[State, jax.Array], row: jax.Array):
        state, total = carry
        return (halved(state), total + jnp.sum(state.x)), None

    jax.lax.scan(body, (start(), jnp.zeros(())), rows)


def swapped_back(n: int) -> Moments:
    def body(i: int, moments: Moments):
        state = State(moments.mean, moments)
        return halved(state).moments

    return jax.lax.fori_loop(0, n, body, Moments(X))


def wrapped() -> State:
    def pick(function):
        @functools.wraps(function)
        def chosen(i, state):
            return state.replace(moments=function(i, state))

        return chosen

    @pick
    def body(i: int, state: State):
        return state.moments.scaled(0.5)

    return jax.lax.fori_loop(0, 3, body, start())


def numbers() -> jax.Array:
    def body(i: int, total: float):
        return total + jnp.sum(start().x)

    return jax.lax.fori_loop(0, 3, body, 0.0)


jax.lax.fori_loop(0, 3, outside_moved, start())
jax.lax.fori_loop(0, 3, either, start())
jax.lax.fori_loop(0, 3, rebound, Moments(X))
same_class(jnp.ones((2, 3)))
with_array(jnp.ones((2, 3)))
swapped_back(2)
wrapped()
numbers()
