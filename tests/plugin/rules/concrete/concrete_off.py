"""A module whose fixture switches tracing off: nothing says which functions are traced."""

import flax.struct
import jax
import pytest


@flax.struct.dataclass
class State:
    x: jax.Array


@pytest.fixture
def no_jit():
    with jax.disable_jit():
        yield


def test_with_fixture(no_jit: None) -> None:
    @jax.jit
    def absolute(x):
        return x if x > 0 else -x

    state = State(absolute(-2))
    state.x = absolute(2)  # E: jdc-frozen
