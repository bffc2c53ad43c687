"""Lists that an attribute holds, in the methods of its class."""

from typing import Any

import flax.struct
import jax


@flax.struct.dataclass
class Rollout:
    obs: jax.Array
    rewards: jax.Array


class Learner:
    oldest: list[Rollout]
    names: list[str]

    def __init__(self, others: Any) -> None:
        self.rollouts: list[Rollout] = []
        self.oldest = []
        self.best: dict[str, Rollout] = {}
        self.last: Rollout | None = None
        self.others = others

    def keep(self, rollout: Rollout) -> None:
        if rollout not in self.rollouts:  # E: jdc-compare
            self.rollouts.append(rollout)
        if rollout in self.oldest:  # E: jdc-compare
            self.oldest.clear()

    def keep_best(self, rollout: Rollout, table: dict[str, Rollout]) -> bool:
        if rollout in self.best.values():  # E: jdc-compare
            return True
        if rollout != self.last:  # E: jdc-compare
            return "best" in self.best
        return rollout not in table.values()  # E: jdc-compare

    def keep_name(self, name: str, rollout: Rollout) -> bool:
        return name in self.names or rollout in self.others

    def keep_new(self, rollout: Rollout) -> None:
        if all(rollout is not each for each in self.rollouts):
            self.rollouts.append(rollout)

    @staticmethod
    def count(self: Any, rollout: Rollout) -> bool:
        return rollout in self.rollouts
