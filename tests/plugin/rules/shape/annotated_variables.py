"""Variables and attributes with array annotations: what they are given, and what is known of them."""

# ruff: noqa: UP037 - every spelling counts

from typing import Annotated, Any, Final, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int, Key, Shaped

Vec = Float[Array, "3"]
Wide: TypeAlias = Float[Array, "7"]


def unknown() -> Any: ...


# Wrong values.

MEAN: Float[Array, "3"] = jnp.zeros(4)  # E: jdc-shape
SCALE: Final[Float[Array, "3"]] = jnp.ones((3, 1))  # E: jdc-shape
COUNTS: Int[Array, "3"] = jnp.zeros(3)  # E: jdc-dtype
SUM: Vec = jnp.zeros(4) + 1  # E: jdc-shape
ITEM: Float[Array, "4"] = jnp.zeros((2, 3))[0]  # E: jdc-shape
ALIASED: Vec = jnp.zeros((2, 3))  # E: jdc-shape
NARROW: Wide = jnp.zeros(6)  # E: jdc-shape
TUPLE: Annotated[jax.Array, (..., 28, 28)] = jnp.zeros((28, 27))  # E: jdc-shape
CONSTANT: Float[np.ndarray, "2 2"] = np.eye(3)  # E: jdc-shape
TOGETHER: Float[Array, "3"] = jnp.zeros(  # E: jdc-shape
    4,
)


def wrong(x: Float[Array, "n 3"], flag: bool) -> None:
    a: Float[Array, "3 4"] = jnp.zeros((3, 5))  # E: jdc-shape
    b: Vec = x.sum(axis=-1, keepdims=True)  # E: jdc-shape
    c: Float[Array, "n"] = x * 2  # E: jdc-shape
    d: "Float[Array, '3']" = jnp.zeros(3) if flag else jnp.zeros(4)  # E: jdc-shape
    made = jnp.zeros(5)
    e: Vec = made  # E: jdc-shape
    g: Float[Array, "3 2"] = jnp.concatenate([a, a]).T  # E: jdc-shape


class Model:
    def __init__(self, flag: bool) -> None:
        self.weights: Float[Array, "3 4"] = jnp.zeros((4, 3))  # E: jdc-shape


# Annotations of unknown values.


def known() -> None:
    y: Float[Array, "3"] = unknown()
    y @ jnp.ones(4)  # E: jdc-shape
    table: Float[Array, "rows 3"] = unknown()
    table @ jnp.ones((4, 2))  # E: jdc-shape
    doubled = y * 2
    doubled + jnp.ones(2)  # E: jdc-shape
    z: Float[np.ndarray, "3"] = unknown()
    np.dot(z, np.ones(4))  # E: jdc-shape
    read: Float[Array, "3"] = jnp.asarray(unknown())
    read + jnp.ones(2)  # E: jdc-shape


# Right ones.

WIDE: Wide = jnp.zeros(7)
ORIGIN: Float[Array, "3"] = jnp.zeros(3)
BIAS: Vec = jnp.asarray([1.0, 2.0, 3.0])
ANY: Shaped[Array, "*batch 3"] = jnp.zeros((7, 2, 3))
KEY: Key[Array, ""] = jax.random.key(0)
OPTIONAL: Float[Array, "3"] | None = None
PLAIN: jax.Array = jnp.zeros(4)
IMAGES: Annotated[jax.Array, (..., 28, 28)] = jnp.zeros((5, 28, 28))
NUMPY: Float[np.ndarray, "2 2"] = np.eye(2)


def right(x: Float[Array, "n 3"], flag: bool) -> jax.Array:
    rows: Float[Array, "n"] = x.sum(-1)
    some: Float[Array, "m 3"] = x[:2]
    five: Float[Array, "5 3"] = x
    same: Float[Array, "k k"] = jnp.zeros((3, 3))
    named: Float[Array, "batch 3"] = jnp.zeros((4, 3))
    more: Float[Array, "batch 3"] = jnp.zeros((5, 3))
    if flag:
        grown: Float[Array, "..."] = jnp.concatenate([named, more])
    else:
        grown = jnp.zeros(1)
    start: Float[Array, "3"] = jnp.zeros(3)
    start = jnp.concatenate([start, start])
    start + jnp.zeros(6)
    later: Float[Array, "3"]
    later = unknown()
    broadcast: Float[Array, "#n 3"] = jnp.zeros((1, 3))
    total: Float[Array, ""] = x.sum()
    step: Int[Array, ""] = jnp.argmax(rows)
    either: Vec = start if flag else unknown()
    return some.sum() + five.sum() + same.sum() + grown.sum() + broadcast.sum() + total + step + later.sum() + either


def loops(items: list[Any]) -> jax.Array:
    previous: Float[Array, "n 3"] = jnp.zeros((1, 3))
    for item in items:
        current: Float[Array, "n 3"] = item
        previous = jnp.concatenate([previous, current[1:]])
        previous[: current.shape[0]] + current
    return previous


def guarded(x: Float[Array, "3 4"]) -> jax.Array:
    if x.ndim == 1:
        row: Float[Array, "3"] = x
        row + 1
    flat: Float[Array, "12"] = x.reshape(-1)
    return flat


class Owner:
    shared: Float[Array, "3"]

    def __init__(self, n: int) -> None:
        self.shared = jnp.zeros(3)
        self.sized: Float[Array, "n 3"] = jnp.zeros((n, 3))
        self.maybe: Float[Array, "3"] | None = None


def rebinds() -> None:
    w: Float[Array, "3"] = unknown()
    for _ in range(3):
        w + jnp.ones(w.shape)
        w = jnp.concatenate([w, w])
    w + jnp.ones(24)


right(jnp.ones((5, 3)), True) if False else None
