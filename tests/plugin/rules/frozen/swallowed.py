"""Writes that a program makes to see them fail: under its own managers, and in functions that catch what is raised."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array


@contextlib.contextmanager
def must_fail(*errors: type[BaseException]) -> Iterator[None]:
    try:
        yield
    except errors:
        return
    raise AssertionError


@contextlib.contextmanager
def logged(name: str) -> Iterator[None]:
    try:
        yield
    except Exception:
        print(name)
        raise


class Expect:
    def __init__(self, *errors: type[BaseException]) -> None:
        self.errors = errors

    def __enter__(self) -> Expect:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        return kind is not None and issubclass(kind, self.errors)


class Closing:
    def __enter__(self) -> Closing:
        return self

    def __exit__(self, *error: object) -> None:
        print("closed")


def fails(function: Callable[[], object]) -> bool:
    try:
        function()
    except AttributeError:
        return True
    except Exception:
        return False
    return False


def runs(function: Callable[[], object]) -> None:
    function()


state = State(jnp.ones(3))
expected = Expect(AttributeError)

with must_fail(AttributeError):
    state.x = jnp.ones(4)
with must_fail(TypeError):
    state.x[0] = 1.0
with Expect(AttributeError):
    state.x = jnp.ones(5)
with expected:
    state.x = jnp.ones(6)
assert fails(lambda: setattr(state, "x", jnp.ones(7)))

with logged("write"):
    state.x = jnp.ones(8)  # E: jdc-frozen
with Closing():
    state.x = jnp.ones(9)  # E: jdc-frozen
with contextlib.nullcontext():
    state.x = jnp.ones(10)  # E: jdc-frozen
runs(lambda: setattr(state, "x", jnp.ones(11)))  # E: jdc-frozen

try:
    state.x = jnp.ones(12)
    raise AssertionError("was written")
except ValueError:
    pass

try:
    state.x = jnp.ones(13)
    print("was written")
except Exception as error:
    print(error)


def is_frozen() -> bool:
    try:
        state.x = jnp.ones(14)
        return False
    except Exception:
        return True


try:
    state.x = jnp.ones(15)  # E: jdc-frozen
    print(state.x.sum())
    state = State(state.x * 2)
except Exception as error:
    print(error)

try:
    state.x = jnp.ones(16)  # E: jdc-frozen
    print("was written")
except KeyError as error:
    print(error)
