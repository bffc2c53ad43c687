"""Functions of NumPy and JAX that make an array, by full name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .creation import (
    Make,
    arange,
    array_of,
    cast,
    drawn,
    drawn_numpy,
    drawn_with_parameters,
    eye,
    filled,
    full,
    identity,
    key,
    like,
    linspace,
    reshape,
    stack,
    tri,
)
from .flavours import JAX, NUMPY, Flavour


@dataclass(frozen=True, slots=True)
class Creator:
    """A creation function: its parameters in order, and what it makes of them."""

    parameters: tuple[str, ...]
    make: Make
    flavour: Flavour


_DRAW: Final = ("key", "shape", "dtype")

_SHARED: Final[Mapping[str, tuple[tuple[str, ...], Make]]] = {
    "zeros": (("shape", "dtype"), filled("float")),
    "ones": (("shape", "dtype"), filled("float")),
    "empty": (("shape", "dtype"), filled("float")),
    "full": (("shape", "fill_value", "dtype"), full),
    "eye": (("N", "M", "k", "dtype"), eye),
    "tri": (("N", "M", "k", "dtype"), tri),
    "identity": (("n", "dtype"), identity),
    "arange": (("start", "stop", "step", "dtype"), arange),
    "linspace": (("start", "stop", "num", "endpoint", "retstep", "dtype"), linspace),
    "stack": (("arrays", "axis", "out", "dtype"), stack),
    "reshape": (("a", "shape", "order"), reshape),
    "array": (("object", "dtype", "copy", "order", "ndmin"), array_of),
}

_JAX: Final[Mapping[str, tuple[tuple[str, ...], Make]]] = {
    **{f"jax.numpy.{name}": entry for name, entry in _SHARED.items()},
    "jax.lax.full": (("shape", "fill_value", "dtype"), full),
    "jax.numpy.asarray": (("a", "dtype", "order"), array_of),
    "jax.numpy.astype": (("x", "dtype"), cast),
    "jax.numpy.zeros_like": (("a", "dtype", "shape"), like),
    "jax.numpy.ones_like": (("a", "dtype", "shape"), like),
    "jax.numpy.empty_like": (("a", "dtype", "shape"), like),
    "jax.numpy.full_like": (("a", "fill_value", "dtype", "shape"), like),
    "jax.random.normal": (_DRAW, drawn("float")),
    "jax.random.gumbel": (_DRAW, drawn("float")),
    "jax.random.exponential": (_DRAW, drawn("float")),
    "jax.random.laplace": (_DRAW, drawn("float")),
    "jax.random.logistic": (_DRAW, drawn("float")),
    "jax.random.cauchy": (_DRAW, drawn("float")),
    "jax.random.rademacher": (_DRAW, drawn("int")),
    "jax.random.bits": (_DRAW, drawn("unsignedinteger")),
    "jax.random.uniform": ((*_DRAW, "minval", "maxval"), drawn("float")),
    "jax.random.randint": (("key", "shape", "minval", "maxval", "dtype"), drawn_with_parameters("int")),
    "jax.random.truncated_normal": (
        ("key", "lower", "upper", "shape", "dtype"),
        drawn_with_parameters("float"),
    ),
    "jax.random.bernoulli": (("key", "p", "shape"), drawn_with_parameters("bool")),
    "jax.random.key": (("seed", "impl"), key),
}

_NUMPY: Final[Mapping[str, tuple[tuple[str, ...], Make]]] = {
    **{f"numpy.{name}": entry for name, entry in _SHARED.items()},
    "numpy.zeros": (("shape", "dtype", "order"), filled("float")),
    "numpy.ones": (("shape", "dtype", "order"), filled("float")),
    "numpy.empty": (("shape", "dtype", "order"), filled("float")),
    "numpy.full": (("shape", "fill_value", "dtype", "order"), full),
    "numpy.eye": (("N", "M", "k", "dtype", "order"), eye),
    "numpy.array": (("object", "dtype"), array_of),
    "numpy.asarray": (("a", "dtype", "order"), array_of),
    "numpy.zeros_like": (("a", "dtype", "order", "subok", "shape"), like),
    "numpy.ones_like": (("a", "dtype", "order", "subok", "shape"), like),
    "numpy.empty_like": (("a", "dtype", "order", "subok", "shape"), like),
    "numpy.full_like": (("a", "fill_value", "dtype", "order", "subok", "shape"), like),
    "numpy.random.normal": (("loc", "scale", "size"), drawn_numpy("float64")),
    "numpy.random.uniform": (("low", "high", "size"), drawn_numpy("float64")),
    "numpy.random.random": (("size",), drawn_numpy("float64")),
    "numpy.random.randint": (("low", "high", "size", "dtype"), drawn_numpy("int64")),
}

CREATORS: Final[Mapping[str, Creator]] = {
    name: Creator(parameters, make, flavour)
    for flavour, table in ((JAX, _JAX), (NUMPY, _NUMPY))
    for name, (parameters, make) in table.items()
}
