"""jdc-shape for more indices than an array has axes, where an index array is not known whole."""

import jax
import jax.numpy as jnp


class Network:
    size: int
    shape: tuple[int, ...]

    def too_many(self, x: jax.Array) -> jax.Array:
        rows = jnp.full((self.shape[0], self.size), -jnp.inf)
        at = jnp.arange(self.size)
        return rows.at[:, at, at].set(x)  # E: jdc-shape

    def as_many(self, x: jax.Array) -> jax.Array:
        rows = jnp.full((self.shape[0], self.size, self.size), -jnp.inf)
        at = jnp.arange(self.size)
        return rows.at[:, at, at].set(x)

    def one_may_be_a_flag(self, flag: jax.Array) -> jax.Array:
        rows = jnp.full((self.shape[0], self.size), -jnp.inf)
        return rows[:, 0, flag]

    def one_may_be_nothing(self, x: jax.Array, new) -> jax.Array:
        rows = jnp.full((self.shape[0], self.size), -jnp.inf)
        return rows[new, :, 0] + x
