"""jdc-lost-mutation: fields of objects in an argument, and methods that only read before the change."""

from __future__ import annotations

from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Posterior:
    mean: jax.Array
    precision: jax.Array

    def observe(self, reward: jax.Array) -> None:
        self.precision = self.precision + 1.0

    def greedy(self) -> jax.Array:
        return jnp.argmax(self.mean)

    def itself(self) -> Posterior:
        return self


@flax.struct.dataclass
class Agent:
    posterior: Posterior
    key: jax.Array


@jax.jit
def part(agent: Agent, reward: jax.Array) -> jax.Array:
    agent.posterior.mean = agent.posterior.mean + reward  # E: jdc-lost-mutation
    return agent.posterior.precision


@jax.jit
def updated_part(agent: Agent, reward: jax.Array) -> jax.Array:
    agent.posterior.mean += reward  # E: jdc-lost-mutation
    return reward


@jax.jit
def used_part(agent: Agent, reward: jax.Array) -> jax.Array:
    agent.posterior.mean += reward
    return agent.posterior.mean


@jax.jit
def returned_part(agent: Agent, reward: jax.Array) -> Posterior:
    agent.posterior.mean += reward
    return agent.posterior


@jax.jit
def returned(agent: Agent, reward: jax.Array) -> Agent:
    agent.posterior.mean += reward
    return agent


@jax.jit
def kept_part(agent: Agent, reward: jax.Array) -> jax.Array:
    held = agent.posterior
    agent.posterior.mean += reward
    return held.greedy()


@jax.jit
def asked_before(posterior: Posterior, reward: jax.Array) -> jax.Array:
    arm = posterior.greedy()
    posterior.observe(reward)  # E: jdc-lost-mutation
    return arm


@jax.jit
def asked_before_writing(posterior: Posterior, reward: jax.Array) -> jax.Array:
    arm = posterior.greedy()
    posterior.mean = posterior.mean + reward  # E: jdc-lost-mutation
    return arm


@jax.jit
def asked_after(posterior: Posterior, reward: jax.Array) -> jax.Array:
    posterior.mean = posterior.mean + reward
    return posterior.greedy()


@jax.jit
def given_by_method(posterior: Posterior, reward: jax.Array) -> Posterior:
    same = posterior.itself()
    posterior.mean = posterior.mean + reward
    return same


@jax.jit
def asked_in_loop(posterior: Posterior, reward: jax.Array) -> list[jax.Array]:
    arms = []
    for _ in range(3):
        arms.append(posterior.greedy())
        posterior.mean = posterior.mean + reward
    return arms


def reset(posterior: Posterior) -> None:
    posterior.mean = jnp.zeros_like(posterior.mean)


@jax.jit
def other_field_after(posterior: Posterior) -> jax.Array:
    reset(posterior)  # E: jdc-lost-mutation
    return posterior.precision


@jax.jit
def same_field_after(posterior: Posterior) -> jax.Array:
    reset(posterior)
    return posterior.mean


@jax.jit
def all_after(posterior: Posterior) -> Posterior:
    reset(posterior)
    return posterior


@jax.jit
def observed(agent: Agent, reward: jax.Array) -> jax.Array:
    arm = agent.posterior.greedy()
    agent.posterior.observe(reward)  # E: jdc-lost-mutation
    return arm


@jax.jit
def asked_after_observing(agent: Agent, reward: jax.Array) -> jax.Array:
    agent.posterior.observe(reward)
    return agent.posterior.greedy()


@jax.jit
def returned_after_observing(agent: Agent, reward: jax.Array) -> tuple[Agent, jax.Array]:
    arm = agent.posterior.greedy()
    agent.posterior.observe(reward)
    return agent, arm


@jax.jit
def kept_by_method(agent: Agent, reward: jax.Array) -> Posterior:
    held = agent.posterior.itself()
    agent.posterior.observe(reward)
    return held
