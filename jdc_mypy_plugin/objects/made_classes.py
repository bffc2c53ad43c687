"""Attributes and items to which a module assigns objects of another class than mypy takes them for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
)
from mypy.types import Instance, ProperType

from ..host.known_types import known_type
from ..syntax import INDEX
from ..syntax.names.targets import members, unpacked
from ..syntax.per_module import PerModule


class _Given(NamedTuple):
    """The classes of which a module makes objects for attributes and items, by the name of attribute or container."""

    attributes: dict[str, list[TypeInfo]]
    items: dict[str, list[TypeInfo]]


def made_class(value: Expression) -> TypeInfo | None:
    """Return the class of the object that an expression makes, None where it calls none."""
    callee = value.callee if isinstance(value, CallExpr) else None
    node = callee.node if isinstance(callee, RefExpr) else None
    return node if isinstance(node, TypeInfo) else None


def holds_other(part: Expression, api: TypeChecker, declared: ProperType | None = None) -> bool:
    """Return whether a module gives an attribute, or an item of a container, an object of an unrelated class.

    ``declared`` is the class of the items of a container. Attributes are told by their names, whatever has them.
    """
    given = _GIVEN.of(api.tree)
    if isinstance(part, MemberExpr) and part.name in given.attributes and declared is None:
        return _is_unrelated(given.attributes[part.name], known_type(api.lookup_type_or_none(part)))
    if isinstance(part, IndexExpr) and declared is None:
        name = _name(part.base)
        return name in given.items and _is_unrelated(given.items[name], known_type(api.lookup_type_or_none(part)))
    name = _name(part)
    return name in given.items and _is_unrelated(given.items[name], declared)


def _is_unrelated(made: list[TypeInfo], declared: ProperType | None) -> bool:
    if not isinstance(declared, Instance):
        return False
    return any(not (each.has_base(declared.type.fullname) or declared.type.has_base(each.fullname)) for each in made)


def _name(container: Expression) -> str:
    return container.name if isinstance(container, NameExpr | MemberExpr) else ""


def _given(module: MypyFile) -> _Given:
    found = _Given({}, {})
    for statement in INDEX.of(module).body.statements_of(AssignmentStmt):
        made = made_class(statement.rvalue)
        if made is None:
            continue
        for target in statement.lvalues:
            for member in members(target):
                found.attributes.setdefault(member.name, []).append(made)
            for container in _containers(target):
                found.items.setdefault(_name(container), []).append(made)
    return found


def _containers(target: Expression) -> Iterator[Expression]:
    return (each.base for each in unpacked(target) if isinstance(each, IndexExpr) and _name(each.base))


_GIVEN: Final = PerModule(_given)
