"""Objects of a loop that no jitted function gets."""

from __future__ import annotations

import flax.struct
import jax


@flax.struct.dataclass
class Schedule:
    x: jax.Array
    rate: float = flax.struct.field(pytree_node=False, default=1.0)

    def value(self) -> jax.Array:
        return self.x * self.scaled()

    def scaled(self) -> float:
        return 2 * self.rate

    def handed(self) -> jax.Array:
        return run(self)


@jax.jit
def run(schedule: Schedule) -> jax.Array:
    return schedule.value()


def searched(x: jax.Array) -> list[float]:
    found = []
    for rate in (0.1, 0.5):
        schedule = Schedule(x, rate=rate)
        found.append(float(schedule.value().sum()) * schedule.rate)
    return found


def jitted(x: jax.Array) -> None:
    for rate in (0.1, 0.5):
        schedule = Schedule(x, rate=rate)  # E: jdc-retrace
        print(schedule.rate, run(schedule))


def by_method(x: jax.Array) -> None:
    for rate in (0.1, 0.5):
        schedule = Schedule(x, rate=rate)  # E: jdc-retrace
        print(schedule.handed())
