"""Functions of libraries that mypy has from its cache, which keeps no bodies and no parameters' variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from plugin.runner import check

if TYPE_CHECKING:
    from pathlib import Path

STEPS = """
from reprlib import repr as shown

import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState


def numbers(x: jax.Array) -> jax.Array:
    table = {"a": jnp.zeros(3)}
    shown(table)
    return table["a"] + x


@jax.jit
def step(state: TrainState, x: jax.Array) -> TrainState:
    return state.apply_gradients(grads={"w": x})


numbers(jnp.ones(4))
jnp.ones(3) + jnp.ones(4)  # error
"""


@pytest.mark.slow
def test_functions_from_the_cache_of_mypy(tmp_path: Path) -> None:
    file = tmp_path / "steps.py"
    for comment in ("\n", "# anew\n"):  # the second time flax is in the cache
        file.write_text(comment + STEPS)
        line = file.read_text().splitlines().index("jnp.ones(3) + jnp.ones(4)  # error") + 1
        assert check([file]) == {("steps.py", line): {"jdc-shape"}}
