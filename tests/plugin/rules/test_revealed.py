"""Shapes and dtypes that ``reveal_type`` and ``jdc.reveal_shape`` show of arrays, beside what mypy shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from plugin.runner import run
from plugin.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """\
from typing import Annotated, Any, reveal_type as shown

import jax
import jax.numpy as jnp
import jdc_runtime as jdc
from jaxtyping import Array, Float


@jdc.pytree_dataclass
class Digit:
    image: Annotated[jax.Array, (..., 28, 28), jnp.float32]


def scaled(x):
    return x * 2.0


def columns(x: Float[Array, "n *batch 28 3"], y: Float[Array, "n *batch 28 3"], digit: Digit) -> Any:
    reveal_type(x)  # ("(n, *batch, 28, 3)", "Float")
    shown(digit.image)  # ("(..., 28, 28)", "float32")
    reveal_type(digit)
    jdc.reveal_shape(x)  # ("(n, *batch, 28, 3)", "Float")
    total = x[0].sum(-1)
    reveal_type(total)  # ("(*batch, 28)", "floating")
    reveal_type(3)
    jdc.reveal_shape(total + total)  # ("(*batch, 28)", "floating")
    made = scaled(jnp.zeros((3, 4)))
    reveal_type(made.T)  # ("(4, 3)", "float32 (float64 with jax_enable_x64)")
    return total


a = jnp.zeros((3, 4))
u, s, vt = jnp.linalg.svd(a)
reveal_type(s)  # ("(3,)", "float32 (float64 with jax_enable_x64)")
reveal_type(a @ a.T)  # ("(3, 3)", "float32 (float64 with jax_enable_x64)")
b = a.T
reveal_type(b)  # ("(4, 3)", "float32 (float64 with jax_enable_x64)")
"""

SMALL = """\
import jax.numpy as jnp

a = jnp.zeros((3, 4))
reveal_type(a)
"""


@pytest.mark.slow
def test_the_notes_of_a_program(tmp_path: Path) -> None:
    file = tmp_path / "revealed.py"
    file.write_text(PROGRAM)
    lines = PROGRAM.splitlines()
    wanted = {
        number: 'Revealed shape is "jnp.ndarray[{}, {}]"'.format(*eval(line.partition("# ")[2]))
        for number, line in enumerate(lines, start=1)
        if "# (" in line
    }
    notes = run([file], severity="note")
    assert {note.line: note.message for note in notes if "Revealed shape" in note.message} == wanted
    types = [note.line for note in notes if "Revealed type" in note.message]
    assert types == [
        number for number, line in enumerate(lines, start=1) if "reveal_type(" in line or " shown(" in line
    ]


def test_a_daemon_shows_it_again(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.remember()
    workspace.write({"use.py": SMALL})
    first = workspace.cold()
    assert len(first) == 2
    assert any("Revealed shape" in text for _, _, text in first)
    try:
        assert workspace.daemon() == first
        workspace.write({"use.py": f"{SMALL}b = jnp.zeros((3,))\n"})
        assert workspace.daemon() == first
        assert workspace.daemon() == first
    finally:
        workspace.close()
