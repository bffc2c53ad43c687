"""Lambdas that a test uses only where it expects an error."""

from collections.abc import Callable

import flax.struct
import jax
import jax.numpy as jnp
import pytest


@flax.struct.dataclass
class Point:
    x: jax.Array


POINT = Point(x=jnp.ones(2))


def test_in_a_loop() -> None:
    for name, fails in (("hash", lambda: hash(POINT)), ("set", lambda: {POINT})):
        print(name)
        with pytest.raises(TypeError):
            fails()
    for runs in (lambda: hash(POINT),):  # E: jdc-compare
        runs()


def test_under_a_name() -> None:
    fails = lambda: hash(POINT)
    runs = lambda: hash(POINT)  # E: jdc-compare
    with pytest.raises(TypeError):
        fails()
    runs()


@pytest.mark.parametrize("fails", [lambda: hash(POINT), lambda: {POINT: 1}])
def test_given(fails: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        fails()


@pytest.mark.parametrize("runs", [lambda: hash(POINT)])  # E: jdc-compare
def test_given_elsewhere(runs: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        raise TypeError
    runs()
