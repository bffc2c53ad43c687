"""An edit of a module checks those modules again that the edit may concern, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from plugin.workspace import Workspace, offers

HELPER = """\
import jax.numpy as jnp

{comment}
def rows(n):
    return jnp.zeros((n, {size}))
"""
READER = """\
import jax.numpy as jnp
from helper import rows

x = rows(2)
y = x + jnp.zeros(4)
"""
OTHER = """\
import helper

print(helper)
"""
_WORKERS: Final = "--num-workers=2"
MODES: Final[Sequence[Sequence[str]]] = ((), (_WORKERS,)) if offers(_WORKERS) else ((),)


def _write(workspace: Workspace, *, size: int, comment: str = "") -> None:
    helper = HELPER.format(size=size, comment=comment)
    workspace.write({"helper.py": helper, "reader.py": READER, "other.py": OTHER})


@pytest.mark.slow
def test_who_has_read_a_function_is_checked_again(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    _write(workspace, size=3)
    workspace.remember()
    try:
        for size, wrong in ((3, ["reader.py"]), (4, []), (3, ["reader.py"])):
            _write(workspace, size=size)
            cold = workspace.cold()
            assert [file for file, _, _ in cold] == wrong, cold
            assert all(workspace.warm(*options) == cold for options in MODES)
            assert workspace.daemon() == cold
    finally:
        workspace.close()


@pytest.mark.slow
def test_nobody_else_is_checked_again(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    _write(workspace, size=3)
    workspace.remember()
    workspace.warm()
    cache = workspace.caches / "warm"
    assert workspace.parsed(cache) == set()
    _write(workspace, size=3, comment="# written anew")
    assert workspace.parsed(cache) == {"helper.py"}
    _write(workspace, size=4, comment="# written anew")
    assert workspace.parsed(cache) == {"helper.py", "reader.py"}
    assert workspace.parsed(cache) == set()
