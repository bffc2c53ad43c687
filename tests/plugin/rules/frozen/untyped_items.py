"""jdc-frozen on items of arrays that no annotation tells of: those of functions under a transformation, and updated ones."""

from functools import partial
from typing import TypeVar

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

ArrayT = TypeVar("ArrayT", np.ndarray, jax.Array)


@flax.struct.dataclass
class State:
    cells: jax.Array
    count: int = 0


@jax.jit
def given(x):  # type: ignore[no-untyped-def]
    x[0] = 1.0  # E: jdc-frozen
    return x.sum()


@jax.jit
def updated(x):  # type: ignore[no-untyped-def]
    x = x.at[0].set(1)
    x[1] = 2  # E: jdc-frozen
    y = x.at[2].add(1)
    y[1] += 2  # E: jdc-frozen
    y[0], z = 1, 2  # E: jdc-frozen
    return y, z


def body(i, x):  # type: ignore[no-untyped-def]
    x[i] = i  # E: jdc-frozen
    return x


def step(carry, x):  # type: ignore[no-untyped-def]
    total, rows = carry
    rows[0] = x  # E: jdc-frozen
    return (total + x, rows), x


@partial(jax.vmap, in_axes=(0, None))
def mapped(x, n):  # type: ignore[no-untyped-def]
    y = jnp.sin(x) * n
    y = y.at[0].set(0.0)
    y[1] = 0.0  # E: jdc-frozen
    return y


def filled(state, n):  # type: ignore[no-untyped-def]
    cells = state.cells.at[0].set(n)
    for i in range(n):
        cells[i] = i  # E: jdc-frozen
    if n > 2:
        cells = cells.at[1].multiply(2)
    cells[0] -= 1  # E: jdc-frozen
    return cells


class Holder:
    def changed(self, state, by):  # type: ignore[no-untyped-def]
        cells = state.cells.at[0].set(by)
        cells[1] = by  # E: jdc-frozen
        return cells


class Constrained(eqx.Module):
    n: int

    def step(self, state: State, x: ArrayT) -> ArrayT:
        def update(args):  # type: ignore[no-untyped-def]
            x, state = args
            cells = state.cells.at[state.count % self.n].set(x[0])
            cells.at[0].set(0.0)  # E: jdc-discarded
            cells[1] = 0.0  # E: jdc-frozen
            return cells

        update((x, state))
        return x


# Working look-alikes


@jax.jit
def of_list(xs):  # type: ignore[no-untyped-def]
    xs[0] = xs[1] + 1
    rows = [xs[0], xs[1]]
    rows[0] = rows[1] * 2
    return rows


@jax.jit
def of_dict(params):  # type: ignore[no-untyped-def]
    params["w"] = params["w"] * 2
    sums = {}
    for key in params:
        sums[key] = params[key].sum()
    return params, sums


def of_carry(carry, x):  # type: ignore[no-untyped-def]
    carry[0] = carry[0] + x
    return carry, x


def of_pairs(carry, x):  # type: ignore[no-untyped-def]
    total, seen = carry
    seen[0] = x
    return (total + x, seen), x


@jax.jit
def with_tables(x):  # type: ignore[no-untyped-def]
    table = np.zeros(3)
    table[0] = x.shape[0]
    parts = [None] * 2
    parts[0] = x
    parts[1] = x.at[0].set(1)
    x = {"x": x}
    x["y"] = parts[1]
    return x, jnp.asarray(table)


@jax.jit
def caught(x):  # type: ignore[no-untyped-def]
    y = x.at[0].set(1)
    try:
        y[1] = 2
    except TypeError:
        y = y.at[1].set(2)
    return y


def eagerly(x):  # type: ignore[no-untyped-def]
    x[0] = 2.0
    return x


def rebound(x):  # type: ignore[no-untyped-def]
    x = x.at[0].set(1)
    x = np.array(x)
    x[1] = 2
    return x


def either(x, flag):  # type: ignore[no-untyped-def]
    y = np.zeros(3)
    if flag:
        y = x.at[0].set(1)
    else:
        y[0] = 1
    return y


def copied(state, n):  # type: ignore[no-untyped-def]
    cells = state.cells.at[0].set(n)
    if n > 2:
        cells = np.array(cells)
        cells[0] = 3
    for i in range(n):
        cells = np.array(cells)
        cells[i] = 3
    return cells


def parameter(x, n):  # type: ignore[no-untyped-def]
    for i in range(n):
        x[i] = i
    if n > 3:
        x = x.at[0].set(1)
    return x


def asked(x):  # type: ignore[no-untyped-def]
    if isinstance(x, np.ndarray):
        x[0] = 1
        return x
    return x.at[0].set(1)


def with_host(x):  # type: ignore[no-untyped-def]
    def on_host(values):  # type: ignore[no-untyped-def]
        values = np.array(values)
        values[0] = 3.0
        return values

    return jax.pure_callback(on_host, jax.ShapeDtypeStruct((3,), jnp.float32), x)


def wrong() -> None:
    given(ones)
    jax.lax.fori_loop(0, 3, body, jnp.zeros(3))
    jax.lax.scan(step, (jnp.zeros(()), jnp.zeros(3)), ones)


ones = jnp.ones(3)
of_list([ones, ones])
of_dict({"w": ones})
jax.lax.scan(of_carry, [jnp.zeros(()), ones], ones)
jax.lax.scan(of_pairs, (jnp.zeros(()), [jnp.zeros(())]), ones)
with_tables(ones)
caught(ones)
eagerly(np.ones(3))
rebound(ones)
either(ones, True)
either(ones, False)
copied(State(ones), 3)
parameter(np.ones(3), 2)
asked(np.ones(3))
asked(ones)
with_host(ones)


def rows_of_trees(start, rows):  # type: ignore[no-untyped-def]
    def by_number(carry, number):  # type: ignore[no-untyped-def]
        kept, total = carry
        kept[number] = total  # E: jdc-frozen
        return (kept, total), number

    def by_slices(carry, number):  # type: ignore[no-untyped-def]
        kept, total = carry
        kept[:, 0] = total  # E: jdc-frozen
        return (kept, total), number

    def of_a_list(carry, number):  # type: ignore[no-untyped-def]
        kept, total = carry
        kept[0] = total
        return (kept, total), number

    jax.lax.scan(by_number, (start, 0.0), rows)
    jax.lax.scan(by_slices, (start, 0.0), rows)
    return jax.lax.scan(of_a_list, ([start, start], 0.0), rows)
