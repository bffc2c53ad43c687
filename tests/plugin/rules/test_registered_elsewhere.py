"""A class that another module registers is a pytree dataclass, from the edit on that registers it."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Workspace, offers

_STATES = """\
from dataclasses import dataclass

import jax


@dataclass
class State:
    x: jax.Array
    n: int


class Ball:
    def __init__(self, x: jax.Array, n: int) -> None:
        self.x = x
        self.n = n
"""
_USE = """\
import jax
import jax.numpy as jnp
from states import Ball, State


@jax.jit
def sized(state: State) -> jax.Array:
    return jnp.zeros(state.n)


@jax.jit
def rows(ball: Ball) -> jax.Array:
    return jnp.zeros(ball.n)


def use() -> None:
    sized(State(jnp.zeros(3), 3))
    rows(Ball(jnp.zeros(3), 3))
"""
_FLATTENING = """\
from states import Ball


def flatten(ball: Ball):  # type: ignore[no-untyped-def]
    return (ball.x,), ball.n


def unflatten(aux, children):  # type: ignore[no-untyped-def]
    return Ball(*children, aux)
"""
_ALL_DATA = _FLATTENING.replace("(ball.x,), ball.n", "(ball.x, ball.n), None").replace(
    "Ball(*children, aux)", "Ball(*children)"
)
_SWAPPED = _ALL_DATA.replace("(ball.x, ball.n)", "(ball.n, ball.x)")
_IMPORTS = "import flattening\nimport jax\nfrom states import Ball, State\n\n"
_NOTHING = f"{_IMPORTS}print(State, Ball)\n"
_STATIC = f"{_IMPORTS}jax.tree_util.register_dataclass(State, ['x'], ['n'])\nprint(Ball)\n"
_DATA = f"{_IMPORTS}def register_all() -> None:\n    jax.tree_util.register_dataclass(State, ['x', 'n'], [])\n\n\nprint(Ball)\n"
_WRONG = f"{_IMPORTS}jax.tree_util.register_dataclass(State, ['x', 'm'], [])\nprint(Ball)\n"
_BY_HAND = (
    f"{_IMPORTS}jax.tree_util.register_pytree_node(Ball, flattening.flatten, flattening.unflatten)\nprint(State)\n"
)
_NONE = frozenset[tuple[str, int, str]]()
_TURNS = (
    (_NOTHING, _FLATTENING, _NONE),
    (_STATIC, _FLATTENING, _NONE),
    (_DATA, _FLATTENING, {("use.py", 8, "jdc-concrete")}),
    (_WRONG, _FLATTENING, {("third.py", 5, "jdc-registration")}),
    (_BY_HAND, _FLATTENING, _NONE),
    (_BY_HAND, _ALL_DATA, {("use.py", 13, "jdc-concrete")}),
    (_BY_HAND, _SWAPPED, {("use.py", 13, "jdc-concrete"), ("third.py", 5, "jdc-flatten")}),
    (_STATIC, _SWAPPED, _NONE),
    (_NOTHING, _FLATTENING, _NONE),
)
"""The source of the third module, that of the one with the functions, and what is reported."""


@pytest.mark.slow
def test_a_class_has_a_model_where_another_module_registers_it(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.remember()
    workers = [("--num-workers=2",)] if offers("--num-workers=2") else []
    try:
        for third, flattening, expected in _TURNS:
            files = {"states.py": _STATES, "use.py": _USE, "third.py": third, "flattening.py": flattening}
            workspace.write(files)
            reports = [workspace.daemon(), workspace.warm(), workspace.cold()]
            reports += [workspace.warm(*options) for options in workers]
            for report in reports:
                found = {(Path(file).name, line, text.rpartition("[")[2].rstrip("]")) for file, line, text in report}
                assert found == expected, report
    finally:
        workspace.close()
