"""What an editor shows: real language servers, asked over LSP."""

from __future__ import annotations

import asyncio
import os
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

if TYPE_CHECKING:
    from pathlib import Path

SERVERS: Final = {
    "pyright": ("pyright-langserver", "--stdio"),
    "jedi": ("jedi-language-server",),
    "ty": ("ty", "server"),
    "pyrefly": ("pyrefly", "lsp"),
    "zuban": ("zuban", "server"),
}

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

COMPLETIONS: Final = ("Layer(un", "Options(ra", "Node(de", "layer.", "node.", "power.", "jdc.")
SIGNATURES: Final = ("Layer(", "Options(", "Node(", "node.replace(", "power(", "options.step(")
HOVERS: Final = ("layer.units", "options.rate")


@dataclass
class Answers:
    """What one server says about the last line of the program, for each line tried."""

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
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _params: None)
    client.set_configuration({"python": {"pythonPath": str(BIN / "python")}})
    program, *arguments = SERVERS[server]
    await client.start_io(str(BIN / program), *arguments, env={**environment(), "VIRTUAL_ENV": sys.prefix}, cwd=str(folder))
    root = types.WorkspaceFolder(uri=folder.as_uri(), name="project")
    await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            process_id=os.getpid(),
            root_uri=root.uri,
            workspace_folders=[root],
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
    """Open the program with ``line`` as its last, and return the position at its end."""
    text = PROGRAM + "    " + line
    uri = (folder / "program.py").as_uri()
    version = open_at.version = getattr(open_at, "version", 0) + 1
    uri = (folder / f"program{version}.py").as_uri()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, types.LanguageKind.Python, 1, text))
    )
    lines = text.splitlines()
    return types.TextDocumentPositionParams(
        types.TextDocumentIdentifier(uri), types.Position(len(lines) - 1, len(lines[-1]))
    )


async def complete(client: LanguageClient, folder: Path, line: str) -> list[str]:
    at = open_at(client, folder, line)
    answer = await client.text_document_completion_async(types.CompletionParams(at.text_document, at.position))
    items = answer.items if isinstance(answer, types.CompletionList) else answer or []
    return [item.label for item in items]


async def signature(client: LanguageClient, folder: Path, line: str) -> str:
    at = open_at(client, folder, line)
    answer = await client.text_document_signature_help_async(
        types.SignatureHelpParams(at.text_document, at.position)
    )
    return answer.signatures[answer.active_signature or 0].label if answer and answer.signatures else ""


async def hover(client: LanguageClient, folder: Path, line: str) -> str:
    at = open_at(client, folder, line)
    at.position.character -= 1
    answer = await client.text_document_hover_async(types.HoverParams(at.text_document, at.position))
    if answer is None:
        return ""
    return answer.contents.value if isinstance(answer.contents, types.MarkupContent) else str(answer.contents)
