"""The parts of a ``match`` that Python compares: it asks for the truth of ``==``, which a tracer does not have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import Expression, MatchStmt, StrExpr, TupleExpr
from mypy.patterns import (
    AsPattern,
    ClassPattern,
    OrPattern,
    Pattern,
    SequencePattern,
    SingletonPattern,
    StarredPattern,
    ValuePattern,
)

_OF_PYTHON: Final = frozenset(
    f"builtins.{name}"
    for name in ("bool", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple")
)
"""Classes of which no tracer is an object."""


def matched(statement: MatchStmt) -> Iterator[Expression]:
    """Yield the expressions of a ``match`` whose values decide, if they are tracers."""
    for pattern, guard in zip(statement.patterns, statement.guards, strict=True):
        value = compared(statement.subject, pattern)
        if value is not None:
            yield value
        elif guard is not None:
            yield from () if _never_matches(pattern) else (guard,)
        elif not _may_be_passed(pattern, statement.subject):
            return


def compared(subject: Expression, pattern: Pattern) -> Expression | None:
    """Return the part of a subject that a pattern is certain to compare with ``==``; None where there may be none."""
    if isinstance(pattern, AsPattern):
        return None if pattern.pattern is None else compared(subject, pattern.pattern)
    if isinstance(pattern, OrPattern):
        for each in pattern.patterns:
            if (value := compared(subject, each)) is not None:
                return value
            if not _never_matches(each):
                return None
    if isinstance(pattern, SequencePattern):
        for item, part in _pairs(subject, pattern):
            if (value := compared(item, part)) is not None:
                return value
            if not _takes_anything(part):
                return None
    return subject if isinstance(pattern, ValuePattern) and not isinstance(pattern.expr, StrExpr) else None


def _pairs(subject: Expression, pattern: SequencePattern) -> Sequence[tuple[Expression, Pattern]]:
    """Return the items of a tuple that is written out, each with its pattern."""
    items = subject.items if isinstance(subject, TupleExpr) else []
    has_star = any(isinstance(each, StarredPattern) for each in pattern.patterns)
    return [] if has_star or len(items) != len(pattern.patterns) else list(zip(items, pattern.patterns, strict=True))


def _takes_anything(pattern: Pattern) -> bool:
    return isinstance(pattern, AsPattern) and pattern.pattern is None


def _never_matches(pattern: Pattern) -> bool:
    """Return whether no tracer matches a pattern: it asks for an object of Python, by ``is`` or by its class."""
    if isinstance(pattern, OrPattern):
        return all(map(_never_matches, pattern.patterns))
    if isinstance(pattern, ClassPattern):
        return pattern.class_ref.fullname in _OF_PYTHON
    if isinstance(pattern, AsPattern):
        return pattern.pattern is not None and _never_matches(pattern.pattern)
    return isinstance(pattern, SingletonPattern) or (
        isinstance(pattern, ValuePattern) and isinstance(pattern.expr, StrExpr)
    )


def _may_be_passed(pattern: Pattern, subject: Expression) -> bool:
    """Return whether a case leaves a tracer to those after it, or tracers in a tuple that is written out."""
    if isinstance(pattern, SequencePattern):
        return bool(_pairs(subject, pattern))
    return _never_matches(pattern)
