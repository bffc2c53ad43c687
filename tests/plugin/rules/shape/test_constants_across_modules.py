"""Constants of other modules, and bodies of functions, say the same in every mode of mypy."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Workspace

CONFIG = """\
HIDDEN = {size}
WIDE = 2 * HIDDEN
LAYERS: int = 2
CHANGED = 3
lower = 3


def change() -> None:
    global CHANGED
    CHANGED = 4
"""

USE = """\
from typing import Annotated

import config
import jax
import jax.numpy as jnp
import jdc_runtime as jdc
from config import CHANGED, HIDDEN, WIDE, lower


@jdc.pytree_dataclass
class Params(jdc.EnforcedAnnotationsMixin):
    w: Annotated[jax.Array, (HIDDEN, 2)]


Params(jnp.zeros((64, 2)))
jnp.zeros(64) + jnp.zeros(HIDDEN)
jnp.zeros(128) + jnp.zeros(WIDE)
jnp.zeros(7) + jnp.zeros(CHANGED)
jnp.zeros(7) + jnp.zeros(lower)
jnp.zeros(7) + jnp.zeros(config.HIDDEN)
"""

BODIES = """\
import jax
import jax.numpy as jnp


def first(x: jax.Array) -> jax.Array:
    y = later(x, jnp.zeros({size}))
    return y


def later(a: jax.Array, b: jax.Array) -> jax.Array:
    c = a + b
    return c + a


def main():
    weights = jnp.zeros((4, {size}))
    return weights @ jnp.zeros((3, 2))


main()
first(jnp.zeros(3))
later(jnp.zeros(3), jnp.zeros({size}))
"""


def follow(workspace: Workspace, files: dict[str, str], expected: list[tuple[int, list[int]]]) -> None:
    """Check a module with several sizes: cold, from the cache, and in a daemon that saw the other ones."""
    for size, wrong in expected:
        workspace.write({name: text.replace("{size}", str(size)) for name, text in files.items()})
        cold = workspace.cold()
        assert [line for _, line, _ in sorted(cold)] == wrong, cold
        assert workspace.warm() == cold
        assert workspace.warm() == cold
        assert workspace.daemon() == cold
        assert workspace.warm("--num-workers=2") == cold


@pytest.mark.thorough
@pytest.mark.slow
def test_constants_survive_the_cache_and_follow_an_edit(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"config.py": CONFIG.format(size=1), "use.py": USE})
    workspace.remember()
    try:
        follow(
            workspace,
            {"config.py": CONFIG, "use.py": USE},
            [(64, [19, 20]), (32, [15, 16, 17, 19, 20]), (64, [19, 20])],
        )
    finally:
        workspace.close()


@pytest.mark.thorough
@pytest.mark.slow
def test_functions_that_mypy_does_not_read_change_constants(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    config = "# mypy: ignore-errors\n" + CONFIG
    workspace.write({"config.py": config.format(size=1), "use.py": USE})
    workspace.remember()
    try:
        follow(workspace, {"config.py": config, "use.py": USE}, [(32, [15, 16, 17, 19, 20]), (64, [19, 20])])
    finally:
        workspace.close()


@pytest.mark.thorough
@pytest.mark.slow
def test_bodies_are_read_in_every_mode(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"bodies.py": ""})
    workspace.remember()
    try:
        follow(workspace, {"bodies.py": BODIES}, [(3, []), (4, [20, 21, 22]), (3, [])])
        workspace.write({"bodies.py": BODIES.format(size=3).replace("first(jnp.zeros(3))", "first(jnp.zeros(2))")})
        assert [line for _, line, _ in sorted(workspace.daemon())] == [21]
        assert workspace.warm() == workspace.daemon() == workspace.cold()
    finally:
        workspace.close()
