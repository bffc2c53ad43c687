"""jdc-discarded: updates of arrays that no annotation tells of."""

from typing import Any

import jax
import jax.numpy as jnp
import pytest


def written(x, values):
    x.at[0].set(1)  # E: jdc-discarded
    y = values
    y.at[jnp.arange(3), jnp.arange(3)].add(0)  # E: jdc-discarded
    y = y.at[0].set(1)
    x.at[0].get()
    x.at[0].apply(print)
    return x, y


def made(make: Any, x_ref: Any) -> Any:
    one, other = make()
    if one is not None:
        other.at[0].set(0)  # E: jdc-discarded
    print(jnp.ones(3) + 1)
    x_ref.at[0].set(0)
    return one, other.at[1].multiply(2)


@jax.jit
def within(state, refs, out_ref):
    state.buffers[0].at[0].add(1)  # E: jdc-discarded
    state["counts"].at[0].add(1)  # E: jdc-discarded
    inner, _ = state["pair"]
    inner.total.at[1].set(3)  # E: jdc-discarded
    refs[0].at[1].set(3)
    out_ref.part.at[1].set(3)
    state.ref.at[1].set(3)
    return inner, state["counts"].at[0].add(1)


class Learner:
    def __init__(self, cells: Any) -> None:
        self.cells = cells
        self.mean = jnp.zeros(3)

    def learn(self, by: Any) -> None:
        self.cells.at[0].set(by)  # E: jdc-discarded
        self.mean.at[0].set(by)  # E: jdc-discarded


def test_raises(x: Any) -> None:
    with pytest.raises(TypeError):
        x.at[0].set("a")
    try:
        x.at[0].set("a")
    except TypeError:
        print("refused")


class Table:
    def __init__(self) -> None:
        self.cells = [0]


def of_table(table: Table) -> None:
    table.at[0].set(1)  # type: ignore[attr-defined]


print(jax.jit(written)(jnp.ones((3, 3)), jnp.ones((3, 3))))


def link(graph, first, second):
    graph.at["start"].add(first)
    graph.at[second].add("end")
    graph.at[0, "name"].set(first)
