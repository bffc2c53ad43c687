"""Lists and dicts of arguments that traced functions change in place."""

import dataclasses
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Log:
    x: jax.Array
    rows: list[jax.Array] = dataclasses.field(default_factory=list)

    @jax.jit
    def push(self, v: jax.Array) -> jax.Array:
        self.rows.append(v)  # E: jdc-lost-mutation
        return v + self.x

    @jax.jit
    def push_and_return(self, v: jax.Array) -> "Log":
        self.rows.append(v)
        return self

    @jax.jit
    def push_and_read(self, v: jax.Array) -> jax.Array:
        self.rows.append(v)
        return jnp.stack(self.rows)

    def eager(self, v: jax.Array) -> None:
        self.rows.append(v)


@flax.struct.dataclass
class Frozen:
    parts: dict[str, jax.Array]
    names: list[str] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type


@jax.jit
def write(a: Frozen, v: jax.Array) -> jax.Array:
    a.parts["x"] = v  # E: jdc-lost-mutation
    return v


@jax.jit
def update(params: dict[str, jax.Array], g: jax.Array) -> jax.Array:
    params["w"] = params["w"] - g  # E: jdc-lost-mutation
    return g


@jax.jit
def extend(xs: list[jax.Array], g: jax.Array) -> jax.Array:
    xs.append(g)  # E: jdc-lost-mutation
    return g


@jax.jit
def update_and_return(params: dict[str, jax.Array], g: jax.Array) -> dict[str, jax.Array]:
    params["w"] = params["w"] - g
    return params


@jax.jit
def update_and_read(params: dict[str, jax.Array], g: jax.Array) -> jax.Array:
    params["w"] = params["w"] - g
    return params["w"].sum()


@jax.jit
def copied(params: dict[str, jax.Array], g: jax.Array) -> jax.Array:
    params = dict(params)
    params["w"] = g
    return g


@jax.jit
def aliased(params: dict[str, jax.Array], g: jax.Array) -> Any:
    other = params
    params["w"] = g
    return other


@jax.jit
def popped(params: dict[str, jax.Array]) -> jax.Array:
    return params.pop("w")


@jax.jit
def local(g: jax.Array) -> list[jax.Array]:
    rows: list[jax.Array] = []
    rows.append(g)
    return rows


@jax.jit
def in_loop(xs: list[jax.Array], g: jax.Array) -> jax.Array:
    for _ in range(3):
        g = g + xs[-1]
        xs.append(g)
    return g


@jax.jit
def delayed(xs: list[jax.Array], g: jax.Array) -> Any:
    xs.append(g)
    return jax.lax.cond(g.sum() > 0, lambda: g, lambda: g * 2)


@dataclasses.dataclass
class Wind:
    force: float

    def on(self, state: Frozen) -> Frozen:
        def blown(state: Frozen) -> Frozen:
            state.parts["x"] = state.parts["x"] + self.force
            return state.replace(names=state.names)

        def calm(state: Frozen) -> Frozen:
            state.parts["x"] = state.parts["x"] * 0
            return state.replace()

        return jax.lax.cond(state.parts["x"].sum() > 0, blown, calm, state)


@jax.jit
def read_by_all_names(params: dict[str, jax.Array]) -> dict[str, jax.Array]:
    params["w"] = params["w"] * 2
    found: dict[str, jax.Array] = locals()["params"]
    return found
