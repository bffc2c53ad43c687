"""Parameters that positional arguments do not reach, results that come later, and unknown axes in front."""

from collections.abc import Iterator
from typing import Annotated

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def behind_others(x: Array, *others: Array, y: Float[Array, "3"]) -> None: ...


def by_keyword(x: Array, *, y: Float[Array, "3"]) -> None: ...


ONE, TWO, SEVEN = jnp.zeros(1), jnp.zeros(2), jnp.zeros(7)
behind_others(ONE, TWO, SEVEN, y=jnp.zeros(3))
behind_others(ONE, TWO, y=SEVEN)  # E: jdc-shape
by_keyword(ONE, y=jnp.zeros(3))
by_keyword(ONE, y=SEVEN)  # E: jdc-shape


async def later(x: Float[Array, "3"]) -> Float[Array, "3"]:
    return x


def one_by_one(x: Float[Array, "3"]) -> Iterator[Float[Array, "3"]]:
    yield x


async def both(x: Float[Array, "3"]) -> None:
    await later(x)
    list(one_by_one(x))


def axis_of_what_is_in_front(image: Annotated[jax.Array, (28, 28)]) -> Array:
    return image.sum(axis=5)


def last_axes(image: Annotated[jax.Array, (28, 28)]) -> Array:
    return image @ jnp.zeros((27, 3))  # E: jdc-shape
