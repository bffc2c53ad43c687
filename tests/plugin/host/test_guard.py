"""The plugin never breaks mypy: an exception in it leaves what mypy would have said without it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from plugin.workspace import Workspace

PROJECT = {
    "main.py": """
import dataclasses
import jdc_runtime as jdc
import jax.numpy as jnp
from jax import Array
from typing import Annotated
from jdc_runtime.structure import StateOrganizer, StructureTree, fill_tree, organized_apply, organized_init

@organized_init
def init(organizer: StateOrganizer) -> None:
    organizer.x = jnp.zeros(())
    organizer.set_apply(apply)

@organized_apply
def apply(organizer: StateOrganizer) -> None:
    reveal_type(organizer.x)
    organizer.y

tree: StructureTree = {"params": {}, "buffers": {}, "aux": {}, "apply": lambda tree: (tree, 1), "submodules": {}}
fill_tree({"apply": apply})

@jdc.pytree_dataclass
class A:
    x: int
    y: Annotated[Array, (..., 3, ...)]
    z: list[int] = jdc.static_field(default_factory=list)

    @jdc.jit
    def step(self) -> "A":
        return self

class N(jdc.PyTreeNode):
    x: int
    a: A

class M(N):
    z: int = 0

def use(a: A, n: M) -> None:
    a.x = 1
    n.x = 1
    setattr(a, "x", 1)
    with jdc.copy_and_mutate(a) as copy:
        copy.x = 1
    A("s", jnp.zeros(()))
    A.step.lower(a)
    reveal_type(n.replace(x=1))
    reveal_type(dataclasses.replace(a, x=1))
"""
}

ODD = """
import jdc_runtime as jdc

@jdc.pytree_dataclass[int]
class A:
    x: int

@jdc.pytree_dataclass
class B(A):
    y: int

B(1).y = 2
"""
FAILING = """
from jdc_mypy_plugin import hooks, plugin
from jdc_mypy_plugin.features import array_aliases


def fail(*arguments: object, **keywords: object) -> None:
    raise {error}


guarded = hooks.guarded
hooks.guarded = lambda feature, otherwise: guarded(fail, otherwise)
array_aliases.note_alias = fail
"""
FAILING_LOOKUPS = """
from jdc_mypy_plugin import hooks, plugin


def fail(*arguments: object, **keywords: object) -> None:
    raise {error}


for name in vars(hooks.JdcHooks).copy():
    if name.startswith("_") and not name.startswith("__"):
        setattr(hooks.JdcHooks, name, fail)
"""
LOADED = """
import sys
from mypy import api
{before}
out, err, _ = api.run(sys.argv[1:])
assert "[jdc-frozen]" in out, out + err
print(sorted({{name.partition(".")[0] for name in sys.modules}} & {{"jax", "jaxlib", "numpy", "jdc_runtime"}}))
"""


@pytest.fixture
def failing(tmp_path: Path) -> Callable[..., dict[str, str]]:
    """Return a function that makes a plugin which fails, and the environment that finds it."""

    def make(error: str, plugin: str = FAILING) -> dict[str, str]:
        (tmp_path / "failing.py").write_text(plugin.format(error=error))
        return {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}

    return make


@pytest.mark.parametrize(
    "error",
    [
        "AssertionError",
        pytest.param("RecursionError", marks=pytest.mark.thorough),
        pytest.param("KeyError('x')", marks=pytest.mark.thorough),
    ],
)
def test_a_failing_hook_leaves_what_mypy_says_itself(
    stubs: Path, tmp_path: Path, failing: Callable[..., dict[str, str]], error: str
) -> None:
    plain = Workspace(tmp_path / "plain", stubs, plugins="")
    broken = Workspace(tmp_path / "broken", stubs, plugins="failing", environment=failing(error))
    plain.write(PROJECT)
    broken.write(PROJECT)
    said = plain.run(tmp_path / "one")
    assert {"arg-type", "misc"} <= {text.rpartition("[")[2].rstrip("]") for _, _, text in said}
    assert broken.run(tmp_path / "two") == said


def test_look_ups_that_fail_leave_mypy_running(
    stubs: Path, tmp_path: Path, failing: Callable[..., dict[str, str]]
) -> None:
    environment = failing("KeyError('x')", FAILING_LOOKUPS)
    broken = Workspace(tmp_path / "broken", stubs, plugins="failing", environment=environment)
    broken.write(PROJECT)
    assert broken.run(tmp_path / "cache")


def test_a_failing_hook_is_seen_where_tests_ask(
    stubs: Path, tmp_path: Path, failing: Callable[..., dict[str, str]]
) -> None:
    environment = {**failing("KeyError('x')"), "JDC_PLUGIN_RAISE": "1"}
    broken = Workspace(tmp_path / "broken", stubs, plugins="failing", environment=environment)
    broken.write(PROJECT)
    with pytest.raises(RuntimeError, match="INTERNAL ERROR"):
        broken.run(tmp_path / "cache")


@pytest.mark.parametrize(("before", "loaded"), [("", []), ("import numpy", ["numpy"])])
def test_mypy_with_the_plugin_imports_no_jax(stubs: Path, tmp_path: Path, before: str, loaded: list[str]) -> None:
    workspace = Workspace(tmp_path / "project", stubs)
    workspace.write(PROJECT)
    program = LOADED.format(before=before)
    done = subprocess.run(
        [sys.executable, "-c", program, "--config-file", str(workspace.config), "."],
        cwd=workspace.project,
        env=workspace.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == (str(loaded), "")


def test_a_decorator_that_mypy_cannot_look_through_is_left_alone(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "odd", stubs)
    workspace.write({"main.py": ODD})
    codes = {text.rpartition("[")[2] for _, _, text in workspace.run(tmp_path / "cache")}
    assert codes == {"misc]", "jdc-frozen]"}
