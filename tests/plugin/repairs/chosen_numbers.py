"""The greater of a number and an array."""

from __future__ import annotations

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Best:
    loss: float
    at: jax.Array

    def updated(self, loss: jax.Array) -> Best:
        return self.replace(loss=min(self.loss, loss), at=max(self.at, loss))

    def updated_by_number(self, loss: float) -> Best:
        return self.replace(loss=min(self.loss, loss, 3.0))

    def updated_by_two(self, loss: jax.Array) -> Best:
        return self.replace(loss=max(loss, loss, self.loss))

    def renamed(self, name: str) -> Best:
        return self.replace(loss=max(name, "a"))  # E: arg-type


def clipped(x: jax.Array) -> jax.Array | float:
    return max(x, 0.0)


def longest(names: list[str]) -> int:
    return max(map(len, names), default=0)


def by_key(xs: list[jax.Array]) -> jax.Array:
    return max(xs, key=lambda x: float(x.sum()))


def two(x: jax.Array, y: jax.Array) -> jax.Array:
    return max(x, y)


best = Best(jnp.inf, jnp.zeros(()))
print(best.updated(jnp.ones(())), best.updated_by_number(2.0), best.updated_by_two(jnp.ones(())))
print(clipped(jnp.ones(())), longest(["a"]), by_key([jnp.ones(2)]), two(jnp.ones(()), jnp.zeros(())))
