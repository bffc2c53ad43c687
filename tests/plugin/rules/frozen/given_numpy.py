"""Parameters that annotations call arrays of JAX and the module gives arrays of NumPy for."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def drawn(*, box: jax.Array, image: jax.Array) -> jax.Array:
    image[box[0] : box[1]] = 1.0
    return image


def cleared(image: jax.Array, row: int) -> jax.Array:
    image[row] = 0.0
    return image


def zeroed(image: jax.Array, row: int) -> jax.Array:
    image[row] = 0.0  # E: jdc-frozen
    return image


class Painter:
    def filled(self, image: jax.Array) -> jax.Array:
        image[0] = 2.0
        return image


def show(images: Any, painter: Painter) -> Any:
    image = images[0].numpy() / 255
    for _ in range(3):
        image = drawn(box=np.array([0, 1]), image=image)  # E: arg-type
    painter.filled(np.zeros(3))  # E: arg-type
    return cleared(np.zeros((2, 3)), 0) + zeroed(jnp.zeros((2, 3)), 0)  # E: arg-type


class Replay:
    data: dict[str, jax.Array]
    at: int = 0

    def __init__(self, size: int) -> None:
        data = {"actions": np.zeros((size, 2)), "done": np.zeros(size, bool)}
        self.data = data  # E: assignment

    def insert(self, action: Any, given: dict[str, Any]) -> "Replay":
        data = dict(self.data)
        data["actions"][self.at] = action
        for name, value in given.items():
            data[name][self.at] = value
        return self
