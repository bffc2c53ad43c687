"""Objects that the code makes and hands on as they are."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    ReturnStmt,
    TypeInfo,
)

from ...evaluate import evaluator_of
from ...evaluate.calls.helpers import helper_of
from ...model.classes import PytreeClass, model_of
from ...model.constructors import keeps_arguments
from ...model.replacing import REPLACE
from ...syntax import INDEX
from ...syntax.functions import class_named, only_result
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.names.targets import members, targets
from ...typefacts.mutable import is_frozen


def made_object(given: Expression, api: TypeChecker) -> tuple[CallExpr, PytreeClass] | None:
    """Return the constructor call of an object that still holds its arguments where it is handed on."""
    evaluator = evaluator_of(api)
    made = evaluator.source(given)
    helper = helper_of(made.callee, api.tree) if isinstance(made, CallExpr) else None
    maker = _maker(made, api.tree)
    result = only_result(maker[0]) if maker is not None else helper.result if helper is not None else None
    made = made if result is None else evaluator.source(result)
    info = class_named(made.callee) if isinstance(made, CallExpr) else None
    if info is None and maker is not None and isinstance(made, CallExpr) and _is_own_class(made.callee, maker[0]):
        info = maker[1]
    model = None if info is None or not keeps_arguments(info) else model_of(info)
    if model is None or not isinstance(made, CallExpr):
        return None
    is_as_made = made is given or is_frozen(model.info) or _is_only_read(given, api.tree)
    return (made, model) if is_as_made else None


def _is_only_read(given: Expression, tree: MypyFile) -> bool:
    """Return whether nothing that a module does with a name changes the object that it is bound to."""
    node = given.node if isinstance(given, NameExpr) else None
    uses = () if node is None else REFERENCES.of(tree).get(node, ())
    return node is not None and all(each is given or _is_read(each, tree) for each in uses)


def _is_read(name: NameExpr, tree: MypyFile) -> bool:
    """Return whether a name is bound, returned, read a field of, or given to a function of JAX."""
    index = INDEX.of(tree)
    around = index.parent(name)
    if isinstance(around, MemberExpr):
        outer = index.parent(around)
        is_called = isinstance(outer, CallExpr) and outer.callee is around
        return not _is_bound(around, name, tree) and (not is_called or around.name == REPLACE)
    if isinstance(around, CallExpr):
        return around.callee is not name and _is_of_jax(around.callee)
    return isinstance(around, ReturnStmt) or (isinstance(around, AssignmentStmt) and name in around.lvalues)


def _is_bound(field: MemberExpr, name: NameExpr, tree: MypyFile) -> bool:
    """Return whether the statement around an attribute assigns to it or deletes it."""
    statement = FLOW.of(tree).statement_of(name)
    bound = () if statement is None else targets(statement)
    return any(field is each for target in bound for each in members(target.expression))


def _is_of_jax(callee: Expression) -> bool:
    """Return whether a function is one of JAX, or what one of JAX makes: these rebuild the objects they get."""
    function = callee.callee if isinstance(callee, CallExpr) else callee
    return isinstance(function, RefExpr) and function.fullname.startswith("jax.")


def _maker(made: Expression, tree: MypyFile) -> tuple[FuncDef, TypeInfo] | None:
    """Return the class method or static method of the module that ``State.start(x)`` calls, and the class."""
    callee = made.callee if isinstance(made, CallExpr) else None
    info = class_named(callee.expr) if isinstance(callee, MemberExpr) else None
    symbol = info.names.get(callee.name) if info is not None and isinstance(callee, MemberExpr) else None
    node = None if symbol is None else symbol.node
    if info is None or not isinstance(node, Decorator) or len(node.original_decorators) != 1:
        return None
    is_maker = (node.func.is_class or node.func.is_static) and INDEX.of(tree).position(node) is not None
    return (node.func, info) if is_maker else None


def _is_own_class(callee: Expression, function: FuncDef) -> bool:
    """Return whether a class method calls its class, ``cls(...)``."""
    first = function.arguments[0].variable if function.is_class and function.arguments else None
    return first is not None and isinstance(callee, NameExpr) and callee.node is first
