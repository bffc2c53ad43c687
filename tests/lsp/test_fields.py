"""Hover, completion, hints and rename of fields."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from .conftest import HEAD, Editor, Start, edited, run

STATE = (
    HEAD
    + """
@jdc.pytree_dataclass
class Layer:
    weight: Annotated[jax.Array, (3, 4), jnp.float32]
    units: jdc.Static[int] = 2


@jdc.pytree_dataclass
class State:
    layer: Layer
    step: int = 0

    @classmethod
    def first(cls, layer: Layer) -> "State":
        return cls(layer=layer, step=0)
"""
)
USE = '''# é
from state import Layer, State
import dataclasses
import jax.numpy as jnp
import jdc_runtime as jdc


def use(state: State) -> State:
    """🎉"""
    weight = state.layer.weight
    made = jnp.zeros((2, 3)) @ weight
    both, count = made + 1, made.shape[0]
    print("🎉", state.layer.units, weight)
    with jdc.copy_and_mutate(state) as new:
        new.step = state.step + 1
    new = new.replace(step=3)
    return dataclasses.replace(new, step=4)


def make(layer: Layer) -> State:
    return State(layer, step=1)


class Other:
    step = 1


print(Other().step, Other.step)
'''


async def hover(editor: Editor, name: str, marker: str, offset: int = 0) -> str:
    found = await editor.client.text_document_hover_async(types.HoverParams(**editor.at(name, marker, offset)))
    if found is None:
        return ""
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


async def complete(editor: Editor, name: str, marker: str) -> dict[str, str]:
    at = editor.at(name, marker, len(marker))
    found = await editor.client.text_document_completion_async(types.CompletionParams(**at))
    assert found is None or isinstance(found, types.CompletionList)
    return {} if found is None else {item.label: item.detail or "" for item in found.items}


def test_fields(start: Start) -> None:
    async def session() -> None:
        async with start({"state.py": STATE, "use.py": USE}, inlayHints=True) as editor:
            editor.open("use.py")
            await editor.diagnostics("use.py")
            await hovers(editor)
            await hints(editor)
            await renames(editor)
            await completions(editor)

    run(session)


async def hovers(editor: Editor) -> None:
    shown = await hover(editor, "use.py", "layer.weight", len("layer.w"))
    assert "(field) weight: Array" in shown
    assert "Field of `Layer`, data" in shown
    assert "Shape `(..., 3, 4)`, Dtype `float32`." in shown
    assert "Registered by jdc, through `@jdc.pytree_dataclass`." in shown
    assert "static" in await hover(editor, "use.py", "state.layer.units", len("state.layer.u"))
    for keyword in ("step=3", "step=4", "step=1"):
        assert "(field) step: int" in await hover(editor, "use.py", keyword)
    assert await hover(editor, "use.py", "Other().step", len("Other().s")) == ""
    editor.open("state.py")
    await editor.diagnostics("state.py")
    assert "(field) units: " in await hover(editor, "state.py", "units:")
    assert "(field) step: int" in await hover(editor, "state.py", "step=0")


async def hints(editor: Editor) -> None:
    found: list[tuple[str, int, str]] = []
    for name in ("state.py", "use.py"):
        whole = types.Range(types.Position(0, 0), types.Position(100, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(editor.uri(name)), whole)
        told = await editor.client.text_document_inlay_hint_async(params) or []
        found += [(name, each.position.line + 1, str(each.label).strip()) for each in told]
    assert found == [
        ("state.py", 11, "static"),
        ("use.py", 10, ": float32[..., 3, 4]"),
        ("use.py", 11, ": float32[..., 2, 4]"),
    ]


async def renames(editor: Editor) -> None:
    at = editor.at("use.py", "step=3")
    prepared = await editor.client.text_document_prepare_rename_async(types.PrepareRenameParams(**at))
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert prepared.placeholder == "step"
    edit = await editor.client.text_document_rename_async(types.RenameParams(new_name="count", **at))
    assert edit is not None
    assert edit.changes is not None
    after = {name: edited(editor.texts[name], edit.changes[editor.uri(name)]) for name in ("state.py", "use.py")}
    assert after["state.py"] == STATE.replace("step", "count")
    assert after["use.py"] == USE.replace("step", "count").replace(
        "Other().count, Other.count", "Other().step, Other.step"
    ).replace("class Other:\n    count", "class Other:\n    step")
    with pytest.raises(JsonRpcException, match="already has"):
        await editor.client.text_document_rename_async(types.RenameParams(new_name="layer", **at))
    nowhere = types.PrepareRenameParams(**editor.at("use.py", "Other().step", len("Other().s")))
    assert await editor.client.text_document_prepare_rename_async(nowhere) is None


async def completions(editor: Editor) -> None:
    editor.change("use.py", USE.replace("new.step = state.step + 1", "new."))
    assert await complete(editor, "use.py", "        new.") == {
        "layer": "Layer (data)",
        "step": "int (data)",
    }
    editor.change("use.py", USE.replace("new.step = state.step + 1", "new.layer.un = 1"))
    assert set(await complete(editor, "use.py", "        new.layer.un")) == {"weight", "units"}
    editor.change("use.py", USE.replace("new.replace(step=3)", "new.replace("))
    assert set(await complete(editor, "use.py", "new.replace(")) == {"layer=", "step="}
    editor.change("use.py", USE.replace("new.replace(step=3)", "new.replace(step=3, )"))
    assert set(await complete(editor, "use.py", "new.replace(step=3, ")) == {"layer="}
    editor.change("use.py", USE.replace("state.layer.weight", "state."))
    assert await complete(editor, "use.py", "weight = state.") == {}
