"""Objects that the code makes and hands on as they are."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MypyFile, NameExpr

from ...evaluate.helpers import helper_of
from ...model.classes import PytreeClass, model_of
from ...model.constructors import keeps_arguments
from ...syntax.functions import class_named
from ...syntax.references import REFERENCES
from ...typefacts.mutable import is_frozen
from ..sites import evaluator_of


def made_object(given: Expression, api: TypeChecker) -> tuple[CallExpr, PytreeClass] | None:
    """Return the constructor call of an object that still holds its arguments where it is handed on."""
    evaluator = evaluator_of(api)
    made = evaluator.source(given)
    helper = helper_of(made.callee, api.tree) if isinstance(made, CallExpr) else None
    if helper is not None and helper.result is not None:
        made = evaluator.source(helper.result)
    info = class_named(made.callee) if isinstance(made, CallExpr) else None
    model = None if info is None or not keeps_arguments(info) else model_of(info)
    if model is None or not isinstance(made, CallExpr):
        return None
    is_as_made = made is given or is_frozen(model.info) or _is_only_use(given, api.tree)
    return (made, model) if is_as_made else None


def _is_only_use(given: Expression, tree: MypyFile) -> bool:
    """Return whether a name is bound and used here, and nowhere else, so that nothing changes the object."""
    node = given.node if isinstance(given, NameExpr) else None
    return node is not None and len(REFERENCES.of(tree).get(node, ())) == 2
