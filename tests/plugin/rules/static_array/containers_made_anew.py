"""Containers of arrays in static fields, made at each turn of a loop and once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class Region:
    low: jax.Array
    meta: Any = flax.struct.field(pytree_node=False, default=None)


@register_dataclass
@dataclass
class Grid:
    u: jax.Array
    axes: tuple[np.ndarray, ...] = field(default=(), metadata={"static": True})
    order: int = field(default=1, metadata={"static": True})


class Scaler(eqx.Module):
    w: jax.Array
    stats: dict[str, jax.Array] = eqx.field(static=True)


@jax.jit
def run(region: Region) -> jax.Array:
    return region.low * 2


def in_loop() -> None:
    for k in range(2):
        run(Region(jnp.ones(2), {"a": np.arange(2) + k}))  # E: jdc-static-array


def in_one_turn() -> None:
    for k in range(1):
        run(Region(jnp.ones(2), {"c": np.arange(2) + k}))
    while True:
        run(Region(jnp.ones(2), {"d": np.arange(2)}))
        break


def at_each_turn(tables: list[jax.Array]) -> None:
    for name in ("a", "b"):
        run(Region(jnp.ones(2), {"name": 1, "a": np.arange(2)}))  # E: jdc-static-array
        for each in tables:
            run(Region(each * len(name), ("a", np.arange(2) + 1)))
    for k in range(2):
        step = jax.jit(lambda region: region.low)
        step(Region(jnp.ones(2), {"a": np.arange(2) + k}))  # E: jdc-static-array


def at_some_turns(turns: int = 0, tables: tuple[jax.Array, ...] = ()) -> None:
    for k in range(3):
        if k == 0:
            run(Region(jnp.ones(2), {"e": np.arange(2)}))
    for k in range(3):
        if k < 2:
            continue
        run(Region(jnp.ones(2), {"f": np.arange(2)}))
    for _ in range(3):
        run(Region(jnp.ones(2), {"g": np.arange(2)}))
        if turns == 0:
            break
    for _ in range(turns):
        run(Region(jnp.ones(2), {"h": np.arange(2)}))
    for _ in range(len(tables)):
        run(Region(jnp.ones(2), {"i": np.arange(2)}))
    for k in range(3):
        k == 0 and run(Region(jnp.ones(2), {"j": np.arange(2)}))
    print([run(Region(jnp.ones(2), {"k": np.arange(2)})) for k in range(3) if k == 0])
    print([run(Region(jnp.ones(2), {"l": np.arange(2)})) if k == 0 else None for k in range(3)])


def under_other_names() -> None:
    for name in ("m", "n"):
        run(Region(jnp.ones(2), {name: np.arange(2)}))
    for k in range(2):
        run(Region(jnp.ones(2), (f"name {k}", np.arange(2))))
    for _ in range(2):
        run(Region(jnp.ones(2), (object(), np.arange(2))))


def in_comprehension() -> list[jax.Array]:
    f = jax.jit(lambda grid: grid.u)
    return [f(Grid(jnp.ones(2), (np.arange(2) + k,))) for k in range(2)]  # E: jdc-static-array


def filtered() -> None:
    f = eqx.filter_jit(lambda scaler: scaler.w)
    for k in range(2):
        f(Scaler(jnp.ones(2), {"m": jnp.ones(2) * k}))  # E: jdc-static-array


def made_once() -> None:
    meta, axis = {"a": np.arange(2)}, np.arange(3)
    for _ in range(2):
        run(Region(jnp.ones(2), meta))
        run(Region(jnp.ones(2), {"b": axis}))


def of_other_sizes() -> None:
    for k in range(1, 3):
        run(Region(jnp.ones(k), {"a": np.arange(2) + k}))


def of_other_orders() -> None:
    f = jax.jit(lambda grid: grid.u)
    for k in range(2):
        f(Grid(jnp.ones(2), (np.arange(2) + k,), order=k))


def of_numbers() -> None:
    for k in range(2):
        run(Region(jnp.ones(2), {"a": np.arange(1) + k, "b": np.float32(k), "c": k}))


def on_host() -> list[Region]:
    return [Region(jnp.ones(2), {"a": np.arange(2) + k}) for k in range(2)]


def eager(regions: list[Region]) -> None:
    for k in range(2):
        print(Region(jnp.ones(2), {"a": np.arange(2) + k}).low)


def alone() -> None:
    run(Region(jnp.ones(2), {"a": np.arange(2)}))


def jitted_anew() -> None:
    for k in range(2):
        print(jax.jit(lambda region: region.low)(Region(jnp.ones(2), {"a": np.arange(2) + k})))


def given(xs: list[jax.Array]) -> None:
    for x in xs:
        run(Region(x, {"a": np.arange(2)}))
