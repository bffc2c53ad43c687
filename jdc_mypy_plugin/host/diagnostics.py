"""Diagnostics: the findings of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from jdc_spec.facts import Fix, Related, Span

if TYPE_CHECKING:
    from mypy.nodes import Context

    from jdc_spec.rules import Rule, Severity


class Diagnostic(NamedTuple):
    """One finding: the rule, the sentence, and the node that causes it."""

    rule: Rule
    message: str
    node: Context
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()
    severity: Severity = "error"
    """A ``note`` tells of what may be meant, and fails no check."""
    is_of_types: bool = True
    """False of a finding that does not rest on what mypy says of names, which may stand for other things too."""
    is_elsewhere: bool = False
    """True of a finding in other code than mypy is checking, and perhaps only trying."""


def span(node: Context) -> Span:
    """Return the range of a node; of one whose end mypy does not know, its first character."""
    end_column = node.column + 1 if node.end_column is None else node.end_column
    return Span(node.line, node.column, node.end_line or node.line, end_column)
