"""Functions and a plain base that other modules hand the fields of their dataclasses to."""

import functools
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp


def check_matrix(a: jax.Array) -> None:
    if a.ndim != 2:
        raise ValueError("not a matrix")


def check_rows(name: str, a: jax.Array, rows: int = 3) -> None:
    assert a.shape[0] == rows, name


def check_if_array(a: Any) -> None:
    if isinstance(a, jax.Array):
        assert a.ndim == 2


def check_if_given(a: Any) -> None:
    if a is None:
        return
    assert a.ndim == 2


def check_quietly(a: jax.Array) -> bool:
    try:
        return a.ndim == 2
    except AttributeError:
        return False


def check_made(a: Any) -> None:
    a = jnp.zeros((2, 2))
    assert a.ndim == 2


def check_later(a: jax.Array) -> Iterator[int]:
    assert a.ndim == 2
    yield a.ndim


def passing_over(function: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(function)
    def inner(*given: Any) -> None:
        print(function)

    return inner


@passing_over
def check_decorated(a: jax.Array) -> None:
    assert a.ndim == 2


def check_other(a: Any, other: jax.Array) -> None:
    del a
    assert other.ndim == 2


class Checked:
    x: jax.Array

    def __post_init__(self) -> None:
        assert self.x.ndim == 2


class CheckedIfArray:
    x: jax.Array

    def __post_init__(self) -> None:
        if hasattr(self.x, "ndim"):
            assert self.x.ndim == 2


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
