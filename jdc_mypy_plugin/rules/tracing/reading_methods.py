"""Methods that only look at the fields of their object, called before anything changes it."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    TypeInfo,
    WhileStmt,
)
from mypy.types import Type

from ...model.subclasses_in_sight import is_overridden
from ...syntax import INDEX
from ...syntax.names.references import REFERENCES
from ...syntax.ranges import Position, position_of
from ...traced.functions import TracedFunction
from ...typefacts.instances import besides_none, sole_instance
from .argument_writes import ArgumentNames

LATER: Final = (Decorator, ForStmt, FuncDef, GeneratorExpr, LambdaExpr, WhileStmt)
"""Code whose parts may run later, more than once, or never."""


def methods_before(site: TracedFunction, names: ArgumentNames, declared: Type, first: Position) -> set[str]:
    """Return the methods of an argument that the function calls before a place alone, and that only read."""
    instance = sole_instance(besides_none(declared))
    index = INDEX.of(site.api.tree)
    if instance is None or any(isinstance(each, LATER) for each in (*site.body.statements, *site.body.expressions)):
        return set()
    found: dict[str, bool] = {}
    for member in site.body.expressions_of(MemberExpr):
        call = index.parent(member)
        if names.has(member) and isinstance(call, CallExpr) and call.callee is member:
            found[member.name] = found.get(member.name, True) and position_of(member) < first
    return {name for name, is_before in found.items() if is_before and only_reads(name, instance.type, site)}


def only_reads(name: str, info: TypeInfo, site: TracedFunction) -> bool:
    """Return whether a method of the module does nothing with its object but read fields."""
    symbol = info.get(name)
    method = None if symbol is None else symbol.node
    module = site.api.tree
    if not isinstance(method, FuncDef) or INDEX.of(module).position(method) is None:
        return False
    return bool(method.arguments) and not is_overridden(info, name, site.api) and _reads_fields(method, info, module)


def _reads_fields(method: FuncDef, info: TypeInfo, module: MypyFile) -> bool:
    """Return whether a method does nothing with its object but read attributes that are no methods."""
    index = INDEX.of(module)
    for name in REFERENCES.of(module).get(method.arguments[0].variable, ()):
        member = index.parent(name)
        if not isinstance(member, MemberExpr) or isinstance(getattr(info.get(member.name), "node", None), FuncDef):
            return False
        call = index.parent(member)
        if index.is_written(member) or (isinstance(call, CallExpr) and call.callee is member):
            return False
    return True
