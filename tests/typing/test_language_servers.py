"""Completions, signatures and hovers as an editor shows them: real language servers, asked over LSP."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cattrs
import pytest
from checkers import BIN, environment
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

import jdc_runtime

if TYPE_CHECKING:
    from pathlib import Path

SERVERS: Final = {
    "pyright": ("pyright-langserver", "--stdio"),
    "jedi": ("jedi-language-server",),
    "ty": ("ty", "server"),
    "pyrefly": ("pyrefly", "lsp"),
    "zuban": ("zuban", "server"),
}

# jedi's server looks for syntax errors after each line that is tried, and does not end before it has.
OPTIONS: Final = {"jedi": {"diagnostics": {"enable": False}}}

PROGRAM: Final = """
import jax
import jdc_runtime as jdc

@jdc.pytree_dataclass
class Layer:
    kernel: jax.Array
    units: int = jdc.static_field(default=0)
    name: jdc.Static[str] = "layer"

@jdc.pytree_dataclass(kw_only=True)
class Options(Layer):
    rate: float = 0.1

    @jdc.jit
    def step(self, scale: float) -> Layer:
        return self

class Node(jdc.PyTreeNode):
    left: jax.Array
    depth: int = 0

@jdc.jit
def power(x: jax.Array, order: jdc.Static[int] = 2) -> jax.Array:
    return x**order

def use(layer: Layer, options: Options, node: Node) -> None:
"""

COMPLETIONS: Final = ("Layer(un", "Options(ra", "Node(de", "layer.", "node.", "power.", "node.replace(")
SIGNATURES: Final = ("Layer(", "Options(", "Node(", "node.replace(", "power(", "options.step(")
DOCUMENT_NUMBERS: Final = itertools.count()
DOCUMENTED: Final = (
    "AnnotationError",
    "EnforcedAnnotationsMixin",
    "MutationError",
    "PyTreeNode",
    "StaticFieldError",
    "auto_static",
    "copy_and_mutate",
    "field",
    "jit",
    "pytree_dataclass",
    "static_field",
)
HOVERS: Final = ("layer.units", "options.rate", *(f"jdc.{name}" for name in DOCUMENTED))


@dataclass
class Answers:
    """The answers of one server about the last line of the program, for each line tried."""

    completions: dict[str, list[str]]
    signatures: dict[str, str]
    hovers: dict[str, str]


def converter() -> cattrs.Converter:
    """Return a converter of messages that passes over what servers say of notebooks; it cannot read that."""
    made = default_converter()
    made.register_structure_hook(types.NotebookDocumentSyncOptions, lambda _value, _type: None)
    return made


async def ask(server: str, folder: Path) -> Answers:
    """Run one session with a server."""
    client = LanguageClient(converter_factory=converter)
    register_lsp_features(client)
    for method in (types.CLIENT_REGISTER_CAPABILITY, types.CLIENT_UNREGISTER_CAPABILITY):
        client.feature(method)(lambda _params: None)
    client.set_configuration({"python": {"pythonPath": str(BIN / "python")}})
    program, *arguments = SERVERS[server]
    await client.start_io(
        str(BIN / program), *arguments, env={**environment(), "VIRTUAL_ENV": sys.prefix}, cwd=str(folder)
    )
    root = types.WorkspaceFolder(uri=folder.as_uri(), name="project")
    await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            process_id=os.getpid(),
            root_uri=root.uri,
            workspace_folders=[root],
            initialization_options=OPTIONS.get(server),
        )
    )
    try:
        return Answers(
            {line: await complete(client, folder, line) for line in COMPLETIONS},
            {line: await signature(client, folder, line) for line in SIGNATURES},
            {line: await hover(client, folder, line) for line in HOVERS},
        )
    finally:
        await client.shutdown_session()
        await client.stop()


def open_at(client: LanguageClient, folder: Path, line: str) -> types.TextDocumentPositionParams:
    """Open the program with ``line`` as its last, in a document of its own, and return the position at its end."""
    text = PROGRAM + "    " + line
    uri = (folder / f"program_{next(DOCUMENT_NUMBERS)}.py").as_uri()
    document = types.TextDocumentItem(uri, types.LanguageKind.Python, 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    lines = text.splitlines()
    position = types.Position(len(lines) - 1, len(lines[-1]))
    return types.TextDocumentPositionParams(types.TextDocumentIdentifier(uri), position)


async def complete(client: LanguageClient, folder: Path, line: str) -> list[str]:
    at = open_at(client, folder, line)
    answer = await client.text_document_completion_async(types.CompletionParams(at.text_document, at.position))
    items = answer.items if isinstance(answer, types.CompletionList) else answer or []
    return [item.label for item in items]


async def signature(client: LanguageClient, folder: Path, line: str) -> str:
    at = open_at(client, folder, line)
    answer = await client.text_document_signature_help_async(types.SignatureHelpParams(at.text_document, at.position))
    return answer.signatures[answer.active_signature or 0].label if answer and answer.signatures else ""


async def hover(client: LanguageClient, folder: Path, line: str) -> str:
    at = open_at(client, folder, line)
    at.position.character -= 1
    answer = await client.text_document_hover_async(types.HoverParams(at.text_document, at.position))
    if answer is None:
        return ""
    return answer.contents.value if isinstance(answer.contents, types.MarkupContent) else str(answer.contents)


@pytest.mark.slow
@pytest.mark.parametrize("server", SERVERS)
def test_an_editor_shows_the_dataclass(server: str, tmp_path: Path) -> None:
    answers = asyncio.run(asyncio.wait_for(ask(server, tmp_path), 120))
    assert "units=" in answers.completions["Layer(un"]
    assert "rate=" in answers.completions["Options(ra"]
    assert "depth=" in answers.completions["Node(de"]
    assert {"kernel", "units", "name"} <= set(answers.completions["layer."])
    assert {"left", "depth", "replace"} <= set(answers.completions["node."])
    assert "changes=" not in answers.completions["node.replace("]
    if server != "jedi":  # which shows the function as it is written
        assert {"lower", "trace", "eval_shape", "clear_cache"} <= set(answers.completions["power."])
    for line, names in {
        "Layer(": "kernel units name",
        "Options(": "kernel units name rate",
        "Node(": "left depth",
    }.items():
        assert parameters(answers.signatures[line]) == names.split()
    assert "int" in answers.hovers["layer.units"]
    assert "float" in answers.hovers["options.rate"]
    assert parameters(answers.signatures["power("]) == ["x", "order"]
    assert parameters(answers.signatures["options.step("]) == ["scale"]
    for name in DOCUMENTED:
        assert words(first_line(name)) <= words(answers.hovers[f"jdc.{name}"]), name


def first_line(name: str) -> str:
    """Return the first line of the docstring of a public name."""
    return str(inspect.getdoc(getattr(jdc_runtime, name))).partition("\n")[0]


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def parameters(signature: str) -> list[str]:
    """Return the names of the parameters that a signature shows, without the receiver's."""
    shown = re.sub(r"\[[^()]*\]", "", signature).partition("->")[0]
    return [name for name in re.findall(r"[(,] ?(\w+):", shown) if name != "self"]
