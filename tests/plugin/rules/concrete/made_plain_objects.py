"""jdc-concrete: constructors that a traced function calls with tracers."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp


class Grid:
    def __init__(self, shape: Any, values: Any) -> None:
        if values[0] > 0:  # E: jdc-concrete
            self.sign = 1
        if shape[0] > 2:
            self.is_big = True
        self.values = values


class Checked:
    def __init__(self, values: Any, check: bool = True) -> None:
        if check and values.ndim > 1:
            raise ValueError("one axis")
        if isinstance(values, jax.core.Tracer):
            self.is_traced = True
        elif values[0] > 0:
            self.is_traced = False
        self.values = values


class Positive(eqx.Module):
    low: jax.Array
    high: jax.Array

    def __check_init__(self) -> None:
        if self.low < 0 or self.high < self.low:  # E: jdc-concrete
            raise ValueError("0 <= low <= high")


class Mixed(eqx.Module):
    low: jax.Array
    high: jax.Array

    def __check_init__(self) -> None:
        if self.high < 0:
            raise ValueError("0 <= high")


@jax.jit
def made(values: jax.Array) -> Any:
    return Grid((3, 4), values).values, Checked(values).values, Positive(values[0], values[1]).low


@jax.jit
def left(values: jax.Array) -> Any:
    return Mixed(values[0], jnp.array(2.0)).low


def outside(values: jax.Array) -> Any:
    return Grid((3, 4), values), Positive(values[0], values[1])


made(jnp.ones(3))
left(jnp.ones(3))
