"""Diagnostics: what a rule finds, and how it reaches mypy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from mypy.errorcodes import ErrorCode

from .codes import CODES

if TYPE_CHECKING:
    from mypy.nodes import Context

    from jdc_spec.rules import Rule


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: the rule, the sentence, and the node that causes it."""

    rule: Rule
    message: str
    node: Context


class Reporter(Protocol):
    """What both mypy's semantic analyser and its checker offer."""

    def fail(self, msg: str, ctx: Context, /, *, code: ErrorCode | None = None) -> object:
        """Report an error at a node."""


def report(api: Reporter, diagnostics: Iterable[Diagnostic]) -> None:
    """Hand diagnostics to mypy, which applies ignore comments and disabled codes."""
    for diagnostic in diagnostics:
        api.fail(diagnostic.message, diagnostic.node, code=CODES[diagnostic.rule.code])
