"""jdc-cached: who reads a cached property first, and who reads it then."""

from __future__ import annotations

import dataclasses
from functools import cached_property

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Named:
    x: jax.Array

    @cached_property
    def by_global(self) -> jax.Array:  # E: jdc-cached
        return jnp.sum(self.x)

    @cached_property
    def by_parameter(self) -> jax.Array:  # E: jdc-cached
        return jnp.sum(self.x)

    @cached_property
    def by_name(self) -> jax.Array:  # E: jdc-cached
        return jnp.sum(self.x)

    @cached_property
    def in_loop(self) -> jax.Array:  # E: jdc-cached
        return jnp.sum(self.x)

    @cached_property
    def before(self) -> jax.Array:
        return jnp.sum(self.x)

    @cached_property
    def as_argument(self) -> jax.Array:
        return jnp.sum(self.x)

    @cached_property
    def once(self) -> jax.Array:
        return jnp.sum(self.x)

    @cached_property
    def given(self) -> jax.Array:
        return jnp.sum(self.x)

    @cached_property
    def mapped(self) -> jax.Array:
        return jnp.sum(self.x)

    @cached_property
    def of_another(self) -> jax.Array:
        return jnp.sum(self.x)

    @cached_property
    def never(self) -> jax.Array:
        return jnp.sum(self.x)

    @jax.jit
    def scaled(self) -> jax.Array:
        return self.x * self.given


class Module(eqx.Module):
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:  # E: jdc-cached
        return jnp.linalg.norm(self.x)


class OfLambda(eqx.Module):
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:  # E: jdc-cached
        return jnp.linalg.norm(self.x)

    @cached_property
    def mapped(self) -> jax.Array:
        return jnp.linalg.norm(self.x)


@chex.dataclass
class Mapping:
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:  # E: jdc-cached
        return jnp.linalg.norm(self.x)

    @cached_property
    def length(self) -> chex.Array:  # E: jdc-cached
        return jnp.linalg.norm(self.x)

    @cached_property
    def size(self) -> int:
        return self.x.size


@jax.tree_util.register_dataclass
@dataclasses.dataclass(slots=True)
class Slots:
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:  # E: jdc-cached
        return jnp.linalg.norm(self.x)


named = Named(jnp.ones(3))


@jax.jit
def scaled(y: jax.Array) -> jax.Array:
    return y * named.by_global


scaled(jnp.ones(3))
named.by_global + 1


def run(one: Named, module: Module, y: jax.Array) -> jax.Array:
    jax.jit(lambda: one.by_parameter * y)()
    step = jax.jit(lambda y: y * one.by_name)
    step(y)
    jax.lax.fori_loop(0, 3, lambda _, y: y * one.in_loop, y)

    @eqx.filter_jit
    def filtered(y: jax.Array) -> jax.Array:
        return y * module.norm

    filtered(y)
    return one.by_parameter + one.by_name + one.in_loop + module.norm


def run_lambdas(module: OfLambda, y: jax.Array) -> jax.Array:
    scaled = eqx.filter_jit(lambda y: y * module.norm)(y)
    mapped = eqx.filter_vmap(lambda y: y * module.mapped)(y)
    return scaled + mapped + module.norm + module.mapped


def right(one: Named, other: Named, y: jax.Array) -> jax.Array:
    start = one.before
    jax.jit(lambda: one.before * y)()
    jax.jit(lambda y, by: y * by * one.as_argument)(y, one.as_argument)
    jax.jit(lambda: one.once * y)()
    jax.jit(lambda one: one.given * y)(one)
    jax.vmap(lambda y: one.mapped * y)(y)
    jax.jit(lambda y: y * other.of_another)(y)
    unused = jax.jit(lambda y: y * one.never)
    total = start + one.before + one.as_argument + one.given + one.mapped + one.of_another + one.never
    return unused(total) + one.scaled()


@flax.struct.dataclass
class OfEither:
    x: jax.Array | np.ndarray

    @cached_property
    def total(self) -> jax.Array:  # E: jdc-cached
        return jnp.sum(self.x)


def totals(of: OfEither, y: jax.Array) -> jax.Array:
    jax.jit(lambda: of.total * y)()
    return of.total


@flax.struct.dataclass
class Beside:
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:  # E: jdc-cached
        return jnp.linalg.norm(self.x)


@flax.struct.dataclass
class Before:
    x: jax.Array

    @cached_property
    def norm(self) -> jax.Array:
        return jnp.linalg.norm(self.x)


def beside(x: jax.Array) -> None:
    inner = Beside(x)
    scaled = jax.jit(lambda y: y * inner.norm)
    print(scaled(x), inner.norm + 1)


def before(x: jax.Array, is_shown: bool) -> None:
    inner = Before(x)
    scaled = jax.jit(lambda y: y * inner.norm)
    print(inner.norm + 1, scaled(x))
    other = Before(x)
    doubled = jax.jit(lambda y: 2 * y * other.norm)
    print(doubled(x), other.norm if is_shown else None)
