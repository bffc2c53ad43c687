"""Fields that are declared to be numbers."""

import equinox as eqx
import flax.struct
import jax.numpy as jnp
from jaxtyping import Array, Float


class Norm(eqx.Module):
    scale: Float[Array, "dim"]
    eps: float = eqx.field(static=True, default=1e-5)

    def __call__(self, x: Float[Array, "seq dim"]) -> Float[Array, "seq dim"]:
        centred = x - x.mean(axis=-1, keepdims=True)
        return centred / jnp.sqrt(jnp.var(x, axis=-1, keepdims=True) + self.eps) * self.scale

    def lost(self, x: Float[Array, "3 4"]) -> Float[Array, "3 4"]:
        return x.mean(axis=-1) + self.eps  # E: jdc-shape


@flax.struct.dataclass
class Step:
    rate: float
    power: int = flax.struct.field(pytree_node=False, default=2)
    shape: Float[Array, "2"] = flax.struct.field(default_factory=lambda: jnp.ones(2))

    def scaled(self, x: Float[Array, "3"]) -> Float[Array, "3"]:
        return x**self.power * self.rate


norm = Norm(jnp.ones(32))
norm(jnp.ones((10, 32)))
norm(jnp.ones((10, 16)))  # E: jdc-shape
Norm(jnp.ones(32), 1e-3)(jnp.ones((10, 16)))  # E: jdc-shape
step = Step(0.1)
step.scaled(jnp.ones(3)) + jnp.ones(3)
step.scaled(jnp.ones(3)) + jnp.ones(4)  # E: jdc-shape
