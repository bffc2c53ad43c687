"""Classes that another module registers, which imports this one by its name."""

from dataclasses import dataclass

import jax

__all__ = ["Wheel"]


@dataclass
class Wheel:
    r: jax.Array


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
