"""The names that a module defines and uses at its top level, before mypy has looked any of them up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    Import,
    ImportFrom,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    Statement,
)

from ..index import INDEX
from ..walk import BLOCKS
from .targets import targets, unpacked

_ORIGINAL: Final = re.compile(r"^typing_extensions\.")

Defined = FuncDef | Decorator | LambdaExpr | CallExpr | ClassDef | NameExpr | MemberExpr
"""A function, a class, or the lambda, the call or the other name that a name stands for."""


def definitions(tree: MypyFile) -> Mapping[str, Defined]:
    """Return what the top level of a module defines, each name bound nowhere else."""
    found = dict(defined(tree.defs))
    if not found:
        return found
    counts = Counter(bound_names(tree.defs))
    return {name: value for name, value in found.items() if counts[name] == 1}


def defined(body: Sequence[Statement]) -> Iterator[tuple[str, Defined]]:
    """Yield what some statements define, their blocks left out."""
    for statement in body:
        if isinstance(statement, FuncDef | Decorator | ClassDef):
            yield statement.name, statement
        elif isinstance(statement, OverloadedFuncDef):
            # mypy takes the implementation out of the items when it comes to analyse them
            last = statement.unanalyzed_items[-1]
            yield last.name, last
        elif isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
            target, value = statement.lvalues[0], statement.rvalue
            if isinstance(target, NameExpr) and isinstance(value, CallExpr | LambdaExpr | NameExpr | MemberExpr):
                yield target.name, value


def bound_names(body: Sequence[Statement]) -> Iterator[str]:
    """Yield every name that the statements bind, outside functions and classes."""
    for statement in body:
        if isinstance(statement, FuncDef | Decorator | ClassDef | OverloadedFuncDef):
            yield statement.name
            continue
        if isinstance(statement, Import):
            yield from (alias or name.partition(".")[0] for name, alias in statement.ids)
        elif isinstance(statement, ImportFrom):
            yield from (alias or name for name, alias in statement.names)
        for target in targets(statement):
            yield from (each.name for each in unpacked(target.expression) if isinstance(each, NameExpr))
        inner = BLOCKS.get(type(statement))
        for block in () if inner is None else inner(statement):
            yield from bound_names(block.body)


def written_name(expression: Expression, tree: MypyFile) -> str:
    """Return the full name of a reference as the imports of its module spell it, or as its own; "" for others."""
    if isinstance(expression, MemberExpr):
        owner = written_name(expression.expr, tree)
        return f"{owner}.{expression.name}" if owner else ""
    if not isinstance(expression, NameExpr):
        return ""
    imported = {each.fullname for each in INDEX.of(tree).imports.of(expression.name)}
    if imported:
        same = {_ORIGINAL.sub("typing.", each) for each in imported}  # imported by the version of Python
        return min(imported) if len(same) == 1 else ""
    return f"{tree.fullname}.{expression.name}"
