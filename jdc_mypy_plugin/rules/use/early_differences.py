"""Comparisons that a field before the first array decides: ``state.stepped() != state``, with another step.

``==`` of a dataclass ends at the first field that differs, and asks for no truth of the arrays behind it.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile

from mypy.nodes import CallExpr, ComparisonExpr, Expression, FuncDef, MemberExpr, NameExpr

from ...evaluate import Evaluator
from ...model.classes import PytreeClass
from ...model.constructors import arguments_of
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.values.looked_at import is_asserted
from ..places import ObjectComparison
from .compared_values import in_order
from .same_objects import called


def may_differ_early(site: ObjectComparison, model: PytreeClass, array: str) -> bool:
    """Return whether a field before the first array is another one as far as seen, or the program asserts it."""
    first = array.partition(".")[0]
    early = list(takewhile(lambda name: name != first, in_order(model)))
    node = site.node
    if not early or not isinstance(node, ComparisonExpr) or len(node.operands) != 2:
        return False
    if site.code == "!=" and is_asserted(node, site.api.tree):
        return True
    one, other = node.operands
    return _is_made_with_another(one, other, early, model, site) or _is_made_with_another(
        other, one, early, model, site
    )


def _is_made_with_another(
    made: Expression, given: Expression, early: Collection[str], model: PytreeClass, site: ObjectComparison
) -> bool:
    """Return whether a function or a method makes an object of another one, and gives it another early field."""
    call = Evaluator(site.api).source(made)
    if not isinstance(call, CallExpr) or not isinstance(given, NameExpr):
        return False
    owner = [call.callee.expr] if isinstance(call.callee, MemberExpr) else []
    function = called(call.callee, site.api)
    is_of_given = any(isinstance(each, NameExpr) and each.node is given.node for each in (*call.args, *owner))
    if not is_of_given or function is None or INDEX.of(site.api.tree).position(function) is None:
        return False
    return any(_gives(each, early, model) for each in _calls(function, site))


def _calls(function: FuncDef, site: ObjectComparison) -> list[CallExpr]:
    return list(INDEX.of(site.api.tree).inside(function).expressions_of(CallExpr))


def _gives(call: CallExpr, early: Collection[str], model: PytreeClass) -> bool:
    """Return whether a call of ``replace`` or of the class is given such a field, and not as it is."""
    info = class_named(call.callee)
    if info is not None and info is model.info:
        given = arguments_of(call, info)
    else:
        given = {name: value for name, value in zip(call.arg_names, call.args, strict=True) if name is not None}
    values = {name: value for name, value in given.items() if name in early}
    return any(not isinstance(value, MemberExpr) or value.name != name for name, value in values.items())
