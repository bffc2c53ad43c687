"""jdc-carry: functions of loops and branches that cannot be called so, or that return no pair to a scan."""

import functools
from collections.abc import Callable
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import pytest


@flax.struct.dataclass
class State:
    x: jax.Array


@flax.struct.dataclass
class Two:
    x: jax.Array
    y: jax.Array


state, rows = State(jnp.ones(())), jnp.ones(3)


def adds(total, row):
    return total + row


def replaces(state, row):
    state = state.replace(x=state.x + row)
    return state


def sometimes(state, row):
    if row.ndim:
        return state.replace(x=row).replace(x=2 * row)
    return state


def not_first(row, state):
    return state.replace(x=row)


def three(state, row):
    return state.replace(x=state.x + row), state.x, row


def forgets(state, row):
    state = state.replace(x=state.x + row)


def as_dict(totals, row):
    return {"x": totals["x"] + row}


def pairs(state, row):
    return state.replace(x=state.x + row), state.x


def as_list(total, row):
    return [total + row, row]


def chooses(state, row, wants_pair=True):
    if wants_pair:
        return state, row
    return state


def of_two(row, _):
    return Two(row, 2 * row)


def raises(state, row):
    raise NotImplementedError


def by_name(total, row):
    made = (total + row, row)
    return made


jax.lax.scan(adds, 0.0, rows)  # E: jdc-carry
jax.lax.scan(replaces, state, rows)  # E: jdc-carry
jax.lax.scan(sometimes, state, rows)  # E: jdc-carry
jax.lax.scan(three, state, rows)  # E: jdc-carry
jax.lax.scan(forgets, state, rows)  # E: jdc-carry
jax.lax.scan(as_dict, {"x": 0.0}, rows)  # E: jdc-carry
jax.lax.scan(pairs, state)  # E: jdc-carry

jax.lax.scan(pairs, state, rows)
print(not_first(rows, state))
jax.lax.scan(as_list, jnp.ones(()), rows)
jax.lax.scan(chooses, state, rows)
jax.lax.scan(by_name, jnp.ones(()), rows)
jax.lax.scan(pairs, state, None, 3) if state.x.ndim else None
jax.lax.scan(lambda total, _: (total * 2, None), 1.0, length=3)
jax.lax.scan(lambda total, row: divmod(total, row), jnp.ones(()), rows)
jax.lax.scan(of_two, rows, length=2)  # two children are a pair to JAX
with pytest.raises(TypeError):
    jax.lax.scan(adds, 0.0, rows)


def scanned(body: Callable[..., Any], xs: jax.Array, *more: Any) -> Any:
    jax.lax.scan(body, 0.0, xs)
    jax.lax.scan(raises, state, xs)
    return jax.lax.scan(body, 0.0, *more)


def one(total):
    return total + 1


def two(step, total):
    return total + step


def some(step, total, scale=1.0):
    return total + step * scale


def star(*values):
    return values[-1]


def named(step, *, total):
    return total


def wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda step, total: function(total)


@wrapped
def other(total):
    return total + 1


class Model:
    def turn(self, step, total):
        return total + step

    def half(self, total):
        return total / 2

    def run(self) -> None:
        jax.lax.fori_loop(0, 3, self.turn, 0)
        jax.lax.fori_loop(0, 3, self.half, 0.0)  # E: jdc-carry


jax.lax.fori_loop(0, 3, one, 0)  # E: jdc-carry
jax.lax.fori_loop(0, 3, lambda total: total + 1, 0)  # E: jdc-carry
jax.lax.fori_loop(0, 3, functools.partial(two, 1), 0)  # E: jdc-carry
jax.lax.map(two, rows)  # E: jdc-carry
jax.lax.map(lambda: 1.0, rows)  # E: jdc-carry
jax.lax.associative_scan(one, rows)  # E: jdc-carry
jax.lax.cond(rows.sum() > 1, one, lambda: 2.0, 1.0)  # E: jdc-carry
jax.lax.cond(rows.sum() > 1, one, one)  # E: jdc-carry, jdc-carry
jax.lax.cond(rows.sum() > 1, two, two, (1.0, 2.0))  # E: jdc-carry, jdc-carry
jax.lax.switch(1, [one, two], 1.0)  # E: jdc-carry

jax.lax.fori_loop(0, 3, two, 0)
jax.lax.fori_loop(0, 3, some, 0.0)
jax.lax.fori_loop(0, 3, star, 0)
jax.lax.fori_loop(0, 3, functools.partial(some, scale=2.0), 0.0)
jax.lax.fori_loop(0, 3, other, 0)
jax.lax.map(one, rows)
jax.lax.map(one, rows, batch_size=2)
jax.lax.associative_scan(jnp.add, rows)
jax.lax.associative_scan(lambda left, right: left + right, rows)
jax.lax.cond(rows.sum() > 1, one, lambda total: total, 1.0)
jax.lax.cond(rows.sum() > 1, lambda: 1.0, lambda: 2.0)
jax.lax.cond(rows.sum() > 1, one, functools.partial(two, total=2.0), 1.0)
jax.lax.cond(rows.sum() > 1, two, lambda step, total: total, 1.0, 2.0)
# as JAX had it once, and still takes it:
jax.lax.cond(rows.sum() > 1, 1.0, one, 2.0, lambda total: total)  # E: arg-type
jax.lax.switch(1, [one, lambda total: total], 1.0)
jax.lax.while_loop(lambda total: total < 3, one, 0)
jax.lax.while_loop(lambda total: total, one, 0)  # E: jdc-dtype


def branches(*operands: jax.Array, flag: jax.Array) -> jax.Array:
    return jax.lax.cond(flag, star, star, *operands)


branches(rows, flag=rows.sum() > 1)
