"""jdc-carry: functions of `fori_loop` and `while_loop` that return nothing."""

# mypy: disable-error-code="no-untyped-def"

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp


def forgotten(i, c):
    c = c + i


def more(c):
    return c < 3


def stops(c):
    c < 3


def repeated(c):
    c += 1


def of_arrays(x: jax.Array) -> Any:
    return jax.lax.fori_loop(0, 3, forgotten, x)  # E: jdc-carry


def nested(x: jax.Array) -> Any:
    @jax.jit
    def body(i, c):
        c = c * 2

    return jax.lax.fori_loop(0, 3, body, x)  # E: jdc-carry


def untyped(params, steps):
    def step(i, params):
        params = jax.tree.map(lambda p: p * 0.5, params)

    return jax.lax.fori_loop(0, steps, step, params)  # E: jdc-carry


def turns(x: jax.Array) -> Any:
    return jax.lax.while_loop(more, repeated, x)  # E: jdc-carry


def condition(x: jax.Array) -> Any:
    return jax.lax.while_loop(stops, lambda c: c + 1, x)  # E: jdc-carry


x = jnp.ones(())
for wrong in (of_arrays, nested, lambda x: untyped({"w": x}, 3), turns, condition):
    try:
        wrong(x)
    except TypeError as error:
        print(str(error)[:90])
    else:
        raise AssertionError(wrong)


# What stays silent: there is a return, or no carry.


def printing(i, _):
    jax.debug.print("{}", i)


def either(i, c):
    if isinstance(i, int):
        return c
    return c + i


def written(i, c):
    raise NotImplementedError


def left_open(i, c): ...


def shows(n: int, carry=None):
    return jax.lax.fori_loop(0, n, printing, carry)


def unwritten(x: jax.Array) -> list[Callable[[], Any]]:
    return [
        lambda: jax.lax.fori_loop(0, 3, written, x),
        lambda: jax.lax.fori_loop(0, 3, left_open, x),
    ]


jax.lax.fori_loop(0, 3, printing, None)
jax.lax.fori_loop(0, 3, either, x)
jax.lax.while_loop(more, lambda c: c + 1, x)
shows(3)
