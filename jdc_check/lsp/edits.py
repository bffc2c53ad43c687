"""Fixes of findings as edits of an editor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from jdc_check.findings import Edit
from jdc_check.lsp.places import editor_range


def text_edits(edits: Iterable[Edit], lines: Sequence[str], codec: PositionCodec) -> list[types.TextEdit]:
    """Return edits as the editor counts."""
    return [types.TextEdit(editor_range(lines, edit, codec), edit.text) for edit in edits]
