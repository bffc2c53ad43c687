"""Values of objects that another module registers by functions of its own."""

import boxes_by_hand as boxes
import jax
import jax.numpy as jnp
from boxes_by_hand import HandPair


@jax.jit
def emptied(box: boxes.HandBox) -> jax.Array:
    if box.name == "box":
        return box.content
    if box.size > 3:  # E: jdc-concrete
        return box.content[:3]
    return jnp.zeros(box.size)  # E: jdc-concrete


@jax.jit
def paired(pair: HandPair) -> jax.Array:
    if pair.right > 2:
        return pair.left
    return pair.left if pair.left.sum() > 0 else -pair.left  # E: jdc-concrete


def on_host(box: boxes.HandBox, pair: HandPair) -> jax.Array:
    return pair.left if box.size > 3 and pair.left.sum() > 0 else box.content
