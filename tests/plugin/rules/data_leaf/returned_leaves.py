"""jdc-data-leaf: objects that transformed functions make and return."""

import dataclasses
from collections.abc import Callable
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class Result:
    loss: jax.Array
    status: str
    note: str | None = None


@flax.struct.dataclass
class Marked:
    loss: jax.Array
    status: str = flax.struct.field(pytree_node=False)
    metric: Callable[[jax.Array], jax.Array] = flax.struct.field(pytree_node=False, default=jnp.mean)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Noted:
    loss: jax.Array
    note: str | None = None


class Layer(eqx.Module):
    weight: jax.Array
    name: str


@jax.jit
def solve(x: jax.Array) -> Result:
    return Result(loss=x, status="converged")  # E: jdc-data-leaf


def solve_each(x: jax.Array) -> tuple[jax.Array, Result]:
    result = Result(loss=x, status="converged")
    return x, result  # E: jdc-data-leaf


def body(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, Noted]:
    return carry + x, Noted(carry, "step")  # E: jdc-data-leaf


def build(key: jax.Array) -> Layer:
    return Layer(jax.random.normal(key, (3,)), "dense")  # E: jdc-data-leaf


def loops(xs: jax.Array) -> None:
    jax.vmap(solve_each)(xs)
    jax.lax.scan(body, xs[0], xs)
    jax.jit(build)(jax.random.key(0))


# Values that the source shows to be right, or that stay in the function


@jax.jit
def solve_marked(x: jax.Array) -> Marked:
    return Marked(loss=x, status="converged")


@jax.jit
def solve_quietly(x: jax.Array) -> Noted:
    return Noted(x)


@jax.jit
def solve_inside(x: jax.Array) -> jax.Array:
    result = Result(loss=x, status="converged")
    return result.loss if result.status == "converged" else x


@eqx.filter_jit
def build_filtered(key: jax.Array) -> Layer:
    return Layer(jax.random.normal(key, (3,)), "dense")


def on_the_host(x: jax.Array) -> Result:
    return Result(solve_inside(x), "converged")


solve_marked(jnp.ones(()))
solve_quietly(jnp.ones(()))
build_filtered(jax.random.key(0))
on_the_host(jnp.ones(()))


# Networks that a plain transformation makes, with the functions in them

networks = jax.vmap(lambda key: eqx.nn.MLP(2, 1, 8, 2, key=key))  # E: jdc-data-leaf
filtered = eqx.filter_vmap(lambda key: eqx.nn.MLP(2, 1, 8, 2, key=key))
linear = jax.vmap(lambda key: eqx.nn.Linear(2, 1, key=key))
filtered(jax.random.split(jax.random.key(0), 3))
linear(jax.random.split(jax.random.key(0), 3))


@jax.jit
def with_a_name(x: jax.Array) -> Any:
    return {"x": x, "name": "a"}  # E: jdc-data-leaf


@jax.vmap
def with_text(x: jax.Array) -> tuple[jax.Array, str]:
    return x, f"{x.ndim}"  # E: jdc-data-leaf


@eqx.filter_jit
def by_equinox(x: jax.Array) -> Any:
    return {"x": x, "name": "a"}


@jdc.jit(auto_static=True)
def by_auto_static(x: jax.Array) -> Any:
    return {"x": x, "name": "a"}


def scanned(x: jax.Array) -> Any:
    return jax.lax.scan(lambda c, v: (c, ("a", v)), x, x)  # E: jdc-data-leaf


@jax.jit
def with_a_key(x: jax.Array) -> Any:
    def name() -> str:
        return "a"

    return {name(): x}


@jax.jit
def with_text_of_some_ranks(x: jax.Array) -> Any:
    if x.ndim > 5:
        return x, "a"
    return x


@jax.jit
def with_an_object_of_some_ranks(x: jax.Array) -> Any:
    if x.ndim > 5:
        return Result(x, "a")
    return x


@jax.jit
def with_text_in_the_end(x: jax.Array) -> Any:
    if x.ndim < 5:
        return x
    return x, "a"


@jax.jit
def always_with_text(x: jax.Array) -> Any:
    if x.ndim > 5:
        return x, "large"  # E: jdc-data-leaf
    return x, "small"  # E: jdc-data-leaf


@jax.jit
def with_text_or_nothing(x: jax.Array) -> Any:
    if x.ndim > 5:
        return x, "large"
    return None
