"""A project's own decorators and field functions are the same to other modules in every mode of mypy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from plugin.workspace import Report, Workspace

TOOLS = """\
import dataclasses
import functools
from typing import TYPE_CHECKING, Any, dataclass_transform

import jdc_runtime as jdc
from jax.tree_util import register_dataclass


def pytree(cls):
    return {made}


def marked(**kw: Any) -> Any:
    return dataclasses.field(metadata={{"static": {static}}}, **kw)


@dataclass_transform(kw_only_default=False)
class Registering:
    def __init_subclass__(cls) -> None:
        {below}


node = functools.partial(jdc.pytree_dataclass, kw_only={kw_only})
frozen = functools.partial(dataclasses.dataclass, frozen={kw_only})

if TYPE_CHECKING:
    from dataclasses import dataclass as hidden
else:
    hidden = functools.partial(jdc.pytree_dataclass, frozen={kw_only})
"""

SHOWN = {
    "made": "register_dataclass(dataclasses.dataclass(frozen=True)(cls))",
    "static": "True",
    "kw_only": "True",
    "below": "jdc.pytree_dataclass(cls)",
}
STATES: tuple[Mapping[str, str], ...] = (
    SHOWN,
    {**SHOWN, "made": "print(cls) or cls", "static": "False"},
    {**SHOWN, "kw_only": "bool(input())", "below": "print(cls)"},
    {**SHOWN, "made": "register_dataclass(dataclasses.dataclass(cls))"},
    SHOWN,
)

HANDED_ON = "from tools import Registering as Registering, marked as marked, node as node, pytree as pytree\n"

USE = """\
import jax
from handed import Registering, marked, node, pytree
from tools import frozen, hidden


@pytree
class A:
    x: jax.Array
    mean: jax.Array = marked()


@node
class B:
    x: int


class C(Registering):
    x: int


@hidden
class D:
    x: int


def use(a: A, d: D) -> None:
    d.x = 2
    a.x = a.mean
    C(1).x = 2
    A(a.x)
    B(1)
    B(x=1).x = 2


@frozen
class E:
    x: int


E("one").x = 2
"""

ELSEWHERE = """\
from use import A


def change(a: A) -> None:
    a.x = a.mean
"""


def codes(report: Report) -> list[tuple[str, int, str]]:
    return sorted((file, line, text.rpartition("[")[2].rstrip("]")) for file, line, text in report)


@pytest.mark.thorough
@pytest.mark.slow
def test_own_names_survive_the_cache_and_follow_an_edit(stubs: Path, tmp_path: Path) -> None:
    """The modules import each other, so that no order of them is right for all."""
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"use.py": ""})
    workspace.remember()
    cycle = "\n\nif bool():\n    import use\n"
    try:
        for state in STATES:
            files = {
                "tools.py": TOOLS.format(**state) + cycle,
                "handed.py": HANDED_ON,
                "use.py": USE,
                "elsewhere.py": ELSEWHERE,
            }
            workspace.write(files)
            cold = workspace.cold()
            if state == SHOWN:
                assert codes(cold) == [
                    ("elsewhere.py", 5, "jdc-frozen"),
                    ("use.py", 9, "jdc-static-array"),
                    ("use.py", 27, "jdc-frozen"),
                    ("use.py", 28, "jdc-frozen"),
                    ("use.py", 29, "jdc-frozen"),
                    ("use.py", 30, "call-arg"),
                    ("use.py", 31, "call-arg"),
                    ("use.py", 32, "jdc-frozen"),
                    ("use.py", 40, "arg-type"),
                    ("use.py", 40, "misc"),
                ]
            assert codes(workspace.warm()) == codes(cold), state
            assert workspace.warm() == cold
            assert codes(workspace.warm("--num-workers=2")) == codes(cold), state
            assert codes(workspace.daemon()) == codes(cold), state
    finally:
        workspace.close()
