"""Assignments to items of arrays, and what looks like one."""

from typing import Any

import jax
import jax.numpy as jnp
import jax_dataclasses as upstream
import numpy as np
import pytest
from flax import struct

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    weights: jax.Array
    table: np.ndarray[Any, Any]
    rows: list[jax.Array]


@struct.dataclass
class Flax:
    weights: jax.Array


@upstream.pytree_dataclass
class Upstream:
    weights: jax.Array


def arrays(state: State, other: Flax, third: Upstream, x: jax.Array, i: int) -> jax.Array:
    state.weights[0] = 1.0  # E: jdc-frozen
    other.weights[i, :] += 1.0  # E: jdc-frozen
    third.weights[1:] = x  # E: jdc-frozen
    state.rows[0][0] = 1.0  # E: jdc-frozen
    x[0] = 1.0  # E: jdc-frozen
    x[0], x[1] = 1.0, 2.0  # E: jdc-frozen
    for x[0] in range(3):  # E: jdc-frozen
        pass
    local = jnp.zeros(3)
    local[i] -= 2  # E: jdc-frozen
    with jdc.copy_and_mutate(state) as copy:
        copy.weights[0] = 1.0  # E: jdc-frozen
        copy.rows[0] = x
    return local


def silent(state: State, x: np.ndarray[Any, Any], either: jax.Array | np.ndarray[Any, Any], given: Any) -> None:
    x[0] = 1
    state.table[0] = 1
    state.rows[0] = jnp.ones(3)
    either[0] = 1
    given[0] = 1
    made = np.asarray(state.weights)
    made[0] = 1
    state.weights.at[0].set(1.0).block_until_ready()
    rows = {0: state.weights}
    rows[0] = state.weights
    if isinstance(either, np.ndarray):
        either[0] = 1


def kernel(x_ref: jax.Array, out_ref: jax.Array, state_ref: Flax) -> None:
    out_ref[...] = x_ref[...] * 2
    state_ref.weights[0] = 1


def expected(x: jax.Array) -> jax.Array:
    with pytest.raises(TypeError):
        x[0] = 1
    try:
        x[0] = 1
    except TypeError:
        x = x.at[0].set(1)
    return x


class Buffer:
    """An object that takes items is not always an array."""

    def __setitem__(self, key: int, value: float) -> None:
        print(key, value)


def buffer(given: Buffer) -> None:
    given[0] = 1.0


@struct.dataclass
class Pose:
    """As in a simulator: arrays of NumPy while a model is read, arrays of JAX later."""

    pos: jax.Array
    rot: jax.Array


@struct.dataclass
class Link:
    pose: Pose
    mass: jax.Array


def of_numpy(model: Any, link: Link, pos: np.ndarray[Any, Any], rot: np.ndarray[Any, Any], other: Link) -> None:
    link = jax.tree.map(lambda x: x[1:].copy(), link)
    link.pose.pos[0] = np.zeros(3)
    made = Link(pose=Pose(pos=model.pos, rot=model.rot), mass=model.mass)
    made.pose.rot[0] = np.zeros(4)
    changed = other.replace(mass=model.mass)
    changed.mass[0] = 1.0
    named = Pose(pos, rot)  # E: arg-type
    named.pos[0] = 1.0
    first, second = Pose(model.pos, model.rot), 0
    first.pos[second] = 1.0
    for each in model.links:
        pose: Pose = each
        pose.pos[0] = 1.0


def of_jax(x: jax.Array, link: Link) -> None:
    pose = Pose(x, rot=jnp.zeros(4))
    pose.pos[0] = 1.0  # E: jdc-frozen
    link.pose.rot[0] = 1.0  # E: jdc-frozen
    second = link.pose
    second.rot[0] = 1.0  # E: jdc-frozen


def nested(batch: dict[str, jax.Array], logits: jax.Array, name: str, key: Any, either: int | str) -> None:
    """A value that is declared a dict of arrays holds dicts as well."""
    batch["label"]["boxes"] = jnp.ones(3)
    batch["label"][name] = jnp.ones(3)
    batch["label"][key] = jnp.ones(3)
    batch["label"][either] = jnp.ones(3)
    for modality in batch["inputs"]:
        batch["label"][modality] = jnp.ones(3)
    if isinstance(logits, dict):
        logits["all"] = jnp.ones(3)
    logits[name] = jnp.ones(3)
    logits[key] = 1.0  # E: jdc-frozen
    logits[batch["chosen"]] = 1.0  # E: jdc-frozen
    batch["label"][0] = 1.0  # E: jdc-frozen
    batch["label"][..., 1] = 1.0  # E: jdc-frozen
    batch["label"][...] = 1.0  # E: jdc-frozen
    batch["label"][1:] = 1.0  # E: jdc-frozen
    batch["label"][jnp.argmax(logits), :] += 1.0  # E: jdc-frozen


def bound_to_numpy(x: jax.Array, y: jax.Array, z: jax.Array, rows: list[np.ndarray[Any, Any]]) -> None:
    x = np.array(x)  # type: ignore[assignment]
    x[0] = 1
    x[1:] += 1
    y, z = np.array(y), np.array(z)  # type: ignore[assignment]
    y[0], z[0] = z[0], y[0]
    local = jnp.zeros(3)
    local = np.asarray(local).copy()  # type: ignore[assignment]
    local[0] = 1
    for local in rows:  # type: ignore[assignment]
        local[0] = 1
    one, two = jnp.zeros(3), jnp.ones(3)
    one, two = (np.array(each) for each in (one, two))  # type: ignore[assignment]
    one[0] = two[0]
    given = jnp.zeros(3)
    given = unknown(given)
    given[0] = 1


def unknown(given: Any) -> Any:
    return np.array(given)


def anything(given: Any) -> Any:
    return jnp.array(given)


def bound_to_arrays(x: jax.Array, y: jax.Array, pair: tuple[jax.Array, int]) -> None:
    x = jnp.exp(x) * 2
    x[0] = 1  # E: jdc-frozen
    y, count = pair
    y[count] = 1  # E: jdc-frozen
    one, two = jnp.split(x, 2)
    one[0] = two[0]  # E: jdc-frozen
    promised: jax.Array = anything(x)
    promised[0] = 1  # E: jdc-frozen


class Table:
    def __init__(self) -> None:
        self.rows = jnp.zeros(3)
        self.columns = jnp.zeros(3)

    def to_host(self) -> None:
        self.rows = np.asarray(self.rows).copy()  # type: ignore[assignment]

    def fill(self) -> None:
        self.rows[0] = 1
        self.columns[0] = 1  # E: jdc-frozen
