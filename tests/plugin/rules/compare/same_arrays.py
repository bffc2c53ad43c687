"""Objects that hold the very same arrays, and lists that are asked for their own items."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class Beam:
    centre: jax.Array
    width: jax.Array
    order: int = 0


@jdc.pytree_dataclass
class Lens:
    power: jax.Array
    stop: int = 1


def copies(beam: Beam, lens: Lens) -> None:
    wider = beam.replace(width=beam.width * 2)
    print(beam == wider)  # E: jdc-compare
    later = beam.replace(order=3)
    print(later == beam, beam != dataclasses.replace(beam, order=4))  # E3.13: jdc-compare
    print(jdc.replace(lens, stop=2) == lens)  # E3.13: jdc-compare
    print(jdc.replace(lens, power=jnp.ones(3)) == lens)  # E: jdc-compare


def shared(centre: jax.Array, width: jax.Array) -> bool:
    one = Beam(centre, width, 1)
    other = Beam(width=width, centre=centre)
    print(one == other, Beam(centre, width) != Beam(centre, width))  # E3.13: jdc-compare
    return Beam(centre, width) == Beam(centre, width * 2)  # E: jdc-compare


class Queue:
    def __init__(self) -> None:
        self.beams: list[Beam] = []

    def drained(self) -> None:
        while self.beams:
            self.beams.remove(self.beams[0])

    def emptied(self) -> None:
        for beam in tuple(self.beams):
            self.beams.remove(beam)

    def thinned(self) -> None:
        for beam in tuple(self.beams):
            if beam.order > 3:
                self.beams.remove(beam)  # E: jdc-compare

    def shortened(self) -> int:
        self.beams.remove(self.beams[1])  # E: jdc-compare
        first, other = self.beams[0], list(self.beams)
        print(self.beams.count(first))  # E: jdc-compare
        print(other.index(first))
        return self.beams.index(first)
