"""Objects that hold functions, which ``==`` compares before it comes to the arrays.

Functions are equal only to themselves. So two states made with ``apply_fn=net.apply`` of two networks differ, and
``==`` gives False without a look at any array.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, NameExpr, RefExpr, TypeInfo
from mypy.types import CallableType, TupleType

from ...evaluate import Evaluator
from ...host.known_types import known_type
from ...model.classes import PytreeClass
from ...model.constructors import arguments_of
from ...syntax import INDEX
from ...syntax.functions import class_named
from ..places import ObjectComparison
from .compared_values import in_order

_OPERATORS: Final = ("==", "!=")
_STATE: Final = "flax.training.train_state.TrainState"


def may_differ_in_functions(site: ObjectComparison, model: PytreeClass, array: str) -> bool:
    """Return whether two objects may hold different functions in a field before ``array``.

    That is so if the source shows both and what they are given, if each is the result of a call of its own, or if the
    module makes such objects of the class.
    """
    names = list(_functions_before(model, array.partition(".")[0]))
    if not names or site.code not in _OPERATORS:
        return False
    sources = [Evaluator(site.api).source(each) for each in site.operands]
    if all(isinstance(each, CallExpr) and _makes_by_function(each) for each in sources):
        return sources[0] is not sources[1]
    made = [given for each in sources if (given := _given(each, model.info)) is not None]
    if len(made) < len(sources):
        calls = INDEX.of(site.api.tree).body.expressions_of(CallExpr)
        made = [given for call in calls if (given := _given(call, model.info)) is not None]
    return any(len({_identity(given[name]) for given in made if name in given}) > 1 for name in names)


def _functions_before(model: PytreeClass, array: str) -> Iterator[str]:
    for name in in_order(model):
        if name == array:
            return
        declared = known_type(model.type_of(name))
        parts = declared.items if isinstance(declared, TupleType) else [declared]
        if any(isinstance(known_type(part), CallableType) for part in parts):
            yield name


def _makes_by_function(call: CallExpr) -> bool:
    """Return whether a call is one of a function that is no method of an object."""
    return isinstance(call.callee, RefExpr) and isinstance(call.callee.node, FuncDef)


def _given(made: Expression, info: TypeInfo) -> Mapping[str, Expression] | None:
    """Return what the constructor of a class gives the fields, and ``create`` of flax's train state."""
    if not isinstance(made, CallExpr):
        return None
    if class_named(made.callee) is info:
        return arguments_of(made, info)
    callee = made.callee
    if not isinstance(callee, MemberExpr) or callee.name != "create" or class_named(callee.expr) is not info:
        return None
    named = zip(made.arg_names, made.args, strict=True) if info.has_base(_STATE) else ()
    return {name: value for name, value in named if name is not None}


def _identity(function: Expression) -> object:
    """Return what tells a function from others: the names that lead to it; any other expression makes a new one."""
    if isinstance(function, NameExpr):
        return function.node
    if isinstance(function, MemberExpr):
        return _identity(function.expr), function.name
    return id(function)
