"""Calls of what another module jits: static arguments, donated ones and objects that go stale."""

import jax
import jax.numpy as jnp
import jitted_classes as given
from jitted_classes import (
    Trainer,
    UnlistedTable,
    Weights,
    by_constant,
    last,
    looked_up,
    measured,
    reshaped,
    traced,
    trained,
)


def static_arguments(x: jax.Array) -> None:
    trainer = Trainer(0.1)
    reshaped(x, [3, 1])  # E: jdc-static-mutable
    reshaped(x, sizes=[3, 1])  # E: jdc-static-mutable
    given.reshaped(x, [3, 1])  # E: jdc-static-mutable
    reshaped(x, jnp.array([3, 1]))  # E: jdc-static-array
    last(x, [3, 1])  # E: jdc-static-mutable
    trainer.reshaped(x, [3, 1])  # E: jdc-static-mutable
    trainer.reshaped(x, sizes={3: 1})  # E: jdc-static-mutable
    reshaped(x, (3, 1))
    given.reshaped(x, sizes=(3, 1))
    last(x, (3, 1))
    traced(x, [3, 1])
    traced(x, jnp.array([3, 1]))
    trainer.reshaped(x, (3, 1))
    by_constant(1, (1, 2))


def donated(weights: Weights, g: jax.Array, trainer: Trainer) -> jax.Array:
    new = trained(g, weights)
    return new.w + weights.w  # E: jdc-aliased


def donated_by_keyword(weights: Weights, g: jax.Array) -> jax.Array:
    new = trained(g, weights=weights)
    return new.w + weights.b  # E: jdc-aliased


def donated_to_method(weights: Weights, g: jax.Array, trainer: Trainer) -> jax.Array:
    new = trainer.update(weights, g)
    return new.w + weights.w  # E: jdc-aliased


def donated_itself(weights: Weights, g: jax.Array) -> jax.Array:
    new = weights.stepped(g)
    return new.w + weights.w  # E: jdc-aliased


def bound_again(weights: Weights, g: jax.Array, trainer: Trainer) -> jax.Array:
    weights = trained(g, weights)
    weights = trainer.update(weights, g)
    weights = weights.stepped(g)
    kept = weights.kept(g)
    total = measured(kept)
    other = trainer.update(g=g, weights=kept)
    return weights.w + total + other.w


def stale(x: jax.Array) -> jax.Array:
    trainer = Trainer(0.1)
    first = trainer.scaled(x)
    trainer.rate = 0.5  # E: jdc-static-self
    return first + trainer.scaled(x)


def stale_in_place(x: jax.Array) -> jax.Array:
    trainer = Trainer(0.1)
    first = trainer.scaled(x)
    trainer.scales.append(0.5)  # E: jdc-static-self
    return first + trainer.scaled(x)


def not_stale(x: jax.Array) -> jax.Array:
    trainer = Trainer(0.1)
    trainer.rate = 0.2
    first = trainer.scaled(x)
    trainer.steps = 3
    trainer.seen.append(1.0)
    trainer.count()
    second = trainer.scaled(x)
    trainer = Trainer(0.3)
    trainer.rate = 0.4
    third = trainer.plain(trainer.scaled(x))
    trainer.rate = 0.5
    return first + second + third + trainer.plain(x)


def unregistered(x: jax.Array) -> jax.Array:
    return looked_up(UnlistedTable(x), x)  # E: jdc-unregistered
