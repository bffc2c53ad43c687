"""jdc-shape: arrays that layers of flax.linen declare."""

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax.linen.initializers import orthogonal


class Shapes(nn.Module):
    size: int

    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        w = self.param("w", nn.initializers.ones, (3, 4))
        b = self.param("b", nn.initializers.zeros, (5,))
        v = self.param("v", orthogonal(0.1), (3, 4), jnp.float32)
        u = self.param("u", nn.initializers.normal(stddev=0.1), (self.size, 4))
        q = self.param("q", lambda key, shape: jnp.ones(5), (3, 4))
        s = self.param("s", jax.nn.initializers.constant(1.0), ())
        print(q + jnp.ones(5), u @ jnp.ones(4), s * x, v.T @ jnp.ones(3))
        print(v @ jnp.ones(3))  # E: jdc-shape
        print(u @ jnp.ones(5))  # E: jdc-shape
        return jnp.ones((2, 3)) @ w + b  # E: jdc-shape


class Own(nn.Module):
    def param(self, name, *args):  # type: ignore
        return jnp.ones(3)

    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        w = self.param("w", nn.initializers.ones, (3, 4))
        return w + jnp.ones(3)
