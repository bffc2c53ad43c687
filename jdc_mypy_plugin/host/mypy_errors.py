"""What mypy itself has reported in the module at hand, as far as it has come."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context

_UNRELATED = frozenset(("attr-defined", "unused-ignore", "no-untyped-call"))
"""Codes of errors that say nothing of the type of a value."""


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
