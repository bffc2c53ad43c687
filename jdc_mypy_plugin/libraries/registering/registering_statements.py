"""The statements of a module that register classes, or may have to do with it, in a digest.

A daemon compares digests, so that an edit of anything else makes it check no other module again.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from typing import Final

_TELLING: Final = re.compile(r"\bregister_(?:dataclass|pytree)|def \w*flatten|\bregister\w*\(", re.IGNORECASE)
_RELEVANT: Final = re.compile("regist|pytree|flatten", re.IGNORECASE)
"""A word of each function and class that counts."""


@functools.lru_cache(maxsize=4096)
def digest_of(text: str) -> str | None:
    """Return the digest of a source; None of one that registers nothing and takes nothing apart."""
    if not _TELLING.search(text):
        return None
    return hashlib.sha256("\n".join(_statements(text)).encode()).hexdigest()[:24]


def _statements(text: str) -> list[str]:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return [text]
    lines = text.splitlines()
    segments = [(each, "\n".join(lines[_first(each) - 1 : each.end_lineno])) for each in body]
    return [segment for each, segment in segments if not _is_definition(each) or _RELEVANT.search(segment)]


def _is_definition(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _first(statement: ast.stmt) -> int:
    """Return the first line of a statement, that of its first decorator if there is one."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])
