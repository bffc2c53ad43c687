"""The names of a class definition that may be a project's own decorators, base classes and field functions."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, ClassDef, Decorator, Expression, FuncDef, MypyFile, RefExpr, Var

from ..libraries.decorators import name_at_run_time
from ..libraries.definition import applied
from .fields import annotated_assignments


def references(cls: ClassDef, module: MypyFile) -> Iterator[str]:
    """Yield the full name of each base of a class, and of what decorates it or makes one of its fields."""
    yield from (base.fullname for base in cls.info.mro[1:-1])
    for decorator in cls.decorators:
        yield from _named(applied(decorator))
        at_run_time = name_at_run_time(decorator, module)
        if "." in at_run_time:
            yield at_run_time
    for _, statement in annotated_assignments(cls):
        if isinstance(statement.rvalue, CallExpr):
            yield from _named(statement.rvalue.callee)


def _named(expression: Expression) -> Iterator[str]:
    node = expression.node if isinstance(expression, RefExpr) else None
    if isinstance(node, FuncDef | Decorator | Var) and "." in node.fullname:
        yield node.fullname
