"""Static fields that are declared to be arrays, and that the class gives arrays of one item: ``==`` answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, ClassDef, ConditionalExpr, Expression, FuncDef, MemberExpr, NameExpr
from mypy.types import CallableType, Instance

from ...evaluate import Evaluator
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...syntax.names.targets import members, paired
from ...syntax.walk import statements
from ...typefacts.instances import besides_none

_NUMBERS: Final = frozenset(("builtins.float", "builtins.int", "builtins.bool", "builtins.complex"))
_CONVERTING: Final = frozenset(("array", "asarray"))


def gets_lone_items(defn: ClassDef, name: str, evaluator: Evaluator) -> bool:
    """Return whether each value that ``__init__`` assigns to a field has no axes, or is an array of a number.

    A parameter that is declared ``float`` is a number wherever a caller is honest.
    """
    written = [each for each in defn.defs.body if isinstance(each, FuncDef) and each.name == "__init__"]
    values = [(each, value) for each in written for value in _assigned(each, name)]
    return bool(values) and all(_is_lone(value, function, evaluator) for function, value in values)


def _assigned(function: FuncDef, name: str) -> Iterator[Expression]:
    receiver = function.arg_names[0] if function.arg_names else None
    for statement in statements(function.body.body):
        if not isinstance(statement, AssignmentStmt):
            continue
        for target in statement.lvalues:
            for part, value in paired(target, statement.rvalue) or ((target, statement.rvalue),):
                owners = [each.expr for each in members(part) if each.name == name]
                yield from (value for each in owners if isinstance(each, NameExpr) and each.name == receiver)


def _is_lone(value: Expression, function: FuncDef, evaluator: Evaluator) -> bool:
    if isinstance(value, ConditionalExpr):
        return all(_is_lone(each, function, evaluator) for each in (value.if_expr, value.else_expr))
    if is_none(value) or evaluator.evaluate(value).sizes == ():
        return True
    callee = value.callee if isinstance(value, CallExpr) and value.args else None
    is_converted = isinstance(callee, NameExpr | MemberExpr) and callee.name in _CONVERTING
    return _is_number(value.args[0] if isinstance(value, CallExpr) and is_converted else value, function)


def _is_number(value: Expression, function: FuncDef) -> bool:
    """Return whether a value is a parameter that its annotation declares to be a number."""
    kind = known_type(function.type)
    if not isinstance(value, NameExpr) or value.name not in function.arg_names or not isinstance(kind, CallableType):
        return False
    declared = known_type(besides_none(kind.arg_types[function.arg_names.index(value.name)]))
    return isinstance(declared, Instance) and declared.type.fullname in _NUMBERS
