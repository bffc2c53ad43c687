"""Writes to attributes of an argument of a traced function, and the uses of that argument in the function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    Statement,
    StrExpr,
    TypeInfo,
    Var,
    WhileStmt,
)
from mypy.types import Type

from ...evaluate.objects.instances import instance_of, library_of
from ...libraries.by_hand import children_of
from ...libraries.definition import is_none
from ...libraries.registering.registering_functions import HAND_WRITTEN, class_given
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.targets import members, unpacked
from ...syntax.ranges import Position, is_in, position_of, range_of
from ...syntax.values.whole_calls import WHOLE_CALLS
from ...traced.functions import TracedFunction
from ...typefacts.instances import besides_none, sole_instance
from ..cached_properties import STATIC_PARTS

_SETATTR: Final = "builtins.setattr"
_PLAIN: Final = frozenset(f"builtins.{name}" for name in ("bool", "float", "int", "str"))


class Write(NamedTuple):
    """An attribute of the object that the function assigns to, and the expression that says so."""

    name: str
    node: Expression
    value: Expression | None = None
    """The value of a plain assignment."""


class ArgumentNames:
    """The names of an argument in a function: its parameter, and variables that only ever stand for it."""

    def __init__(self, site: TracedFunction, variable: Var) -> None:
        bound = site.body.targets
        counts = Counter(
            each.node for target in bound for each in unpacked(target.expression) if isinstance(each, NameExpr)
        )
        instance = sole_instance(besides_none(site.copied[variable])) if variable in site.copied else None
        model = None if instance is None else model_of(instance.type)
        self.fields: frozenset[str] = frozenset() if model is None else frozenset((*model.fields, *_constants(model)))
        """The fields of its class, static ones too, and its constants, which code reads without handing it on."""
        self.variables: set[object] = {variable}
        self.harmless: set[Expression] = set()
        """The names that do nothing but give the object another one, or compare it with None."""
        for statement in site.body.statements_of(AssignmentStmt):
            target, value = statement.lvalues[0], statement.rvalue
            if not isinstance(target, NameExpr) or not isinstance(value, NameExpr) or len(statement.lvalues) != 1:
                continue
            if value.node in self.variables and isinstance(target.node, Var) and counts[target.node] == 1:
                self.variables.add(target.node)
                self.harmless.update((target, value))
        for comparison in site.body.expressions_of(ComparisonExpr):
            if comparison.operators in (["is"], ["is not"]) and is_none(comparison.operands[1]):
                self.harmless.update(comparison.operands)
        for call in site.body.expressions_of(CallExpr):
            if self.set_by(call) is not None:
                self.harmless.add(call.args[0])

    def set_by(self, call: CallExpr) -> str | None:
        """Return the attribute of the object that a call sets, as in ``setattr(obj, "x", 1)``."""
        if not isinstance(call.callee, NameExpr) or call.callee.fullname != _SETATTR or len(call.args) != 3:
            return None
        receiver, name, _ = call.args
        is_object = isinstance(receiver, NameExpr) and receiver.node in self.variables
        return name.value if is_object and isinstance(name, StrExpr) else None

    def has(self, member: MemberExpr) -> bool:
        """Return whether an attribute is one of the object."""
        return isinstance(member.expr, NameExpr) and member.expr.node in self.variables


def _constants(model: PytreeClass) -> Iterator[str]:
    """Yield the attributes of a class that are numbers or texts."""
    for base in model.info.mro[:-1]:
        for name, symbol in base.names.items():
            kind = symbol.node.type if isinstance(symbol.node, Var) and not symbol.node.is_property else None
            instance = None if kind is None else sole_instance(kind)
            if instance is not None and instance.type.fullname in _PLAIN:
                yield name


def mutable_fields(declared: Type, module: MypyFile) -> set[str]:
    """Return the data fields of an object that may be assigned to; none where its type is not known."""
    instance = sole_instance(besides_none(declared))
    model = None if instance is None else model_of(instance.type)
    if instance is None or any("__setattr__" in base.names for base in instance.type.mro[:-1]):
        return set()
    if model is None:
        return _attributes(instance.type, module)
    return set() if model.facts.frozen else {name for name in model.fields if model.role_of(name) == "data"}


def _attributes(info: TypeInfo, module: MypyFile) -> set[str]:
    """Return what the methods of a class of the module assign, if functions of its own take its objects apart.

    Of a class that another module registers, those are what becomes children.
    """
    if info.module_name != module.fullname:
        return set(children_of(info))
    is_flattened = all(map(_flattens, info.defn.decorators)) if info.defn.decorators else False
    calls = () if is_flattened else WHOLE_CALLS.of(module)
    if not is_flattened and not any(_flattens(call.callee) and class_given(call) is info for call in calls):
        return set(children_of(info))
    return {name for name, symbol in info.names.items() if isinstance(symbol.node, Var) and symbol.implicit}


def _flattens(function: Expression) -> bool:
    """Return whether a function registers a class whose objects are rebuilt; one that is static stays as it is."""
    name = function.fullname if isinstance(function, RefExpr) else ""
    return name in HAND_WRITTEN and not name.endswith("register_static")


def writes_of(site: TracedFunction, names: ArgumentNames) -> Iterator[Write]:
    """Yield the attributes of a parameter that the function assigns to."""
    for call in site.body.expressions_of(CallExpr):
        name = names.set_by(call)
        if name is not None:
            yield Write(name, call)
    for statement in site.body.statements:
        value = statement.rvalue if isinstance(statement, AssignmentStmt) else None
        if isinstance(statement, AssignmentStmt):
            written = [member for target in statement.lvalues for member in members(target)]
        elif isinstance(statement, OperatorAssignmentStmt):
            written = list(members(statement.lvalue))
        else:
            continue
        yield from (Write(each.name, each, value) for each in written if names.has(each))


def escapes(site: TracedFunction, names: ArgumentNames, fields: set[str]) -> bool:
    """Return whether a parameter is used in another way than for its fields: returned, called, or handed on."""
    uses = (each for each in site.body.expressions_of(NameExpr) if each.node in names.variables)
    others = sum(each not in names.harmless for each in uses)
    read = names.fields.union(fields)
    of_fields = sum(each.name in read and names.has(each) for each in site.body.expressions_of(MemberExpr))
    return others != of_fields


def is_read_after(site: TracedFunction, names: ArgumentNames, write: Write) -> bool:
    """Return whether the function uses the new value itself: below, in a loop, or in code that it may run later."""
    in_loop = bool(site.body.statements_of(ForStmt) or site.body.statements_of(WhileStmt))
    end = _end(write.node, INDEX.of(site.api.tree))
    inner = [*site.body.statements_of(FuncDef), *(each.func for each in site.body.statements_of(Decorator))]
    delayed = [*inner, *site.body.expressions_of(LambdaExpr), *site.body.expressions_of(GeneratorExpr)]
    for each in site.body.expressions_of(MemberExpr):
        is_later = in_loop or position_of(each) >= end or is_in(each, map(range_of, delayed))
        is_field = each is not write.node and each.name == write.name and names.has(each)
        if is_later and is_field and not _is_shape_of_array(each, site):
            return True
    return False


def _is_shape_of_array(field: MemberExpr, site: TracedFunction) -> bool:
    """Return whether code takes no more of an array than its shape or dtype, which most changes keep."""
    around = INDEX.of(site.api.tree).parent(field)
    if not isinstance(around, MemberExpr) or around.name not in STATIC_PARTS:
        return False
    held = instance_of(field, site.api)
    return library_of(held.type) is not None if held is not None else around.name == "shape"


def _end(target: Expression, index: ModuleIndex) -> Position:
    """Return the line and column after the statement that assigns to a target."""
    whole: Node | None = target
    while isinstance(whole, Expression):
        whole = index.parent(whole)
    return range_of(whole if isinstance(whole, Statement) else target)[1]
