"""A class that a third module registers is a pytree, from the edit on that registers it."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.runner import run
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
            reports = [workspace.daemon(), workspace.warm(), *(workspace.warm(*options) for options in workers)]
            for report in reports:
                assert {(Path(file).name, line) for file, line, _ in report} == reported, report
    finally:
        workspace.close()


_PARTS = """\
import enum
from dataclasses import dataclass

import jax


@dataclass
class Part:
    x: jax.Array


class Mode(enum.Enum):
    A = 1
"""
_REGISTRY = """\
import jax
from parts_of_library import Mode, Part

jax.tree_util.register_dataclass(Part, ["x"], [])
jax.tree_util.register_static(Mode)
"""
_PROGRAM = """\
import flax.struct
import jax
import jax.numpy as jnp
from parts_of_library import Mode, Part


@flax.struct.dataclass
class Holder:
    mode: Mode
    x: jax.Array


def use() -> None:
    jax.jit(lambda part: part.x)(Part(jnp.zeros(3)))
    jax.jit(lambda holder: holder.x)(Holder(Mode.A, jnp.zeros(3)))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("is_one_project", "count"), [(False, 0), (True, 2)])
def test_a_class_of_another_project_may_be_registered_anywhere(
    is_one_project: bool, count: int, tmp_path: Path
) -> None:
    library, program = tmp_path / "library", tmp_path / "program"
    for folder in (library, program):
        folder.mkdir()
        (folder / "pyproject.toml").touch()
    parts, registry, use = library / "parts_of_library.py", program / "registry.py", program / "use_of_parts.py"
    parts.write_text(_PARTS)
    if is_one_project:
        (tmp_path / ".git").mkdir()
    else:
        registry.write_text(_REGISTRY)
    use.write_text(_PROGRAM)
    found = run([parts, use], options=[f"--cache-dir={tmp_path / 'cache'}"])
    assert len([each for each in found if each.file == use.name]) == count
