"""Objects that the code makes and hands on as they are."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo

from ...evaluate.helpers import helper_of
from ...model.classes import PytreeClass, model_of
from ...model.constructors import keeps_arguments
from ...syntax import INDEX
from ...syntax.functions import class_named, only_result
from ...syntax.references import REFERENCES
from ...typefacts.mutable import is_frozen
from ..sites import evaluator_of


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
    is_as_made = made is given or is_frozen(model.info) or _is_only_use(given, api.tree)
    return (made, model) if is_as_made else None


def _is_only_use(given: Expression, tree: MypyFile) -> bool:
    """Return whether a name is bound and used here, and nowhere else, so that nothing changes the object."""
    node = given.node if isinstance(given, NameExpr) else None
    return node is not None and len(REFERENCES.of(tree).get(node, ())) == 2


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
