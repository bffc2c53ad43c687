"""Decorators and managers that keep errors to themselves, for another module."""

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import ParamSpec, TypeVar

import jax.numpy as jnp

P = ParamSpec("P")
T = TypeVar("T")


def or_none(function: Callable[P, T]) -> Callable[P, T | None]:
    @functools.wraps(function)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T | None:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError):
            return None

    return tried


def plain(function: Callable[P, T]) -> Callable[P, T]:
    return function


@contextlib.contextmanager
def ignored() -> Iterator[None]:
    try:
        yield
    except Exception:
        print("an error is ignored")


@contextlib.contextmanager
def named(name: str) -> Iterator[None]:
    print(name)
    yield


class Ignoring:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return True


class Passing:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


jnp.ones(3) + jnp.ones(2)  # E: jdc-shape
