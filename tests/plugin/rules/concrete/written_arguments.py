"""jdc-concrete: dicts and named tuples without types that the calls of a jitted function write out."""

from collections import namedtuple
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

Window = namedtuple("Window", ["size", "values"])


class Options(NamedTuple):
    values: Any
    is_centred: Any = False


@jax.jit
def windowed(x, options):
    if options["centred"]:  # E: jdc-concrete
        x = x - x.mean()
    return x[: options["size"]] + options["shift"]  # E: jdc-concrete


@jax.jit
def declared(x: jax.Array, options: dict) -> Any:  # type: ignore[type-arg]
    return x[: options["size"]] + options["shift"]  # E: jdc-concrete


@jax.jit
def named(window):
    return window.values[: window.size]  # E: jdc-concrete


@jax.jit
def centred(options):
    if options.is_centred:  # E: jdc-concrete
        return options.values - options.values.mean()
    return options.values


x = jnp.arange(8.0)
windowed(x, {"size": 5, "shift": jnp.ones(5), "centred": True})
declared(x, {"size": 5, "shift": jnp.ones(5)})
named(Window(3, x))
centred(Options(x, True))


@jax.jit
def right(x, options):
    if "centred" in options:
        x = x - options["centred"]
    if options["left"] is None:
        x = x + 1
    if options["nested"]:
        x = x + options["nested"]["x"]
    options["size"] = 3
    return x[: options["size"]]


@jax.jit
def either(x, options):
    return x if options["either"] is None else x[: options["either"]]


@jax.jit
def of_shape(window):
    return window.values[: window.values.shape[0] - 1] * window.size


right(x, {"size": 5, "left": None, "nested": {"x": x}, "centred": 1.0})
either(x, {"either": None})
either(x, {"either": 3})
of_shape(Window(3, x))


def outside(x: Any, options: Any) -> Any:
    return x[: options["size"]]


outside(x, {"size": 5})
