"""Keys of names and of their attributes: what stands for the same object has the same key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import Expression, IndexExpr, ListExpr, MemberExpr, NameExpr, StarExpr, SymbolNode, TupleExpr

from ..syntax.names.targets import unpacked
from ..syntax.walk import descendants

Key = tuple[int, str]
"""Identity of a name or of an attribute of one: the variable's id and the dotted rest.

An attribute that a writable value was stored in has the id 0: any object's attribute of that name is writable.
"""
ANY_OBJECT: Final = 0

Keys = frozenset[Key]
NOTHING: Final[Keys] = frozenset()


def key(expression: Expression) -> Key | None:
    """Return the key of a name or of an attribute of one; None for every other expression."""
    if isinstance(expression, NameExpr) and expression.node is not None:
        return id(expression.node), ""
    if isinstance(expression, MemberExpr):
        base = key(expression.expr)
        return None if base is None else (base[0], f"{base[1]}.{expression.name}")
    return None


def keys(target: Expression) -> Iterator[Key]:
    """Yield the names and attributes that a target stands for; that of a container for a target inside it."""
    if isinstance(target, IndexExpr):
        yield from keys(target.base)
    elif isinstance(target, TupleExpr | ListExpr | StarExpr):
        for part in unpacked(target):
            yield from keys(part)
    elif (found := key(target)) is not None:
        yield found


def own(nodes: Iterable[SymbolNode]) -> Keys:
    """Return the keys of variables and functions themselves."""
    return frozenset((id(node), "") for node in nodes)


def is_part_of(expression: Expression, names: Keys) -> bool:
    """Return whether an expression is one of these names, or read from one by attributes and items alone."""
    while isinstance(expression, MemberExpr | IndexExpr):
        expression = expression.expr if isinstance(expression, MemberExpr) else expression.base
    return key(expression) in names


class Mentions:
    """The keys of all that occurs in an expression, found once for each."""

    def __init__(self) -> None:
        self._found: dict[Expression, Keys] = {}

    def of(self, expression: Expression) -> Keys:
        """Return the keys of the names and attributes in an expression, an attribute's under any object too."""
        known = self._found.get(expression)
        if known is None:
            known = self._found[expression] = frozenset(_mentioned(expression))
        return known

    def have(self, expression: Expression, writable: Keys) -> bool:
        """Return whether a writable name occurs in an expression."""
        return not self.of(expression).isdisjoint(writable)


def _mentioned(expression: Expression) -> Iterator[Key]:
    for part in descendants(expression):
        found = key(part)
        if found is not None:
            yield found
        if isinstance(part, MemberExpr):
            yield ANY_OBJECT, part.name
