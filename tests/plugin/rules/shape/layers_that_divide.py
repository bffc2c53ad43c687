"""Layers and pools whose numbers do not go together with what they are given."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Grouped(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x):
        x = nn.Conv(self.features, (3, 3))(x)
        x = nn.GroupNorm(num_groups=4)(x)
        return nn.avg_pool(x, (2, 2), strides=(2, 2))


class Uneven(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Conv(18, (3, 3))(x)
        nn.GroupNorm(num_groups=None, group_size=3)(x)
        nn.GroupNorm(3)(x)
        return nn.GroupNorm(num_groups=4)(x)  # E: jdc-shape


class Flat(nn.Module):
    @nn.compact
    def __call__(self, x):
        nn.max_pool(x, (2, 2))
        nn.max_pool(x, (3, 3), strides=(1, 2), padding="SAME")
        return nn.max_pool(x, (2, 2), strides=(2,))  # E: jdc-shape


images = jnp.ones((2, 8, 8, 3))
Grouped(8).init(jax.random.key(0), images)
Uneven().init(jax.random.key(0), images)
Flat().init(jax.random.key(0), images)
