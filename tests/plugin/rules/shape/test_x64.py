"""The mode of ``jax_enable_x64`` that a project tells: ``x64 = true`` under ``[tool.jdc]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from plugin.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """\
from typing import Annotated

import jax
import jax.numpy as jnp

narrow: Annotated[jax.Array, (3,), jnp.float32] = jnp.zeros(3)
wide: Annotated[jax.Array, (3,), "float64"] = jnp.zeros(3)
number: Annotated[jax.Array, (3,), jnp.int32] = jnp.zeros(3, int)
written: Annotated[jax.Array, (3,), "float64"] = jnp.zeros(3, "float64")
both: Annotated[jax.Array, (3,), jnp.int32] = jnp.zeros(3)
total: Annotated[jax.Array, (3,), jnp.float32] = jnp.zeros(3) + jnp.zeros(3)
"""

LINES = {"unknown": {10}, "false": {7, 9, 10}, "true": {6, 8, 10, 11}}


def _found(workspace: Workspace, mode: str) -> set[int]:
    setting = '"unknown"' if mode == "unknown" else mode
    workspace.write({"use.py": PROGRAM, "pyproject.toml": f"[tool.jdc]\nx64 = {setting}\n"})
    return {line for _, line, text in workspace.warm() if text.endswith("[jdc-dtype]")}


@pytest.mark.parametrize("mode", LINES)
def test_the_mode_of_a_project(stubs: Path, tmp_path: Path, mode: str) -> None:
    assert _found(Workspace(tmp_path, stubs), mode) == LINES[mode]


@pytest.mark.thorough
def test_another_mode_is_another_cache(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    assert {mode: _found(workspace, mode) for mode in LINES} == LINES
