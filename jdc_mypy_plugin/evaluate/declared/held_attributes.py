"""Attributes of ``self`` that have one value: one method of the class assigns it, and nothing else may."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    StrExpr,
    TypeInfo,
    Var,
)

from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import members
from ...syntax.per_module import PerModule
from ...syntax.walk import descendants
from ..scope import ModuleScope

_ANY: Final = "*"
"""Stands for attributes of any name."""
_SETTERS: Final = ("setattr", "__setattr__")


def held_attribute(read: MemberExpr, scope: ModuleScope) -> Expression | None:
    """Return the only value that an attribute of ``self`` ever has in the methods of its class."""
    if not isinstance(read.expr, NameExpr):
        return None
    function = scope.parameter_of(read.expr) or FLOW.of(scope.tree).function_over(read)
    if function is None or not function.info:
        return None
    if not function.arguments or function.arguments[0].variable is not read.expr.node:
        return None
    attributes = _ATTRIBUTES.of(scope.tree)
    written = (*attributes.get(read.name, ()), *attributes.get(_ANY, ()))
    its = [each for each in written if each.owner is None or _are_related(each.owner, function.info)]
    return its[0].value if len(its) == 1 and its[0].owner is not None else None


def is_replaced(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether a module may give an attribute of a class another value in other places than its methods."""
    attributes = _ATTRIBUTES.of(module)
    written = (each for name in (*info.names, _ANY) for each in attributes.get(name, ()))
    return any(each.owner is None for each in written)


def _are_related(one: TypeInfo, other: TypeInfo) -> bool:
    return one in other.mro or other in one.mro


class _AttributeWrite(NamedTuple):
    owner: TypeInfo | None
    """The class whose method writes to its ``self``; None of a write to any other object."""
    value: Expression


def _attributes(module: MypyFile) -> Mapping[str, Sequence[_AttributeWrite]]:
    """Return what a module assigns to attributes, by their names, and what calls may replace."""
    body, found = INDEX.of(module).body, defaultdict[str, list[_AttributeWrite]](list)
    owners = {
        each.arguments[0].variable: each.info
        for each in (*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator)))
        if each.info and each.arguments and not each.is_static
    }
    for statement in body.statements_of(AssignmentStmt):
        for target in statement.lvalues:
            for member in members(target):
                node = member.expr.node if isinstance(member.expr, NameExpr) else None
                owner = owners.get(node) if isinstance(node, Var) and member is target else None
                found[member.name].append(_AttributeWrite(owner, statement.rvalue))
    for call in body.expressions_of(CallExpr):
        for name in _replaced_by(call):
            found[name].append(_AttributeWrite(None, call))
    return found


def _replaced_by(call: CallExpr) -> Iterator[str]:
    """Yield the attributes that ``tree_at`` or ``setattr`` may give another value."""
    name = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
    if name == "tree_at":
        where = call.args[0] if call.args and call.arg_kinds[0].is_positional() else None
        yield from (each.name for each in descendants(call) if isinstance(each, MemberExpr))
        if not isinstance(where, LambdaExpr):
            yield _ANY
    elif name in _SETTERS:
        texts = [each.value for each in call.args if isinstance(each, StrExpr)]
        yield from texts or [_ANY]


_ATTRIBUTES: Final = PerModule(_attributes)
