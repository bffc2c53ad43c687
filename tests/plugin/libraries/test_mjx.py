"""Classes of mjx, whose package is too large for the tests: `make corpus` checks the real one."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Workspace

BASE = """\
from typing import Any, TypeVar

Node = TypeVar("Node", bound="PyTreeNode")


class PyTreeNode:
    def __init_subclass__(cls, register_as_pytree: bool = True, **kwargs: Any) -> None: ...

    def __init__(self, *args, **kwargs):
        raise NotImplementedError

    def replace(self: Node, **overrides) -> Node:
        raise NotImplementedError
"""

USE = """\
import jax
from mujoco.mjx._src.dataclasses import PyTreeNode


class Data(PyTreeNode):
    qpos: jax.Array
    time: float = 0.0
    names: list[str] = []  # jdc-default

    def stepped(self, qpos: jax.Array) -> "Data":
        self.qpos = qpos  # jdc-frozen
        return self.replace(qpos=qpos)


class More(Data):
    other: int = 1


def use(data: Data, more: More, qpos: jax.Array) -> None:
    data.qpos = qpos  # jdc-frozen
    more.other = 2  # jdc-frozen
    data.replace(qpos=qpos)  # jdc-discarded
    print(data.replace(qvel=qpos))  # call-arg
    Data(qpos, 1.0)
    Data(qpos, timing=1.0)  # call-arg
    del data.qpos  # jdc-frozen
    reveal_type(data.replace(qpos=qpos))
"""


@pytest.mark.slow
def test_fields_are_frozen_and_replaced(stubs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "installed" / "mujoco" / "mjx" / "_src"
    folder.mkdir(parents=True)
    (folder / "dataclasses.py").write_text(BASE)
    for package in (folder, folder.parent, folder.parent.parent):
        (package / "__init__.py").write_text("")
    workspace = Workspace(tmp_path, stubs)
    workspace.environment["MYPYPATH"] = str(tmp_path / "installed")
    workspace.write({"use.py": ""})
    workspace.remember()
    workspace.write({"use.py": USE})
    promised = {
        (number, line.rpartition("# ")[2]) for number, line in enumerate(USE.splitlines(), start=1) if "  # " in line
    }
    for found in (workspace.cold(), workspace.warm(), workspace.warm()):
        told = {(line, text.rpartition("[")[2].rstrip("]")) for _, line, text in found if ": error" in f": {text}"}
        assert told == promised
        assert [text for _, _, text in found if "Revealed" in text] == ['note: Revealed type is "use.Data"']
