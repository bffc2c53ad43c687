"""The functions that hand the gradient on, against JAX itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from jdc_mypy_plugin.model.functions.array_functions import OF_ONE, OF_SEVERAL
from jdc_mypy_plugin.traced.gradient_values import CUT
from jdc_mypy_plugin.traced.tracer_operations import ARRAY_METHODS, OF_NETWORKS

_MORE: dict[str, tuple[Any, ...]] = {
    "expand_dims": (0,),
    "moveaxis": (0, 1),
    "pad": (1,),
    "repeat": (2,),
    "reshape": (-1,),
    "roll": (1,),
    "swapaxes": (0, 1),
    "tile": (2,),
    "clip": (0.0, 1.0),
    "percentile": (50.0,),
    "quantile": (0.5,),
    "take": (jnp.array([0]),),
}
_ROWS = ("convolve", "searchsorted")
"""Functions of vectors."""
_VECTORS = ("cross",)
"""Functions of vectors with three items."""
_LEFT = ("where", "astype")
"""Functions of which nothing is said."""


def is_tracer(function: Callable[[Any], Any], x: jax.Array) -> bool:
    """Return whether the result of a function is a tracer under ``jax.grad``, which `float` refuses."""
    refused: list[bool] = []

    def differentiated(x: jax.Array) -> jax.Array:
        result = jnp.real(jnp.ravel(function(x))[0])
        try:
            float(result)
        except jax.errors.ConcretizationTypeError:
            refused.append(True)
        return jnp.sum(x)

    jax.grad(differentiated)(x)
    return bool(refused)


def given(name: str, x: jax.Array) -> tuple[Any, ...]:
    """Return the arguments of a function of `jax.numpy`."""
    if name in _ROWS:
        return x[0], x[1]
    if name in _VECTORS:
        return jnp.stack([x[0, 0]] * 3), jnp.ones(3)
    return (x, *_MORE[name]) if name in _MORE else (x, x) if name in OF_SEVERAL else (x,)


@pytest.mark.parametrize("name", [each for each in (*OF_ONE, *OF_SEVERAL) if each not in _LEFT])
def test_a_function_hands_the_gradient_on_or_cuts_it_off(name: str) -> None:
    function: Callable[..., Any] = functools.reduce(getattr, name.split("."), jnp)
    x = jnp.array([[2.0, 0.3], [0.1, 1.5]])
    assert is_tracer(lambda x: function(*given(name, x)), x) is (name not in CUT)


@pytest.mark.parametrize("name", [*OF_NETWORKS, *sorted(ARRAY_METHODS - {"astype"})])
def test_a_method_or_a_function_of_networks_does(name: str) -> None:
    x = jnp.array([[2.0, 0.3], [0.1, 1.5]])
    called = getattr(jax.nn, name) if name in OF_NETWORKS else lambda x: getattr(x, name)()
    assert is_tracer(called, x) is (name not in CUT)
