"""Objects that may be one and the same, which equals itself: other names of it, and what functions hand on."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Neighbours:
    pairs: jax.Array

    def allocated(self, size: int) -> "Neighbours":
        """There is nothing to do."""
        return self

    def updated(self, pairs: jax.Array | None) -> "Neighbours":
        return self if pairs is None else self.replace(pairs=pairs)

    def shifted(self) -> "Neighbours":
        return self.replace(pairs=self.pairs + 1)

    def grown(self) -> "Neighbours":
        larger = self.pairs + 1
        return Neighbours(larger)


def checked(neighbours: Neighbours) -> Neighbours:
    assert neighbours.pairs.ndim == 1
    return neighbours


@jax.jit
def jitted(neighbours: Neighbours) -> Neighbours:
    return neighbours


def compared(other: Neighbours) -> None:
    held = Neighbours(jnp.ones(3))
    same = held
    print(held == same, same.allocated(3) == held, held == held.updated(None))
    later = checked(same)
    print(later == held, checked(other) == other, other.allocated(2).pairs)
    print(other == held)  # E-3.13: jdc-compare
    print(held.shifted() == held)  # E-3.13: jdc-compare
    print(held == held.grown())  # E-3.13: jdc-compare
    print(jitted(held) == held)  # E-3.13: jdc-compare
    print(checked(held) == other)  # E-3.13: jdc-compare


def asserted() -> None:
    held = Neighbours(jnp.ones(3))
    assert held.allocated(3) == held
    assert held.updated(None) == held
    assert checked(held) == held


class Simulation:
    def __init__(self) -> None:
        self.neighbours = Neighbours(jnp.zeros(3))

    def set_up(self, neighbours: Neighbours) -> "Simulation":
        self.neighbours = neighbours
        return self

    def current(self) -> Neighbours:
        return self.neighbours


def kept_by_others(rows: list[Neighbours], fresh: Neighbours, unseen: Neighbours) -> None:
    held = Neighbours(jnp.ones(3))
    simulation = Simulation().set_up(held)
    assert simulation.neighbours == held
    assert simulation.current() == held
    current = simulation.current()
    assert current == held
    rows.append(fresh)
    assert rows[-1] == fresh and rows.pop() == fresh
    assert rows[0] == unseen  # E: jdc-compare
    assert simulation.neighbours == unseen  # E: jdc-compare


kept_by_others([], Neighbours(jnp.ones(3)), Neighbours(jnp.ones(3)))
asserted()
