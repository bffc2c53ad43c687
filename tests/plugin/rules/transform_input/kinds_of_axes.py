"""jdc-transform-input: entries of in_axes that are trees where the argument is an array, or that are no axes."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

rows = jnp.ones((3, 3))
table = np.arange(9.0).reshape(3, 3)


def added(x: Any, y: Any) -> Any:
    return x + y


def first(x: Any, y: Any) -> Any:
    return x[0] + y


jax.vmap(added, in_axes=((0, 1), (0, 1)))(table, table)  # E: jdc-transform-input
jax.vmap(added, in_axes=((0, 1), 0))(rows, rows)  # E: jdc-transform-input
jax.vmap(added, in_axes=({"x": 0}, 0))(jnp.ones(3), rows)  # E: jdc-transform-input
jax.vmap(added, in_axes=(False, True))  # E: jdc-transform-input
jax.vmap(added, in_axes=(0, "x"))  # E: jdc-transform-input
jax.vmap(added, in_axes=0.0)  # type: ignore[arg-type]  # E: jdc-transform-input

jax.vmap(added, in_axes=(0, 1))(table, table)
jax.vmap(added, in_axes=(0, None))(rows, 1.0)
jax.vmap(first, in_axes=((0, 1), 0))((rows, rows), rows)
jax.vmap(first, in_axes=([0, None], 0))([rows, rows], rows)
jax.vmap(added, in_axes=-1)(rows, rows)
jax.vmap(lambda batch: batch["x"], in_axes=({"x": 0, "y": None},))({"x": rows, "y": 1.0})


def of_axes(axes: Any, value: Any) -> Any:
    return jax.vmap(added, in_axes=(axes, 0))(value, rows)
