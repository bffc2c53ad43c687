"""Methods that use what they assign, where the callers of a traced function read it behind a loop."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass(frozen=False)
class Normaliser:
    mean: jax.Array
    rows: jax.Array

    def observe(self, x: jax.Array) -> jax.Array:
        self.mean = 0.9 * self.mean + 0.1 * x.mean(0)
        return x - self.mean


@jax.jit
def step(norm: Normaliser, x: jax.Array) -> jax.Array:
    return norm.observe(x).sum()  # E: jdc-lost-mutation


@jax.jit
def step_for_result(norm: Normaliser, x: jax.Array) -> jax.Array:
    return norm.observe(x).sum()


@jax.jit
def scale(norm: Normaliser, x: jax.Array) -> jax.Array:
    norm.mean = norm.mean * x  # E: jdc-lost-mutation
    return norm.mean.sum()


@jax.jit
def clear(norm: Normaliser) -> None:
    norm.rows = jnp.zeros_like(norm.rows)  # E: jdc-lost-mutation
    norm.mean = norm.mean + norm.rows.shape[0]  # E: jdc-lost-mutation


norm = Normaliser(jnp.zeros(2), jnp.ones(2))
for _ in range(3):
    step(norm, jnp.ones((4, 2)))
print(norm.mean)
other = Normaliser(jnp.zeros(2), jnp.ones(2))
total = step_for_result(other, jnp.ones((4, 2)))
print(total, other.mean)
scaled = Normaliser(jnp.zeros(2), jnp.ones(2))
for _ in range(3):
    scale(scaled, jnp.ones(2))
print(scaled.mean)
