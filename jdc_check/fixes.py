"""Fixes as the command hands them on: only those that leave a file which still parses."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable

from jdc_check.findings import Edit, Fix
from jdc_check.sourcefile import SourceFile


def sound(source: SourceFile, fixes: Iterable[Fix]) -> tuple[Fix, ...]:
    """Return the fixes after which the file parses; not ``(x = f(x))``, where parentheses stood around a call."""
    return tuple(fix for fix in fixes if parses(applied(source.lines, fix.edits)))


def applied(lines: Iterable[str], edits: Iterable[Edit]) -> str:
    """Return the text of a file after edits, none of which overlap."""
    changed = list(lines)
    for edit in sorted(edits, reverse=True):
        first, last = edit.line - 1, edit.end_line - 1
        text = changed[first][: edit.column - 1] + edit.text + changed[last][edit.end_column - 1 :]
        changed[first : last + 1] = text.split("\n")
    return "\n".join(changed) + "\n"


def parses(text: str) -> bool:
    """Return whether Python parses a text."""
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
