"""Enums of the program: their members, which nothing changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import AssignmentStmt, CallExpr, ClassDef, Decorator, FuncDef, NameExpr, TypeInfo

from jdc_operations.values import UNKNOWN, Text

from .thing_values import key_of
from .things import Class, Member, Own, Thing

if TYPE_CHECKING:
    from .machine import Machine

_BASES: Final = frozenset(
    (
        *(f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "ReprEnum")),
        *(f"builtins.{name}" for name in ("int", "str", "object", "float")),
    )
)
_OWN: Final = ("_missing_", "_generate_next_value_", "_ignore_")
_HARMLESS: Final = ("__repr__", "__doc__", "__module__")
"""Methods that make something else of a member than is followed here, and special ones that do not."""


def filled(made: Class, statement: ClassDef, machine: Machine) -> bool:
    """Give an enum its members, and return whether they are known."""
    info = made.info
    own = [base for base in info.mro if base.fullname not in _BASES and not base.fullname.startswith("typing.")]
    if own != [info] or any(name in _OWN or _is_special(name) for name in info.names):
        return False
    automatic = _automatic(statement, machine)
    members: dict[str, Member] = {}
    for name in info.enum_members:
        value = made.attributes.get(name, UNKNOWN)
        if key_of(value) is None and name not in automatic:
            return False  # it may be another name of a former member
        same = (
            each for each in members.values() if key_of(value) is not None and key_of(each.value) == key_of(value)
        )
        members[name] = next(same, Member(info, name, value))
    made.attributes.update(members)
    return bool(members)


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in _HARMLESS


def _automatic(statement: ClassDef, machine: Machine) -> frozenset[str]:
    """Return the names that are given ``enum.auto()``."""
    return frozenset(
        each.lvalues[0].name
        for each in statement.defs.body
        if isinstance(each, AssignmentStmt) and isinstance(each.rvalue, CallExpr)
        if isinstance(each.lvalues[0], NameExpr) and machine.imported(each.rvalue.callee) == "enum.auto"
    )


def members_of(cls: Class) -> Sequence[Member] | None:
    """Return the members of an enum in their order; None of another class, or where they are not known."""
    found = [cls.attributes.get(name) for name in cls.info.enum_members] if cls.info.is_enum else []
    known = [each for each in found if isinstance(each, Member)]
    return list(dict.fromkeys(known)) if known and len(known) == len(found) else None


def member_of(cls: Class, key: Thing, *, by_name: bool = False) -> Thing:
    """Return the member that ``Kind(value)`` or ``Kind["NAME"]`` gives."""
    wanted, members = key_of(key), members_of(cls) or ()
    if wanted is None or isinstance(key, Member):
        return key if isinstance(key, Member) and key in members else UNKNOWN
    if by_name:
        found = cls.attributes.get(wanted) if isinstance(wanted, str) else None
        return found if isinstance(found, Member) else UNKNOWN
    return next((each for each in members if key_of(each.value) == wanted), UNKNOWN)


def attribute_of(member: Member, name: str, machine: Machine) -> Thing:
    """Return an attribute of a member: its value, its name, or what a property or a method of the enum gives."""
    if name in ("value", "_value_"):
        return member.value
    if name in ("name", "_name_"):
        return Text(member.name)
    cls, node = machine.classes.get(member.enum), _node(member.enum, name)
    if cls is None or not isinstance(node, FuncDef | Decorator):
        return UNKNOWN
    function = node.func if isinstance(node, Decorator) else node
    method = cls.methods.get(function, UNKNOWN)
    if isinstance(node, Decorator):
        return machine.calls.apply(method, [member], {}, None) if function.is_property else UNKNOWN
    return dataclasses.replace(method, receiver=member) if isinstance(method, Own) else UNKNOWN


def _node(info: TypeInfo, name: str) -> object:
    symbol = info.names.get(name)
    return None if symbol is None else symbol.node
