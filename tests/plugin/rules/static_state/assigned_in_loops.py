"""jdc-static-state: a static field that the function of a loop counts in place, in an object that is not frozen."""

from __future__ import annotations

from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Posterior:
    mean: jax.Array
    precision: jax.Array
    pulls: int = field(default=0, metadata={"static": True})
    is_on: bool = field(default=False, metadata={"static": True})

    def observe(self, reward: jax.Array) -> None:
        self.precision = self.precision + 1.0
        self.mean = self.mean + reward

    def forget(self) -> None:
        self.pulls = 0

    def greedy(self) -> jax.Array:
        return jnp.argmax(self.mean)


def counted(posterior: Posterior, rewards: jax.Array) -> Posterior:
    def step(posterior: Posterior, reward: jax.Array) -> tuple[Posterior, jax.Array]:
        arm = posterior.greedy()
        posterior.observe(reward)
        posterior.pulls += 1  # E: jdc-static-state
        return posterior, arm

    return jax.lax.scan(step, posterior, rewards)[0]


def added(posterior: Posterior) -> Posterior:
    return jax.lax.fori_loop(0, 3, count, posterior)


def count(i: jax.Array, posterior: Posterior) -> Posterior:
    posterior.pulls = posterior.pulls + 1  # E: jdc-static-state
    posterior.is_on = not posterior.is_on  # E: jdc-static-state
    return posterior


def kept(posterior: Posterior, rewards: jax.Array) -> Posterior:
    def step(posterior: Posterior, reward: jax.Array) -> tuple[Posterior, None]:
        posterior.pulls += 1
        posterior.observe(reward)
        posterior.pulls -= 1
        return posterior, None

    def forgetful(posterior: Posterior, reward: jax.Array) -> tuple[Posterior, None]:
        posterior.pulls += 1
        posterior.forget()
        return posterior, None

    def made(posterior: Posterior, reward: jax.Array) -> tuple[Posterior, None]:
        posterior.pulls += 1
        return Posterior(posterior.mean, posterior.precision), None

    posterior = jax.lax.scan(step, posterior, rewards)[0]
    posterior = jax.lax.scan(forgetful, posterior, rewards)[0]
    posterior.pulls += len(rewards)
    return jax.lax.scan(made, Posterior(posterior.mean, posterior.precision), rewards)[0]


kept(Posterior(jnp.zeros(3), jnp.ones(3)), jnp.ones(3))
