"""Objects of another module that a traced function changes by a method, and reads."""

import jax
from changing_boxes import Box


@jax.jit
def fitted(box: Box) -> jax.Array:
    box.fit()
    return box.x[: box.size]


@jax.jit
def cut(box: Box) -> jax.Array:
    return box.x[: box.size]  # E: jdc-concrete


@jax.jit
def added_up(box: Box) -> jax.Array:
    return box.total() + box.x[: box.size]  # E: jdc-concrete
