"""Carries that steps make: methods that give back a pair, jitted ones, partials, and what is unpacked of them."""

import functools
from typing import Any, NamedTuple

import flax.struct
import jax
import jax.numpy as jnp
from jax.lax import fori_loop, scan


@flax.struct.dataclass
class Latent:
    deter: jax.Array
    logits: jax.Array | None = None

    def moved(self, by: Any) -> "Latent":
        return self.replace(logits=by)

    def pair(self, by: Any) -> Any:
        return self.replace(logits=by), by * 2

    @jax.jit
    def jitted_pair(self, by: Any) -> Any:
        new = self.replace(logits=by)
        return new, by * 2


@flax.struct.dataclass
class Other:
    x: jax.Array


class Both(NamedTuple):
    latent: Latent
    turns: jax.Array


def observe(scale: float, latent: Latent, x: Any) -> Latent:
    return Latent(latent.deter * scale, x * 2)


def by_method(latent: Latent) -> Any:
    def step(latent, x):  # type: ignore[no-untyped-def]
        new, y = latent.pair(x)  # E: jdc-carry
        return new, y

    return scan(step, Latent(latent.deter), jnp.ones(3))


def by_jitted_method(latent: Latent) -> Any:
    def step(latent, x):  # type: ignore[no-untyped-def]
        new, y = latent.jitted_pair(x * 2)  # E: jdc-carry
        return new, y

    return scan(step, Latent(latent.deter), jnp.ones(3))


def by_pair(latent: Latent) -> Any:
    def step(latent, x):  # type: ignore[no-untyped-def]
        return latent.pair(x * 2)  # E: jdc-carry

    return scan(step, Latent(latent.deter), jnp.ones(3))


def by_partial(latent: Latent) -> Any:
    observed = functools.partial(observe, 3.0)

    def turn(latent, x):  # type: ignore[no-untyped-def]
        new = observed(latent, x)  # E: jdc-carry
        return new, x

    return scan(turn, Latent(latent.deter), jnp.ones(3))


def in_named_tuple(latent: Latent) -> Any:
    def step(both, x):  # type: ignore[no-untyped-def]
        latent, turns = both
        return Both(latent.replace(logits=x + 1), turns), x  # E: jdc-carry

    return scan(step, Both(Latent(latent.deter), jnp.zeros(())), jnp.ones(3))


def swapped(latent: Latent, other: Other) -> Any:
    def turn(i, both):  # type: ignore[no-untyped-def]
        one, two = both
        return two, one  # E: jdc-carry

    return fori_loop(0, 3, turn, (latent, other))


def indexed(other: Other) -> Any:
    return fori_loop(0, 3, lambda i, c: c.x + i, other)  # E: jdc-carry


def right(latent: Latent, other: Other) -> Any:
    def step(latent, x):  # type: ignore[no-untyped-def]
        return latent.pair(x * 2)

    def turn(i, both):  # type: ignore[no-untyped-def]
        one, two = both
        return one, two

    def with_none(latent, x):  # type: ignore[no-untyped-def]
        new, y = latent.pair(x)
        return new, y

    scan(step, Latent(latent.deter, latent.deter), jnp.ones(3))
    scan(with_none, Latent(latent.deter), None, length=3)
    fori_loop(0, 3, lambda i, c: c.replace(x=c.x + i), other)
    return fori_loop(0, 3, turn, (latent, other))


def scaled_step(latent: Latent, x: Any, scale: float) -> Any:
    return latent.replace(logits=x), scale  # E: jdc-carry


def by_keyword(latent: Latent) -> Any:
    return scan(functools.partial(scaled_step, scale=3.0), Latent(latent.deter), jnp.ones(3))
