"""Methods of arrays whose sizes are a name and a number: the two are not meant to be equal."""

import jax
import jax.numpy as jnp
from flax import struct
from jaxtyping import Array, Float, Int


@struct.dataclass
class Replay:
    seen: Float[Array, "slots 4"]
    chosen: Int[Array, "slots"]
    place: Int[Array, ""]

    def added(self, seen: Float[Array, "4"]) -> "Replay":
        return self.replace(seen=self.seen.at[self.place].set(seen))

    def added_in_a_column(self, seen: Float[Array, "4"]) -> "Replay":
        return self.replace(seen=self.seen.at[:, self.place].set(seen))  # E: jdc-shape

    def total(self, weights: Float[Array, "4"]) -> Float[Array, "slots"]:
        return self.seen.dot(weights)

    def total_of_slots(self) -> Array:
        return self.seen.dot(self.chosen)  # E: jdc-shape


def marked(rows: Float[Array, "n 3"], row: Float[Array, "3"]) -> Float[Array, "n 3"]:
    return rows.at[:, 0].add(row)  # E: jdc-shape


def marked_right(rows: Float[Array, "n 3"], column: Float[Array, "n"]) -> Float[Array, "n 3"]:
    return rows.at[:, 0].add(column)


def turned(rows: Float[Array, "n d"], turn: Float[Array, "2 2"]) -> jax.Array:
    return rows.at[:, 0].set(turn[0]) + rows.dot(turn)


def whole(rows: Float[Array, "n 3"], index: Int[Array, "m"]) -> Float[Array, "n 3"]:
    return rows.at[index].set(jnp.zeros(3))
