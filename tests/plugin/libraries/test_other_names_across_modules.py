"""A project's own name for a function of JAX or of dataclasses is the same to other modules in every mode of mypy."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Workspace

SPEED = (
    "import functools\nimport jax\n\nfast = {fast}\nsized = functools.partial(jax.jit, static_argnames=[{names}])\n"
)
SHOWN = {"fast": "jax.jit", "names": '"n"'}
STATES = (
    SHOWN,
    {**SHOWN, "names": '"n", "x"'},
    {**SHOWN, "fast": "lambda function: function"},
    {**SHOWN, "fast": "functools.partial(jax.jit, static_argnums=0)"},
    SHOWN,
)
USE = """\
import jax
from speed import fast, sized


@fast
def halved(x: jax.Array) -> jax.Array:
    return x if x else -x


@sized
def padded(n: int, x: jax.Array) -> jax.Array:
    return x if x else -x
"""


@pytest.mark.slow
def test_other_names_survive_the_cache_and_follow_an_edit(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"use.py": ""})
    workspace.remember()
    seen: list[list[int]] = []
    try:
        for state in STATES:
            workspace.write({"speed.py": SPEED.format(**state), "use.py": USE})
            cold = workspace.cold()
            seen.append(sorted(line for file, line, text in cold if file == "use.py" and "jdc-concrete" in text))
            assert workspace.warm() == cold, state
            assert workspace.warm("--num-workers=2") == cold, state
            assert workspace.daemon() == cold, state
    finally:
        workspace.close()
    assert seen == [[7, 12], [7], [12], [12], [7, 12]]


COMPAT = "import dataclasses\nimport jax\n\nregister = {register}\nmade = {made}\n"
REGISTERED = {"register": "jax.tree_util.register_dataclass", "made": "dataclasses.dataclass"}
REGISTRATIONS = (
    REGISTERED,
    {**REGISTERED, "register": "lambda cls: cls"},
    {**REGISTERED, "made": "lambda cls: cls"},
    REGISTERED,
)
CLASSES = """\
import dataclasses
import compat
import jax
import jax.numpy as jnp
from compat import register


@register
@dataclasses.dataclass
class State:
    x: jax.Array
    scale = jnp.zeros(3)


@jax.tree_util.register_dataclass
@compat.made
class Other:
    x: jax.Array = jnp.zeros(3)


class Plain:
    def __init__(self, y: jax.Array) -> None:
        self.y = y


compat.register(Plain, data_fields=["y"], meta_fields=[])
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_other_names_of_what_makes_a_class_survive_the_cache_and_follow_an_edit(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"classes.py": ""})
    workspace.remember()
    seen: list[list[int]] = []
    try:
        for state in REGISTRATIONS:
            workspace.write({"compat.py": COMPAT.format(**state), "classes.py": CLASSES})
            cold = workspace.cold()
            seen.append(sorted(line for file, line, text in cold if file == "classes.py" and "jdc-" in text))
            assert workspace.warm() == cold, state
            assert workspace.warm("--num-workers=2") == cold, state
            assert workspace.daemon() == cold, state
    finally:
        workspace.close()
    assert seen == [[12, 18], [18], [12], [12, 18]]
