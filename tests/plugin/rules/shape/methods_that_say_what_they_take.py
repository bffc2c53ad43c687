"""A call that the annotations of a method exclude is reported there, and what raises in the method is not."""

import jax.numpy as jnp
from jaxtyping import Array, Float


class Recorder:
    def __init__(self) -> None:
        self.buffer = jnp.zeros((16, 4))

    def push(self, row: Float[Array, "4"]) -> None:
        self.buffer = self.buffer.at[0].set(row)

    def push_any(self, row: Array) -> None:
        self.buffer = self.buffer.at[0].set(row)  # E: jdc-shape


def test_rows() -> None:
    Recorder().push(jnp.zeros(4))
    Recorder().push_any(jnp.zeros(4))


def test_wrong_row() -> None:
    Recorder().push(jnp.zeros(5))  # E: jdc-shape


def test_wrong_row_of_any() -> None:
    Recorder().push_any(jnp.zeros(5))
