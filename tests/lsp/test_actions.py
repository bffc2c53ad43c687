"""Each code action is applied: the result is clean, and it runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from lsprotocol import types

from .conftest import HEAD, Editor, Start, run

FROZEN = (
    HEAD
    + """
@jdc.pytree_dataclass
class State:
    x: jax.Array
    n: int = 0


def step(s: State) -> State:
    s.n += 1
    s.x = s.x * 2
    return s


assert step(State(jnp.ones(3))).n == 1
"""
)
ITEMS = (
    HEAD
    + """
@jdc.pytree_dataclass
class State:
    x: jax.Array


def step(s: State) -> jax.Array:
    y = s.x * 2
    y[0] = 0.0
    y[1] = 1.0
    return y


assert step(State(jnp.ones(3)))[0] == 0
"""
)
LEAF = (
    HEAD
    + """
@jdc.pytree_dataclass
class State:
    x: jax.Array
    name: str = "é"


jax.jit(lambda s: s.x)(State(jnp.ones(3)))
"""
)
FLAX_LEAF = """import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class State:
    x: jax.Array
    size: int = struct.field(pytree_node=False)
    name: str = "a"


jax.jit(lambda s: s.x)(State(jnp.ones(3), 1))
"""
DEFAULT = (
    HEAD
    + """
@jdc.pytree_dataclass
class State:
    x: jax.Array
    rows: list[int] = []


State(jnp.ones(3))
"""
)
UNREGISTERED = """import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Base:
    x: jax.Array


class Sub(Base):
    y: float = 0.0


jax.jit(lambda s: s)(Sub(jnp.ones(3)))
"""
LISTS = """import dataclasses
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=[])
@dataclasses.dataclass
class State:
    x: jax.Array
    n: int


jax.jit(lambda s: s.x)(State(jnp.ones(3), 2))
"""


async def mended(editor: Editor, name: str, title: str) -> str:
    """Apply the action with a title as often as it is offered; return the text, which has nothing to report."""
    for _ in range(5):
        found = await editor.diagnostics(name)
        if not found:
            return editor.texts[name]
        offered = await editor.actions(name, found[0].range.start.line + 1)
        action = next((each for each in offered if each.title == title), None)
        assert action is not None, [each.title for each in offered]
        assert action.kind == types.CodeActionKind.QuickFix
        assert action.diagnostics is not None
        assert action.diagnostics[0].code == found[0].code
        editor.change(name, editor.applied(name, action))
    raise AssertionError(await editor.codes(name))


def run_all(texts: list[str], folder: Path) -> None:
    """Run programs, one after the other in one process: importing jax takes most of the time."""
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    every = "import runpy\n" + "".join(f"runpy.run_path('{number}.txt')\n" for number in range(len(texts)))
    done = subprocess.run([sys.executable, "-c", every], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


IGNORED = FROZEN.replace("s.n += 1", 's.n = len(\n        "a"\n    )  # why')
CASES = {
    "frozen.py": (FROZEN, 'Give "s" a changed object'),
    "items.py": (ITEMS, "Fix all jdc-frozen in this file"),
    "default.py": (DEFAULT, "Move the default to default_factory"),
    "leaf.py": (LEAF, 'Make "name" static'),
    "flax_leaf.py": (FLAX_LEAF, 'Make "name" static'),
    "unregistered.py": (UNREGISTERED, "Write @jdc.pytree_dataclass above Sub"),
    "lists.py": (LISTS, 'Add "n" to meta_fields'),
}


def test_every_action_mends(start: Start, tmp_path: Path) -> None:
    async def session() -> None:
        files = {name: text for name, (text, _) in CASES.items()}
        async with start({**files, "ignored.py": IGNORED, "saved.py": ITEMS}) as editor:
            texts: list[str] = []
            for name, (_, title) in CASES.items():
                editor.open(name)
                assert await editor.diagnostics(name), name
                texts.append(await mended(editor, name, title))
            run_all(texts, tmp_path)
            await an_ignore_comment(editor)
            await fix_all_on_save(editor)
            await no_edit_for_a_text_that_is_no_more(editor)

    run(session)


async def an_ignore_comment(editor: Editor) -> None:
    editor.open("ignored.py")
    assert [code for _, code in await editor.codes("ignored.py")] == ["jdc-frozen"] * 2
    result = await mended(editor, "ignored.py", "Ignore jdc-frozen here")
    assert "    )  # why  # jdc: ignore[jdc-frozen]\n" in result
    assert "    s.x = s.x * 2  # jdc: ignore[jdc-frozen]\n" in result


async def fix_all_on_save(editor: Editor) -> None:
    editor.open("saved.py")
    await editor.diagnostics("saved.py")
    [action] = await editor.actions("saved.py", 1, only="source.fixAll")
    editor.change("saved.py", editor.applied("saved.py", action))
    assert await editor.codes("saved.py") == []


async def no_edit_for_a_text_that_is_no_more(editor: Editor) -> None:
    editor.change("saved.py", ITEMS)
    [first, _] = await editor.codes("saved.py")
    editor.change("saved.py", ITEMS + "x = (")
    assert await editor.actions("saved.py", first[0]) == []
