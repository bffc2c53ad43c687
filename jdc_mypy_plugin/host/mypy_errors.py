"""The errors that mypy itself has reported in the module at hand, as far as it has come."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from mypy import errorcodes
from mypy.checker import TypeChecker
from mypy.errorcodes import MISC, ErrorCode
from mypy.errors import ErrorInfo, Errors
from mypy.nodes import Context
from mypy.semanal import SemanticAnalyzer

_UNRELATED = frozenset(("attr-defined", "unused-ignore", "no-untyped-call"))
"""Codes of errors that say nothing of the type of a value."""
UNTYPED_DECORATOR: Final[ErrorCode] = getattr(errorcodes, "UNTYPED_DECORATOR", MISC)
"""The code of decorators without types, which older versions of mypy have no name for."""
_LATEST: Final = 32
"""How many of the latest errors are looked through for one."""


def has_error(statement: Context, api: TypeChecker) -> bool:
    """Return whether mypy reports an error in a statement, or an ignore comment keeps it from that."""
    first, last = statement.line, statement.end_line or statement.line
    path = api.errors.file
    reported = (
        (info.line, info.code.code) for info in api.errors.error_info_map.get(path, ()) if info.code is not None
    )
    ignored = ((line, code) for line, found in api.errors.used_ignored_lines.get(path, {}).items() for code in found)
    return any(
        first <= line <= last and not code.startswith("jdc-") and code not in _UNRELATED
        for each in (reported, ignored)
        for line, code in each
    )


def take_back(code: ErrorCode, node: Context, api: TypeChecker | SemanticAnalyzer) -> bool:
    """Drop the error of a code that mypy has reported at a node, or keeps for the end of an attempt.

    It may have reported others since, of what is inside the node.

    Return whether there was one.
    """
    reported, path = api.errors.error_info_map, api.errors.file
    kept = (getattr(each, "_filtered", None) for each in reversed(getattr(api.errors, "_watchers", [])))
    for errors in (*kept, reported.get(path)):
        found = None if not errors else _last_at(errors, code, node)
        if errors and found is not None:
            del errors[found]
            break
    else:
        return False
    if path in reported and not reported[path]:
        del reported[path]
    return True


def take_back_all(code: ErrorCode, sentence: str, lines: Container[int], errors: Errors) -> None:
    """Drop the errors of a code that say one sentence, in some lines of the module."""
    reported = errors.error_info_map
    path = errors.file
    found = reported.get(path, [])
    kept = [each for each in found if each.code is not code or each.message != sentence or each.line not in lines]
    if len(kept) == len(found):
        return
    if kept:
        reported[path] = kept
    else:
        del reported[path]


def _last_at(errors: Sequence[ErrorInfo], code: ErrorCode, node: Context) -> int | None:
    """Return the position of the last error of a code at a node, among the latest."""
    latest = range(len(errors) - 1, max(len(errors) - 1 - _LATEST, -1), -1)
    return next((place for place in latest if _is_at(errors[place], code, node)), None)


def _is_at(error: ErrorInfo, code: ErrorCode, node: Context) -> bool:
    return error.code is code and (error.line, error.column) == (node.line, node.column)
