"""A class that a third module registers is a pytree, from the edit on that registers it, but in a daemon."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Workspace, offers

_STATES = """\
from dataclasses import dataclass

import jax
import jdc_runtime as jdc


@dataclass
class State:
    x: jax.Array


@jdc.pytree_dataclass
class Logged:
    x: jax.Array
    names: jdc.Static[list[str]]  # type: ignore[jdc-static-mutable]

    def add(self, name: str) -> None:
        self.names.append(name)
"""
_USE = """\
import jax
import jax.numpy as jnp
from states import State

jax.jit(lambda state: state.x)(State(jnp.zeros(3)))
"""
_THIRD = "import jax\nimport jax.numpy as jnp\nfrom states import Logged, State\n\nprint(State(jnp.zeros(2)))\n"
_REGISTERED = f'{_THIRD}jax.tree_util.register_dataclass(State, ["x"], [])  # type: ignore[attr-defined]\n'
_TRACED = f"{_THIRD}\n\n@jax.jit\ndef step(logged: Logged) -> jax.Array:\n    return logged.x\n"
_TURNS = (
    (_THIRD, {("use.py", 5)}),
    (_REGISTERED, set[tuple[str, int]]()),
    (_TRACED, {("use.py", 5), ("states.py", 18)}),
    (_THIRD, {("use.py", 5)}),
    (_THIRD, {("use.py", 5)}),
)
"""The source of the third module, and the places that are reported in the others."""


@pytest.mark.slow
def test_what_a_third_module_does_with_a_class_counts(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.remember()
    workers = [("--num-workers=2",)] if offers("--num-workers=2") else []
    try:
        for third, reported in _TURNS:
            workspace.write({"states.py": _STATES, "use.py": _USE, "third.py": third})
            reports = [workspace.warm(), *(workspace.warm(*options) for options in workers)]
            for report in reports:
                assert {(Path(file).name, line) for file, line, _ in report} == reported, report
    finally:
        workspace.close()
