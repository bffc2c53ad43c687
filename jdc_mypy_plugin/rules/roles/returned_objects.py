"""Return values that hold an object which the function has made: the function's tree then has its structure.

An object that stays inside the function is traced once, whatever its static fields are.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    SymbolNode,
    TupleExpr,
)

from ...syntax.body import Body
from ...syntax.failures.shape_guards import is_for_some
from ...syntax.functions import class_named, returned_by
from ...syntax.index import INDEX, ModuleIndex
from ...syntax.names.flow import FLOW, Flow
from ...syntax.names.targets import By, members, paired, targets

_SCAN = "jax.lax.scan"


def returns_changed(call: Context, field: str, function: FuncDef | LambdaExpr, by: str, tree: MypyFile) -> bool:
    """Return whether a function returns the object that a call makes, or its holder, with a field as it is there.

    What it returns for some shapes only does not count.
    """
    index, flow = INDEX.of(tree), FLOW.of(tree)
    results = [each for each in returned_by(function.body.body) if each is not None]
    results = [each for each in results if not is_for_some(each, tree)]
    if by == _SCAN:  # what is stacked may have any structure
        results = [
            each.items[0] if isinstance(each, TupleExpr) and len(each.items) == 2 else each for each in results
        ]
    holders = _Holders(call, field)
    if isinstance(call, MemberExpr):  # an attribute of a copy, which is returned by its name
        if isinstance(function, FuncDef) and _is_written_twice(call, index.inside(function)):
            return False
        holders.variables.add(variable_of(call))
    if any(holders.holds(each) for each in results):
        return True
    if isinstance(function, LambdaExpr):
        return False
    body = index.inside(function)
    if _is_set_again(call, field, body):
        return False
    changed = changed_in_place(body)
    results = [each for each in results if not (isinstance(each, NameExpr) and each.node in changed)]
    bound = list(assigned(body))
    found = -1
    while found != len(holders.variables):
        found = len(holders.variables)
        for name, value in bound:
            if isinstance(name, NameExpr) and name.node is not None and holders.holds(value):
                holders.variables.add(name.node)
    return any(holders.holds(_bound_last(each, flow)) for each in results)


def _bound_last(result: Expression, flow: Flow) -> Expression:
    """Return what a variable holds in the end, where another value has taken the place of an object."""
    held = flow.value_at(result) if isinstance(result, NameExpr) else None
    return held if isinstance(held, CallExpr) else result


def variable_of(expression: Context) -> SymbolNode | None:
    """Return the variable that an attribute, or one of an attribute, is one of."""
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    return expression.node if isinstance(expression, NameExpr) else None


def makes(variable: SymbolNode | None, function: FuncDef | LambdaExpr, index: ModuleIndex) -> bool:
    """Return whether a function gives a variable an object that it makes itself."""
    return any(_is_construction(each) for each in _calls(variable, function, index))


def changes_again(
    variable: SymbolNode | None, field: str, call: Context, function: FuncDef | LambdaExpr, index: ModuleIndex
) -> bool:
    """Return whether a function gives a variable an object whose field another call has changed."""
    return any(
        each is not call and _is_replacement(each) and field in each.arg_names
        for each in _calls(variable, function, index)
    )


def _calls(variable: SymbolNode | None, function: FuncDef | LambdaExpr, index: ModuleIndex) -> Iterator[CallExpr]:
    """Yield the calls whose results a function assigns to a variable."""
    if isinstance(function, LambdaExpr):
        return
    for name, value in assigned(index.inside(function)):
        if isinstance(name, NameExpr) and name.node is variable and isinstance(value, CallExpr):
            yield value


def _is_written_twice(call: MemberExpr, body: Body) -> bool:
    written = [each for statement in body.statements for to in targets(statement) for each in members(to.expression)]
    return sum(each.name == call.name and variable_of(each) is variable_of(call) for each in written) > 1


def assigned(body: Body) -> Iterator[tuple[Expression, Expression]]:
    """Yield each target of an assignment with its value."""
    for target in (each for statement in body.statements for each in targets(statement)):
        if target.by is By.ASSIGN and target.value is not None:
            yield from paired(target.expression, target.value) or ((target.expression, target.value),)


def changed_in_place(body: Body) -> frozenset[SymbolNode | None]:
    """Return the variables of lists and dicts of which a function writes an item, which may replace an object."""
    written = (target.expression for each in body.statements for target in targets(each))
    items = (each.base for each in written if isinstance(each, IndexExpr))
    return frozenset(each.node for each in items if isinstance(each, NameExpr))


class _Holders:
    """Expressions that hold the object, with a field as the call makes it."""

    def __init__(self, call: Context, field: str) -> None:
        self._call = call
        self._field = field
        self.variables: set[object] = set()

    def holds(self, value: Expression) -> bool:
        """Return whether an expression is the object, or a tree around it."""
        if value is self._call:
            return True
        if isinstance(value, NameExpr):
            return value.node in self.variables
        return any(self.holds(part) for part in self._parts(value))

    def _parts(self, value: Expression) -> Iterator[Expression]:
        if isinstance(value, TupleExpr | ListExpr):
            yield from value.items
        elif isinstance(value, DictExpr):
            yield from (item for _, item in value.items)
        elif isinstance(value, ConditionalExpr):
            yield from (value.if_expr, value.else_expr)
        elif isinstance(value, CallExpr):
            callee, is_replacement = value.callee, _is_replacement(value)
            if is_replacement and self._field in value.arg_names:
                return
            if is_replacement and isinstance(callee, MemberExpr):
                yield callee.expr
            if is_replacement or _is_construction(value):
                yield from value.args


def _is_replacement(call: CallExpr) -> bool:
    return isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name == "replace"


def _is_construction(call: CallExpr) -> bool:
    return class_named(call.callee.base if isinstance(call.callee, IndexExpr) else call.callee) is not None


def _is_set_again(call: Context, field: str, body: Body) -> bool:
    """Return whether the function gives the field another value later."""
    later = (each for each in body.expressions_of(CallExpr) if each.line > call.line)
    return any(field in each.arg_names and (_is_replacement(each) or _is_construction(each)) for each in later)
