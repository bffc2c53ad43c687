"""Diagnostics on their way to mypy."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.semanal import SemanticAnalyzer

from jdc_spec.facts import Facts, dump

from .attempts import outside_attempts
from .codes import CODES, IS_RUN_BY_COMMAND
from .diagnostics import Diagnostic, span
from .project import is_ignored

if TYPE_CHECKING:
    from mypy.errorcodes import ErrorCode
    from mypy.nodes import MypyFile


def report(api: object, diagnostics: Iterable[Diagnostic]) -> None:
    """Hand diagnostics to mypy, which applies ignore comments and disabled codes.

    ``api`` is mypy's semantic analyser or its checker.
    """
    assert isinstance(api, TypeChecker | SemanticAnalyzer)
    for diagnostic in diagnostics:
        code = CODES[diagnostic.rule.code]
        if is_ignored(code.code, module_of(api).path):
            continue
        with outside_attempts(api.errors) if diagnostic.is_elsewhere else nullcontext():
            _tell(api, diagnostic, code)


def _tell(api: TypeChecker | SemanticAnalyzer, diagnostic: Diagnostic, code: ErrorCode) -> None:
    if diagnostic.severity == "error":
        api.fail(diagnostic.message, diagnostic.node, code=code)
    else:
        api.note(diagnostic.message, diagnostic.node, code=code)
    if IS_RUN_BY_COMMAND:
        facts = Facts(diagnostic.rule.code, span(diagnostic.node), diagnostic.fixes, diagnostic.related)
        api.note(dump(facts), diagnostic.node, code=code)
    else:
        _note_related(api, diagnostic, code)


def _note_related(api: TypeChecker | SemanticAnalyzer, diagnostic: Diagnostic, code: ErrorCode) -> None:
    """Show the related places of a diagnostic as notes, if they are in the same file and on other lines.

    mypy sorts by line, so each note names the line of its error. An error that a comment ignores has no notes.
    """
    if diagnostic.node.line in api.errors.ignored_lines.get(api.errors.file, ()):
        return
    for other in diagnostic.related:
        if not other.path and other.span.line != diagnostic.node.line:
            at = Context(other.span.line, other.span.column)
            api.note(f"{other.sentence} (see line {diagnostic.node.line})", at, code=code)


def is_reported(api: TypeChecker, code: str, node: Context) -> bool:
    """Return whether a rule has reported something in the lines of a node."""
    last = node.end_line or node.line
    told = api.errors.error_info_map.get(api.errors.file, ())
    return any(each.code is not None and each.code.code == code and node.line <= each.line <= last for each in told)


def is_silent(api: object) -> bool:
    """Return whether mypy shows nothing of the module that it checks: one of an installed package, say."""
    return isinstance(api, TypeChecker) and api.tree.path in api.errors.ignored_files


def module_of(api: object) -> MypyFile:
    """Return the module that mypy analyses or checks."""
    if isinstance(api, TypeChecker):
        return api.tree
    assert isinstance(api, SemanticAnalyzer)
    return api.modules[api.cur_mod_id]
