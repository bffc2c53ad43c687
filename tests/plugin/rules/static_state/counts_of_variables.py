"""jdc-static-state: ``self.replace(step=self.step + 1)`` of a base class, where ``self`` is a type variable."""

from typing import Self, TypeVar

import jax
from flax.struct import PyTreeNode, field

AnyRollout = TypeVar("AnyRollout", bound="Rollout")


class Rollout(PyTreeNode):
    obs: jax.Array
    step: int = field(pytree_node=False, default=0)
    length: int = field(pytree_node=False, default=3)

    def following(self: AnyRollout) -> AnyRollout:
        return self.replace(obs=self.obs + 1, step=self.step + 1)  # E: jdc-static-state

    def later(self) -> Self:
        return self.replace(step=self.step + self.length)  # E: jdc-static-state

    @jax.jit
    def compiled(self) -> Self:
        return self.replace(obs=self.obs + 1, step=self.step + 1)  # E: jdc-static-state

    def outside(self) -> Self:
        return self.replace(step=self.step + 1)

    def onward(self) -> Self:
        return self.replace(obs=self.obs + 1)

    def restarted(self) -> Self:
        return self.replace(obs=self.obs * 2, step=0)

    @jax.jit
    def longer(self) -> Self:
        return self.replace(obs=self.obs + 1, length=self.length)


def play(rollout: Rollout) -> Rollout:
    return jax.lax.fori_loop(0, 3, lambda i, each: each.following(), rollout)


def play_late(rollout: Rollout) -> Rollout:
    return jax.lax.while_loop(lambda each: each.obs.sum() < 3, lambda each: each.later(), rollout)


def play_on(rollout: Rollout) -> Rollout:
    return jax.lax.fori_loop(0, 3, lambda i, each: each.onward(), rollout)


def play_with(rollout: Rollout) -> Rollout:
    for _ in range(3):
        rollout = rollout.outside().restarted()
    return rollout
