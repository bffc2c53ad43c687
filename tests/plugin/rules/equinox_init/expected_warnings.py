"""jdc-equinox-init: code in which a warning of equinox is expected."""

import unittest

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest


class Base(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(2)


def test_warned() -> None:
    with pytest.warns(UserWarning):

        class Below(Base):
            def __post_init__(self) -> None:
                assert False

    assert Below().x.shape == (2,)


class TestWarned(unittest.TestCase):
    def test_warned(self) -> None:
        with self.assertWarns(UserWarning):

            class Below(Base):
                def __post_init__(self) -> None:
                    assert False

        with self.assertWarnsRegex(UserWarning, "__post_init__"):

            class Both(eqx.Module):
                x: int

                def __init__(self) -> None:
                    self.x = 1

                def __post_init__(self) -> None:
                    assert False

        assert Below().x.shape == (2,) and Both().x == 1


class Unexpected(Base):
    def __post_init__(self) -> None:  # E: jdc-equinox-init
        assert False


def test_unexpected() -> None:
    class Another(Base):
        def __post_init__(self) -> None:  # E: jdc-equinox-init
            assert False

    assert Another().x.shape == (2,)
