"""Loops over dicts bind their keys, which are no tracers."""

# mypy: disable-error-code="index, call-overload, arg-type"

from collections import OrderedDict
from collections.abc import Mapping

import jax
import jax.numpy as jnp


@jax.jit
def descend(params: dict[str, jax.Array], grads: dict[str, jax.Array]) -> dict[str, jax.Array]:
    new = {}
    for name in params:
        if name == "bias":
            new[name] = params[name]
        else:
            new[name] = params[name] - grads[name]
    return new


@jax.jit
def in_place(params: dict[str, jax.Array]) -> dict[str, jax.Array]:
    for name in params:
        params[name] = params[name] * 2
    return params


@jax.jit
def scaled(params: Mapping[str, jax.Array]) -> dict[str, jax.Array]:
    factors = {"weight": 0, "bias": 1}
    rates = [1.0, 2.0]
    return {name: params[name] * rates[factors[name]] for name in params}


@jax.jit
def by_number(rows: dict[int, jax.Array]) -> jax.Array:
    total = jnp.zeros(())
    for number in rows:
        if number > 0:
            total += rows[number].sum() + jnp.zeros(number).sum()
        for _ in range(number):
            total += 1
    return total


@jax.jit
def grouped(params: OrderedDict[tuple[str, int], jax.Array]) -> dict[str, jax.Array]:
    found = {}
    for name, number in params:
        if number > 0:
            found[name] = params[name, number][:number]
    return found


@jax.jit
def first_of(params: dict[str, jax.Array]) -> jax.Array:
    first, *others = params
    table = {"weight": 2.0, "bias": 1.0}
    return params[first] * table[first] + len(others)


@jax.jit
def positive(params: dict[str, jax.Array]) -> dict[str, jax.Array]:
    new = {}
    for name in params:
        if params[name].sum() > 0:  # E: jdc-concrete
            new[name] = params[name]
    return new


@jax.jit
def longest(rows: list[jax.Array]) -> jax.Array:
    for row in rows:
        if row > 0:  # E: jdc-concrete
            return row
    return rows[0]


@jax.jit
def picked(params: dict[int, jax.Array]) -> jax.Array:
    if params[0] > 0:  # E: jdc-concrete
        return params[0]
    return params[1]


@jax.jit
def each_agent(actions: dict[str, jax.Array], limits: dict[int, float]) -> jax.Array:
    """Its caller hands it an array, whatever the annotation says."""

    def acted(i: jax.Array) -> jax.Array:
        return jnp.where(actions[i] > 3, 1, 0)

    def limited(i: jax.Array) -> jax.Array:
        return actions[i] * limits[i]  # E: jdc-concrete

    return jax.vmap(acted)(jnp.arange(3)) + jax.vmap(limited)(jnp.arange(3))


@jax.jit
def chosen(i: jax.Array, rows: list[jax.Array], sizes: tuple[float, ...], counts: dict[int, jax.Array]) -> jax.Array:
    def one(at: jax.Array) -> jax.Array:
        return rows[at] * counts[at]

    return rows[i] + sizes[i] + one(i)


@jax.jit
def picked_out(i: jax.Array, rows: list[jax.Array]) -> jax.Array:
    return rows[i]  # E: jdc-concrete


chosen(jnp.array(1), jnp.ones((3, 2)), jnp.ones(3), jnp.arange(3))
picked_out(jnp.array(1), [jnp.ones(2), jnp.ones(2)])
descend({"bias": jnp.ones(2)}, {"bias": jnp.ones(2)})
