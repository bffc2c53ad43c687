"""jdc-annotation: what jaxtyping refuses in functions, aliases and variables, and strings that are not strings."""

# ruff: noqa: UP037, UP045 - every spelling counts

from typing import Annotated, Final, NamedTuple, Optional

import jax
from flax import struct
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc

AXES = "n 3"

Comma = Float[Array, "n, 3"]  # E: jdc-annotation
Row = Float[Array, "n"]


def comma(x: Float[Array, "n, 3"], y: Row) -> Float[Array, "n"]:  # E: jdc-annotation
    return x.sum(axis=-1) + y


def fraction(x: Row) -> Float[Array, "b 2.5"]:  # E: jdc-annotation
    return x[:, None]


def negative(
    x: Row,
    y: "Float[Array, '-1']",  # E: jdc-annotation
    z: Optional[Float[Array, "*a *b"]] = None,  # E: jdc-annotation
) -> tuple[Row, Float[Array, "n m ..."]]:
    return x, y


def pair(x: Row) -> tuple[Float[Array, "28x28"], Row]:  # E: jdc-annotation
    return x, x


def sizes(x: Float[Array, (3, 4)]) -> Float[Array, 3]:  # E: jdc-annotation  # type: ignore[valid-type]
    return x.sum(axis=-1)


def any_axes(x: Float[Array, ...]) -> None:  # E: jdc-annotation
    variable: Float[Array, "n, m"] = x  # E: jdc-annotation
    print(variable)


class Layer:
    def __init__(self, x: Float[Array, "n"]) -> None:
        self.x: Float[Array, "n 3)"] = x  # E: jdc-annotation

    def call(self, x: Annotated[jax.Array, (..., 3, ...)]) -> Float[Array, "n 3"]:  # E: jdc-annotation
        return self.x


@struct.dataclass
class Fields:
    tuple_of_sizes: Float[Array, (28, 28)]  # E: jdc-annotation
    well: Float[Array, "28 28"]


@jdc.pytree_dataclass
class Number:
    size: Float[Array, 3]  # E: jdc-annotation  # type: ignore[valid-type]


class Pair(NamedTuple):
    x: Float[Array, "n 3"]
    y: Int[Array, "n"]


def well(
    a: Float[Array, "*batch n+1"],
    b: Float[Array, "#n ..."],
    c: Float[Array, "rows=3 _ {n}"],
    d: Float[Array, AXES],  # type: ignore[valid-type]
    e: Float[Array, ""] | float,
    f: Annotated[float, (-180, 180)],
    g: Annotated[int, (..., ...)],
    h: Annotated[str, "a, b"],
) -> tuple[Float[Array, "n"], ...]:
    other: Float[Array, "n//2 min(n,3)"] = a
    return (other, b, c, d)


RATIO: Final = 0.5
SIZE: Final = 3


def named(x: Annotated[jax.Array, (SIZE, 3)], y: Annotated[jax.Array, (..., RATIO)]) -> None:  # E: jdc-annotation
    ...
