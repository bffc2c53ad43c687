"""A class that a third module registers is a pytree, from the edit on that registers it."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.runner import run

_STATE = """\
from dataclasses import dataclass

import jax


@dataclass
class State:
    x: jax.Array
"""
_USE = """\
import jax
import jax.numpy as jnp
from states import State

jax.jit(lambda state: state.x)(State(jnp.ones(3)))
"""
_THIRD = "import jax\nfrom states import State\n\nprint(State(jax.numpy.ones(2)))\n"
_REGISTERED = f'{_THIRD}jax.tree_util.register_dataclass(State, ["x"], [])\n'


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("-n", "2")])
def test_a_third_module_counts(options: tuple[str, ...], tmp_path: Path) -> None:
    states, use, third = (tmp_path / name for name in ("states.py", "use.py", "third.py"))
    states.write_text(_STATE)
    use.write_text(_USE)
    for text, count in ((_THIRD, 1), (_REGISTERED, 0), (_THIRD, 1), (_THIRD, 1)):
        third.write_text(text)
        found = run([states, use, third], options=[*options, f"--cache-dir={tmp_path / 'cache'}"])
        assert [each.code for each in found if each.file == use.name] == ["jdc-unregistered"] * count
