"""The names that a ``case`` pattern binds."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import NameExpr
from mypy.patterns import (
    AsPattern,
    ClassPattern,
    MappingPattern,
    OrPattern,
    Pattern,
    SequencePattern,
    StarredPattern,
)


def captures(pattern: Pattern | None) -> Iterator[NameExpr]:
    """Yield every name that a pattern binds."""
    if isinstance(pattern, AsPattern):
        yield from [pattern.name] if pattern.name else []
    elif isinstance(pattern, StarredPattern):
        yield from [pattern.capture] if pattern.capture else []
    elif isinstance(pattern, MappingPattern):
        yield from [pattern.rest] if pattern.rest else []
    for part in _parts(pattern):
        yield from captures(part)


def _parts(pattern: Pattern | None) -> Iterator[Pattern | None]:
    if isinstance(pattern, AsPattern):
        yield pattern.pattern
    elif isinstance(pattern, OrPattern | SequencePattern):
        yield from pattern.patterns
    elif isinstance(pattern, MappingPattern):
        yield from pattern.values
    elif isinstance(pattern, ClassPattern):
        yield from (*pattern.positionals, *pattern.keyword_values)
