"""Findings as the diagnostics of an editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from lsprotocol import types
from pygls.workspace import PositionCodec

from jdc_check.cards import card_path
from jdc_check.findings import Finding, Related
from jdc_check.live.answers import Idle
from jdc_check.lsp.places import editor_range, line_range, uri_of

SOURCE = "jdc"

LinesOf = Callable[[str], Sequence[str]]
"""Returns the lines of a file by its path, as the editor has it."""


def diagnostic(finding: Finding, lines: Sequence[str], lines_of: LinesOf, codec: PositionCodec) -> types.Diagnostic:
    """Return a finding with a link to its card, and with what else has to do with it."""
    return types.Diagnostic(
        range=editor_range(lines, finding, codec),
        message="\n".join([finding.message, *finding.hints]),
        severity=_severity(finding),
        code=finding.code,
        code_description=_description(finding.code),
        source=SOURCE,
        related_information=[_related(other, lines_of, codec) for other in finding.related] or None,
    )


def comment_diagnostics(
    comments: Iterable[Idle], lines: Sequence[str], codec: PositionCodec
) -> list[types.Diagnostic]:
    """Return what is to be told of comments that silence nothing."""
    return [
        types.Diagnostic(
            range=line_range(lines, comment.line, codec),
            message=comment.message,
            severity=types.DiagnosticSeverity.Warning if comment.is_mistaken else types.DiagnosticSeverity.Hint,
            source=SOURCE,
            tags=None if comment.is_mistaken else [types.DiagnosticTag.Unnecessary],
        )
        for comment in comments
    ]


def card_uri(code: str) -> str | None:
    """Return where a rule's card is; None where this installation lacks it."""
    path = card_path(code)
    return None if path is None else Path(path).absolute().as_uri()


def _severity(finding: Finding) -> types.DiagnosticSeverity:
    is_note = finding.severity == "note"
    return types.DiagnosticSeverity.Information if is_note else types.DiagnosticSeverity.Error


def _description(code: str) -> types.CodeDescription | None:
    uri = card_uri(code)
    return None if uri is None else types.CodeDescription(uri)


def _related(other: Related, lines_of: LinesOf, codec: PositionCodec) -> types.DiagnosticRelatedInformation:
    path = str(Path(other.path).absolute())
    location = types.Location(uri_of(path), editor_range(lines_of(path), other, codec))
    return types.DiagnosticRelatedInformation(location, other.message)
