"""Objects whose attributes change between calls of a method for which they are static: ``agent.lr = 0.5``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    SymbolNode,
    Var,
)
from mypy.types import Instance

from jdc_spec.rules import STATIC_SELF

from ...evaluate import ArrayValue, Evaluator
from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import members, targets, unpacked
from ...syntax.per_module import PerModule
from ...traced.eager_functions import is_apart
from ...transformed.jitted_functions import Jitted
from .changed_parts import Change, changes_in_place

_CLEARING: Final = ("clear_caches", "clear_cache")


def stale_uses(each: Jitted, method: FuncDef, read: Collection[str]) -> Iterator[Diagnostic]:
    """Report writes to attributes that a jitted method reads, with a call before and one after in the same function.

    An object counts that the source makes there, or that the function is given for a parameter of its class.
    """
    tree = each.api.tree
    body = INDEX.of(tree).body
    if body.mentions(_CLEARING):
        return
    for owner, name, at in (*_assigned(body), *changes_in_place(method.info, each.api)):
        if name in read and not is_apart(at, tree) and _is_stale(owner, each, method):
            yield Diagnostic(
                STATIC_SELF,
                f'"self" is static in "{method.name}", which reads "{name}" and is called before and after '
                f"this: {each.jit} knows the object by its identity and goes on with the value of the first "
                "call; pass the value as an argument, or make the class a pytree and leave self traced",
                at,
            )


def _assigned(body: Body) -> Iterator[Change]:
    """Yield the attributes of variables that statements assign to."""
    written = [target for statement in body.statements_of(AssignmentStmt) for target in statement.lvalues]
    written += [statement.lvalue for statement in body.statements_of(OperatorAssignmentStmt)]
    for part in (member for target in written for member in members(target)):
        if isinstance(part.expr, NameExpr):
            yield Change(part.expr, part.name, part)


def _is_stale(name: NameExpr, each: Jitted, method: FuncDef) -> bool:
    """Return whether the method runs on an object before an attribute of it is written, and again after that."""
    tree = each.api.tree
    index, flow = INDEX.of(tree), FLOW.of(tree)
    write, origin = index.position_of(name), _origin(name, method, tree)
    if write is None or origin is None:
        return False
    calls = {
        position: call
        for call in index.body.expressions_of(CallExpr)
        if _is_call_of(call, name, method) and flow.function_over(call) is flow.function_over(name)
        for position in [index.position_of(call)]
        if position is not None
    }
    earlier = [call for at, call in calls.items() if at < write and flow.has_run(at, write)]
    later = [call for at, call in calls.items() if at > write and flow.has_run(write, at)]
    arguments = Arguments(each.api)
    if any(arguments.are_alike(one, other) for one in earlier for other in later):
        return True
    for at, call in calls.items():
        loop = flow.loop_around(write, at)
        is_one_object = loop is not None and origin not in index.inside(loop).range
        if loop is not None and is_one_object and flow.has_run(min(write, at), max(write, at)):
            return arguments.are_kept(call, loop)
    return False


class Arguments:
    """Tells which arguments jit takes for the same: for arrays of other sizes it compiles anew."""

    def __init__(self, api: TypeChecker) -> None:
        self._evaluator = Evaluator(api)
        self._index, self._flow = INDEX.of(api.tree), FLOW.of(api.tree)

    def are_alike(self, one: CallExpr, other: CallExpr) -> bool:
        """Return whether two calls give the same."""
        if one.arg_names != other.arg_names or one.arg_kinds != other.arg_kinds:
            return False
        return all(map(self._is_alike, one.args, other.args))

    def are_kept(self, call: CallExpr, loop: Statement) -> bool:
        """Return whether a call gives the same in each turn of a loop."""
        return all(self._is_kept(each, loop) for each in call.args)

    def _is_alike(self, one: Expression, other: Expression) -> bool:
        if isinstance(one, NameExpr) and isinstance(other, NameExpr) and one.node is other.node:
            value = self._flow.value_at(one)
            return (value is not None and value == self._flow.value_at(other)) or self._has_one_shape(one, other)
        if isinstance(one, IntExpr | FloatExpr) and isinstance(other, IntExpr | FloatExpr):
            return type(one) is type(other) and one.value == other.value
        return self._has_one_shape(one, other)

    def _has_one_shape(self, one: Expression, other: Expression) -> bool:
        first = self._evaluator.evaluate(one)
        return _is_whole(first) and first == self._evaluator.evaluate(other)

    def _is_kept(self, value: Expression, loop: Statement) -> bool:
        if isinstance(value, NameExpr):
            inside = [target for each in self._index.inside(loop).statements for target in targets(each)]
            bound = [each for target in inside for each in unpacked(target.expression) if isinstance(each, NameExpr)]
            return all(each.node is not value.node for each in bound) or _is_whole(self._evaluator.evaluate(value))
        return isinstance(value, IntExpr | FloatExpr) or _is_whole(self._evaluator.evaluate(value))


def _origin(name: NameExpr, method: FuncDef, tree: MypyFile) -> int | None:
    """Return the position where a function makes or is given the object that it writes to."""
    index, flow = INDEX.of(tree), FLOW.of(tree)
    bound = () if name.node is None else _BINDINGS.of(tree).get(name.node, ())
    if len(bound) == 1:
        is_alone = isinstance(bound[0], AssignmentStmt) and isinstance(bound[0].lvalues[0], NameExpr)
        made = bound[0].rvalue if is_alone and isinstance(bound[0], AssignmentStmt) else None
        is_made = isinstance(made, CallExpr) and class_named(made.callee) is method.info
        return index.position_of(made) if is_made and isinstance(made, CallExpr) else None
    function, variable = flow.function_over(name), name.node
    parameters = [] if bound or function is None else [each.variable for each in function.arguments]
    declared = variable.type if isinstance(variable, Var) and variable in parameters else None
    is_of_class = isinstance(declared, Instance) and declared.type is method.info
    return index.position(function) if is_of_class and function is not None else None


def _is_whole(value: ArrayValue) -> bool:
    """Return whether the dtype and each size of an array are known, and are numbers."""
    return value.dtype is not None and value.sizes is not None and all(isinstance(each, int) for each in value.sizes)


def _is_call_of(call: CallExpr, name: NameExpr, method: FuncDef) -> bool:
    callee = call.callee
    if not isinstance(callee, MemberExpr) or callee.name != method.name:
        return False
    return isinstance(callee.expr, NameExpr) and callee.expr.node is name.node


def _bindings(tree: MypyFile) -> Mapping[SymbolNode, Sequence[Statement]]:
    """Return the statements that bind each variable, once for each time that they do."""
    found: defaultdict[SymbolNode, list[Statement]] = defaultdict(list)
    for statement in INDEX.of(tree).body.statements:
        for target in targets(statement):
            names = (each.node for each in unpacked(target.expression) if isinstance(each, NameExpr))
            for node in dict.fromkeys(names):
                if node is not None:
                    found[node].append(statement)
    return found


_BINDINGS: Final = PerModule(_bindings)
