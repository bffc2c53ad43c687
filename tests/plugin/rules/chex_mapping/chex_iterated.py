"""jdc-chex-mapping: names of fields that are taken for what the fields hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp
import numpy as np


@chex.dataclass
class Agent:
    position: jax.Array
    energy: jax.Array

    def total(self) -> Any:
        return tuple(jnp.sum(leaf) for leaf in self)  # E: jdc-chex-mapping

    def shown(self) -> dict[str, jax.Array]:
        return {name: self[name] for name in self}


@chex.dataclass(mappable_dataclass=False)
class Plain:
    position: jax.Array


def bad(agent: Agent, agents: list[Agent], other: Agent) -> Any:
    total = jnp.zeros(())
    for leaf in agent:  # E: jdc-chex-mapping
        total = total + jnp.sum(leaf)
    for leaf in agents[0]:  # E: jdc-chex-mapping
        print(leaf.shape)
    squares = [x**2 for x in agent]  # E: jdc-chex-mapping
    halves = {0.5 * x for x in agent}  # E: jdc-chex-mapping
    rows = jnp.stack([*agent])  # E: jdc-chex-mapping
    whole = jnp.concatenate(list(agent))  # E: jdc-chex-mapping
    tupled = jnp.array(tuple(agent))  # E: jdc-chex-mapping
    norms = {len(x): jnp.linalg.norm(x) for x in agent if x}  # E: jdc-chex-mapping
    np.testing.assert_array_equal(agent, other)  # E: jdc-chex-mapping
    assert np.array_equal(agent, other)  # E: jdc-chex-mapping, arg-type
    return total, squares, halves, rows, whole, tupled, norms


def right(agent: Agent, other: Agent, agents: list[Agent], plain: Plain, anything: Any) -> Any:
    for name in agent:
        print(name, agent[name].sum(), name.upper(), name + "!", 2 * name, name % ())
    for name in agent:
        print(Path() / name, name / Path(), anything - name, name @ anything)
    for name in agent:
        try:
            print(name.shape)
        except AttributeError:
            print(name)
    for leaf in agent.values():
        print(jnp.sum(leaf))
    for name, leaf in agent.items():
        print(name, leaf.shape)
    for each in agents:
        print(each.position.shape)
    for leaf in jax.tree.leaves(agent):
        print(leaf.shape)
    for leaf in agent.to_tuple():
        print(-leaf)
    for leaf in anything:
        print(leaf.shape)
    for leaf in agent:
        leaf = agent[leaf]
        print(leaf.shape)
    for either in agent:
        print(either if isinstance(either, str) else either.shape)
    names = [*agent]
    rows = jnp.stack([agent[name] for name in agent])
    stacked = jnp.stack([*agent.values()])
    spread = jnp.concatenate(list(agent.to_tuple()))
    summed = [jnp.sum(agent[name]) for name in agent]
    letters = np.array(list(agent))
    np.testing.assert_array_equal(agent.position, other.position)
    np.testing.assert_array_equal(list(agent), ["position", "energy"])
    chex.assert_trees_all_close(agent, other)
    return names, rows, stacked, spread, summed, letters
