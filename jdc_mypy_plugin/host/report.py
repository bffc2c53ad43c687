"""Diagnostics: what a rule finds, and how it reaches mypy."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from mypy.checker import TypeChecker
from mypy.errorcodes import ErrorCode
from mypy.semanal import SemanticAnalyzer

from jdc_spec.environment import VARIABLE
from jdc_spec.facts import Facts, Fix, Span, dump

from ..syntax.expected_failures import is_expected_to_fail
from .codes import CODES

if TYPE_CHECKING:
    from mypy.nodes import Context, MypyFile

    from jdc_spec.rules import Rule


TELLS_FACTS: Final = os.environ.get(VARIABLE) == "1"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: the rule, the sentence, and the node that causes it."""

    rule: Rule
    message: str
    node: Context
    fixes: tuple[Fix, ...] = ()


class Reporter(Protocol):
    """What both mypy's semantic analyser and its checker offer."""

    def fail(self, msg: str, ctx: Context, /, *, code: ErrorCode | None = None) -> object:
        """Report an error at a node."""


def report(api: Reporter, diagnostics: Iterable[Diagnostic]) -> None:
    """Hand diagnostics to mypy, which applies ignore comments and disabled codes.

    Nothing is said of code that is expected to fail.
    """
    for diagnostic in diagnostics:
        if is_expected_to_fail(diagnostic.node, _module(api)):
            continue
        code = CODES[diagnostic.rule.code]
        api.fail(diagnostic.message, diagnostic.node, code=code)
        if TELLS_FACTS:
            assert isinstance(api, TypeChecker | SemanticAnalyzer)
            facts = Facts(diagnostic.rule.code, span(diagnostic.node), diagnostic.fixes)
            api.note(dump(facts), diagnostic.node, code=code)


def span(node: Context) -> Span:
    """Return the range of a node; of one whose end mypy does not know, its first character."""
    end_column = node.column + 1 if node.end_column is None else node.end_column
    return Span(node.line, node.column, node.end_line or node.line, end_column)


def _module(api: Reporter) -> MypyFile:
    """Return the module that mypy analyses or checks."""
    if isinstance(api, TypeChecker):
        return api.tree
    assert isinstance(api, SemanticAnalyzer)
    return api.modules[api.cur_mod_id]
