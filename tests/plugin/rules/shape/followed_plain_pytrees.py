"""Copies of objects whose class has a constructor of its own, which `simple_pytree` does not run again."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from simple_pytree import Pytree, static_field  # type: ignore[import-untyped]


class Filter(Pytree):
    taps: jax.Array
    order: int = static_field()

    def __init__(self, order: int) -> None:
        self.taps = jnp.ones(order)
        self.order = order

    def raised(self) -> Filter:
        return self.replace(order=self.order + 1)


def main() -> None:
    made = Filter(3).replace(order=5)
    print(made.taps @ jnp.ones(3), Filter(4).raised().taps + jnp.ones(4))
    print(Filter(3).taps @ jnp.ones(5))  # E: jdc-shape


if __name__ == "__main__":
    main()
