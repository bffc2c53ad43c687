"""Positions of slices, axes of cross products, and updates that calculate."""

import jax.numpy as jnp
from jax import lax

TABLE = jnp.ones((3, 4))
PATCH = jnp.ones((2, 2))

lax.dynamic_update_slice(TABLE, PATCH, (0,))  # E: jdc-shape
lax.dynamic_update_slice(TABLE, PATCH, jnp.array([0, 1, 2]))  # E: jdc-shape
lax.dynamic_slice(TABLE, jnp.array([0]), (2, 2))  # E: jdc-shape
print(lax.dynamic_update_slice(TABLE, PATCH, (0, 0)), lax.dynamic_slice(TABLE, jnp.array([0, 1]), (2, 2)))

lax.cumsum(TABLE, axis=2)  # E: jdc-shape
lax.cummax(TABLE, axis=-1)  # E: jdc-shape
print(lax.cumsum(TABLE, axis=1))

print(TABLE.at[0, 0, 0].apply(jnp.sin))  # E: jdc-shape
print(TABLE.at[0].power(jnp.ones(3)))  # E: jdc-shape
print(TABLE.at[0].divide(jnp.ones(3)))  # E: jdc-shape
print(TABLE.at[0, 0].apply(jnp.sin), TABLE.at[0].power(jnp.ones(4)), TABLE.at[:, 0].divide(jnp.ones(3)))

points = jnp.ones((4, 3))
print(jnp.cross(points, points, axisa=0))  # E: jdc-shape
print(jnp.cross(points, points, axis=0))  # E: jdc-shape
print(jnp.cross(points, points, axisc=0) + points)  # E: jdc-shape
print(jnp.cross(points.T, points, axisa=0) + points, jnp.cross(points, points, axisc=0) + points.T)
