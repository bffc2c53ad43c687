"""Patterns of classes that ask for True or False, in a function that jit traces."""

from __future__ import annotations

import dataclasses

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Episode:
    reward: jax.Array
    done: bool
    truncated: bool = flax.struct.field(pytree_node=False, default=False)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Rollout:
    episode: Episode
    is_last: bool = False

    def value(self) -> jax.Array:
        match self:
            case Rollout(is_last=False):  # E: jdc-data-leaf
                return self.episode.reward
        return jnp.zeros(())


class Gate(eqx.Module):
    x: jax.Array
    opened: bool = True

    def passed(self) -> jax.Array:
        match self:
            case Gate(opened=True):
                return self.x
        return -self.x


@jax.jit
def reward(episode: Episode) -> jax.Array:
    match episode:
        case Episode(done=True):  # E: jdc-data-leaf
            return episode.reward
        case Episode(truncated=True):
            return -episode.reward
        case Episode(truncated=False, done=False) | Episode(done=True):  # E: jdc-data-leaf, jdc-data-leaf
            return episode.reward * 2
    return episode.reward


@jax.jit
def values(rollout: Rollout) -> jax.Array:
    match rollout.episode:
        case Episode(done=False) as episode:  # E: jdc-data-leaf
            return episode.reward
    ended = rollout.episode.replace(done=True)
    match ended:
        case Episode(done=True):
            return rollout.value()
    match rollout:
        case Rollout(is_last=is_last):
            return jnp.where(is_last, 1.0, 0.0)
    return jnp.zeros(())


@eqx.filter_jit
def filtered(gate: Gate) -> jax.Array:
    return gate.passed()


def eager(episode: Episode) -> jax.Array:
    match episode:
        case Episode(done=True):
            return episode.reward
    return -episode.reward
