"""The names that the body of a module or of a class binds, also inside of its ``if`` and ``try``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    ClassDef,
    Decorator,
    FuncDef,
    GlobalDecl,
    Import,
    ImportFrom,
    NameExpr,
    OverloadedFuncDef,
    Statement,
)

from ..walk import blocks, statements
from .targets import targets, unpacked

_DEFINITIONS: Final = (ClassDef, Decorator, FuncDef, OverloadedFuncDef)


def names_bound(body: Sequence[Statement], *, declares: bool = True) -> Iterator[str]:
    """Yield a name once for each statement that binds it, and for each function that declares it global.

    Nobody looks into the functions of a module that is known to declare none, where ``declares`` is false.
    """
    for statement in body:
        if isinstance(statement, _DEFINITIONS):
            yield statement.name
            if declares:
                yield from _declared_global(statement)
        else:
            yield from _bound(statement)
            for block in blocks(statement):
                yield from names_bound(block.body, declares=declares)


def _bound(statement: Statement) -> Iterator[str]:
    if isinstance(statement, Import):
        yield from (alias or name.partition(".")[0] for name, alias in statement.ids)
    elif isinstance(statement, ImportFrom):
        yield from (alias or name for name, alias in statement.names)
    for target in targets(statement):
        yield from (part.name for part in unpacked(target.expression) if isinstance(part, NameExpr))


def _declared_global(statement: Statement) -> Iterator[str]:
    for block in blocks(statement):
        for each in statements(block.body):
            if isinstance(each, GlobalDecl):
                yield from each.names
