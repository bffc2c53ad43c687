"""jdc-frozen on what functions without annotations return."""

import functools
from typing import Any

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp
import pytest

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int = 0


@jdc.pytree_dataclass
class Layer:
    x: jax.Array


@chex.dataclass
class Open:
    x: jax.Array


@flax.struct.dataclass(frozen=False)
class Thawed:
    x: jax.Array


@jdc.pytree_dataclass
class Copying:
    x: jax.Array

    def replace(self, **changes):  # type: ignore[no-untyped-def]
        return Open(**changes)


ones = jnp.ones(3)


def make():  # type: ignore[no-untyped-def]
    return State(ones)


def changed(x, n=None):  # type: ignore[no-untyped-def]
    state = State(x)
    if n is not None:
        state = state.replace(n=n)
    return state


def either(flag: bool):  # type: ignore[no-untyped-def]
    if flag:
        return State(ones)
    return make().replace(n=1) if ones.ndim else make()


def missing(flag: bool) -> Any:
    if flag:
        return None
    return Layer(ones)


@jax.jit
def jitted(x):  # type: ignore[no-untyped-def]
    return Layer(x)


state = make()
state.n = 1  # E: jdc-frozen
make().n = 2  # E: jdc-frozen
state = changed(ones, 3)
state.n += 1  # E: jdc-frozen
other = either(True)
other.x, count = ones, 3  # E: jdc-frozen
del other.x  # E: jdc-frozen
layer = missing(False)
layer.x = ones  # E: jdc-frozen
compiled = jitted(ones)
compiled.x = ones  # E: jdc-frozen


def inside():  # type: ignore[no-untyped-def]
    state = make()
    for n in range(3):
        state.n = n  # E: jdc-frozen
    return state


# Objects that may be written to, or of which nothing is known


def opened():  # type: ignore[no-untyped-def]
    return Open(x=ones)


def thawed():  # type: ignore[no-untyped-def]
    return Thawed(ones)


def both(flag):  # type: ignore[no-untyped-def]
    return State(ones) if flag else Open(x=ones)


def copied():  # type: ignore[no-untyped-def]
    return Copying(ones).replace(x=ones)


def rebound(flag):  # type: ignore[no-untyped-def]
    state = State(ones)
    if flag:
        state = opened()
    return state


def given(state):  # type: ignore[no-untyped-def]
    return state


def wrapped(function):  # type: ignore[no-untyped-def]
    return lambda: opened()


@wrapped
def decorated():  # type: ignore[no-untyped-def]
    return State(ones)


def generated():  # type: ignore[no-untyped-def]
    yield State(ones)


def replaced():  # type: ignore[no-untyped-def]
    return State(ones)


replaced = opened  # noqa: F811


def right() -> None:
    one = opened()
    one.x = ones
    two = thawed()
    two.x = ones
    three = both(False)
    three.x = ones
    four = copied()
    four.x = ones
    five = rebound(True)
    five.x = ones
    six = given(opened())
    six.x = ones
    seven = decorated()
    seven.x = ones
    eight = replaced()
    eight.x = ones
    nine = make()
    nine = opened()
    nine.x = ones
    ten = missing(False)
    with jdc.copy_and_mutate(ten) as new:
        new.x = ones
    eleven = functools.partial(opened)()
    eleven.x = ones
    with pytest.raises(AttributeError):
        make().n = 3
    try:
        make().n = 3
    except AttributeError:
        pass


right()
