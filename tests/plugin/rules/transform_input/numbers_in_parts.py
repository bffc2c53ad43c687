"""Objects that are given objects with a number among their data, and are mapped over."""

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Tuning:
    step_size: jax.Array
    accept: float = 0.8


@jdc.pytree_dataclass
class Settings:
    step_size: jax.Array
    accept: jdc.Static[float] = 0.8
    limit: jax.Array | None = None


@jdc.pytree_dataclass
class Chain:
    q: jax.Array
    tuning: Tuning
    kernel: jdc.Static[str] = "hmc"


@jdc.pytree_dataclass
class Walk:
    q: jax.Array
    settings: Settings
    tuning: jdc.Static[object] = None


def transition(c: Chain) -> Chain:
    return c


def walked(c: Walk) -> Walk:
    return c


def called(k):
    return jax.vmap(transition)(Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k))))  # E: jdc-transform-input


def in_lambda(k):
    return jax.vmap(lambda c: transition(c))(Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k))))  # E: jdc-transform-input


def under_a_name(k):
    start = Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k)))
    return jax.vmap(transition)(start)  # E: jdc-transform-input


def part_under_a_name(k):
    tuning = Tuning(jnp.ones(k))
    return jax.vmap(transition)(Chain(jnp.zeros((k, 2)), tuning))  # E: jdc-transform-input


def given(k):
    return jax.vmap(transition)(Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k), 0.5)))  # E: jdc-transform-input


def scanned(k):
    chains = Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k)))
    return jax.lax.scan(lambda s, c: (s, c.q), 0.0, chains)  # E: jdc-transform-input


def filled(k):
    return jax.vmap(transition)(Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k), jnp.ones(k))))


def static(k):
    return jax.vmap(walked)(Walk(jnp.zeros((k, 2)), Settings(jnp.ones(k))))


def static_object(k):
    return jax.vmap(walked)(Walk(jnp.zeros((k, 2)), Settings(jnp.ones(k)), None))


def unmapped(k):
    return jax.vmap(transition, in_axes=None, axis_size=3)(Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k))))


def partly_mapped(k):
    axes = Chain(0, Tuning(0, None))
    return jax.vmap(transition, in_axes=(axes,), out_axes=axes)(Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k))))


def broadcast(k):
    start = Chain(jnp.zeros(2), Tuning(jnp.ones(())))
    return jax.vmap(transition)(jax.tree.map(lambda a: jnp.stack([jnp.asarray(a)] * k), start))


def carried(k):
    return jax.lax.scan(lambda c, x: (c, x), Chain(jnp.zeros((k, 2)), Tuning(jnp.ones(k))), jnp.ones(3))
