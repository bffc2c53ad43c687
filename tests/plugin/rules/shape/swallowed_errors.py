"""Errors that a program keeps to itself: by managers, `finally` and decorators."""

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import pytest


class Ignoring:
    def __enter__(self) -> "Ignoring":
        return self

    def __exit__(self, kind, error, trace):  # type: ignore[no-untyped-def]
        return kind is not None


class Silent:
    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> bool:
        return True


class Timed:
    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None: ...


class Quiet:
    def __enter__(self): ...  # type: ignore[no-untyped-def]

    def __exit__(self, *error):  # type: ignore[no-untyped-def]
        return False


@contextlib.contextmanager
def expected(kind: type[Exception]) -> Iterator[None]:
    try:
        yield
    except kind:
        pass


@contextlib.contextmanager
def told(text: str) -> Iterator[None]:
    try:
        yield
    except TypeError:
        print(text)
        raise


def safe(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def inner(*args: Any) -> Any:
        try:
            return function(*args)
        except TypeError:
            return None

    return inner


def shown(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def inner(*args: Any) -> Any:
        try:
            return function(*args)
        finally:
            print(function)

    return inner


class Retry:
    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self, function: Callable[[], jax.Array]) -> Callable[[], jax.Array | None]:
        def inner() -> jax.Array | None:
            for _ in range(self.times):
                try:
                    return function()
                except TypeError:
                    continue
            return None

        return inner


with Ignoring():
    jnp.zeros((3, 4)) @ jnp.zeros((5, 6))
guard = Ignoring()
with guard:
    jnp.zeros((3, 4)) @ jnp.zeros((5, 6))
with Silent():
    jnp.ones(3) + jnp.ones(4)
with contextlib.ExitStack() as stack:
    stack.enter_context(contextlib.suppress(Exception))
    jnp.ones((2, 3)).reshape(4, 2)
with expected(TypeError):
    jnp.ones(3) + jnp.ones(4)


@safe
def first() -> jax.Array:
    return jnp.ones(3) + jnp.ones(4)


@Retry(3)
def second() -> jax.Array:
    return jnp.ones(3) + jnp.ones(4)


@shown
def third() -> jax.Array:
    return jnp.ones(3) + jnp.ones(4)  # E: jdc-shape


def fourth() -> int:
    while True:
        try:
            jnp.ones(3) + jnp.ones(4)
        finally:
            break
    return 1


def fifth() -> int:
    try:
        jnp.ones(3) + jnp.ones(4)  # E: jdc-shape
    finally:
        print("the end")
    return 1


@pytest.mark.skip(reason="not yet")
def test_later() -> None:
    jnp.ones(3) + jnp.ones(4)


with Timed():
    jnp.ones(3) + jnp.ones(4)  # E: jdc-shape
with Quiet():
    jnp.ones(3) + jnp.ones(4)  # E: jdc-shape
with told("an error"):
    jnp.ones(3) + jnp.ones(4)  # E: jdc-shape
with contextlib.ExitStack() as stack:
    stack.enter_context(Timed())
    jnp.ones((2, 3)).reshape(4, 2)  # E: jdc-shape
