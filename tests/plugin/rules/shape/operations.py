"""Results of operations of JAX, put into annotated fields."""

from typing import Annotated

import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Points(jdc.EnforcedAnnotationsMixin):
    a: Annotated[jax.Array, (..., 3), jnp.float32]


def wrong(x: jax.Array, key: jax.Array) -> None:
    y = jnp.ones((2, 5)) @ jnp.ones((5, 4))
    Points(y)  # E: jdc-shape
    Points(y + 1)  # E: jdc-shape
    Points(-y * 2.0)  # E: jdc-shape
    Points(y.T.reshape(-1, 2)[:, 0])  # E: jdc-shape
    Points(jnp.concatenate([y, y], axis=1))  # E: jdc-shape
    Points(jax.nn.relu(jax.random.normal(key, (3, 7))))  # E: jdc-shape
    Points(y.sum(axis=0))  # E: jdc-shape
    Points(jnp.einsum("ij,jk->ik", y, jnp.ones((4, 2))))  # E: jdc-shape
    Points((y > 0)[..., :3])  # E: jdc-dtype
    Points(jnp.argmax(y[:, :3], axis=0))  # E: jdc-dtype
    Points(jnp.asarray(np.ones((2, 4)).T))  # E: jdc-shape


def right(x: jax.Array, key: jax.Array, points: Points) -> None:
    y = jnp.ones((2, 5)) @ jnp.ones((5, 4))
    Points(x)
    Points(x + y[:, :3])
    Points(x + y[0, 0])
    Points(y[:, :3])
    Points(y.at[0].set(1.0)[:, 1:])
    Points(x.mean(axis=0))
    Points(jnp.einsum("ij,jk->ik", y.T, jnp.ones((2, 3))))
    Points(points.a[0])
    Points(points.a.reshape(-1, 3))
    rows = [y[:, :3]]
    rows.append(y[:, :3])
    Points(jnp.stack(rows))
    total = jnp.zeros(3)
    for _ in range(3):
        total = total + y[0, :3]
    Points(total)
    doubled = y
    doubled = jnp.concatenate([doubled, doubled], axis=1)[:, :3]
    Points(doubled)


def deep(x: jax.Array) -> None:
    y0 = jnp.ones(3)
    y1 = y0 + y0
    y2 = y1 + y1
    y3 = y2 + y2
    y4 = y3 + y3
    y5 = y4 + y4
    Points(y5)
