"""Products of a static field, ``state.step * 2``: the old value once more where that is zero."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FloatExpr, IntExpr, MemberExpr, NameExpr, OpExpr

from ...evaluate.objects.instances import instance_of
from ...model.classes import model_of
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ..transforms.given_statics import default_statics
from ..use.compared_values import given_to

_PRODUCTS: Final = ("*", "/", "//", "%", "**")


def may_stay_zero(value: OpExpr, read: MemberExpr, api: TypeChecker) -> bool:
    """Return whether a value may be zero before and after: a product of a field that begins with zero, or may."""
    if not _is_product_of(read.name, value, api):
        return False
    owner = instance_of(read.expr, api)
    model = None if owner is None else model_of(owner.type)
    if model is None or read.name not in model.fields:
        return False
    if INDEX.of(api.tree).position(model.info.defn) is None:
        return model.fields[read.name].has_default  # which another module writes
    given = [*given_to(model.info, read.name, api), default_statics(model).get(read.name)]
    return any(isinstance(each, IntExpr | FloatExpr) and each.value == 0 for each in given)


def _is_product_of(name: str, value: Expression, api: TypeChecker) -> bool:
    """Return whether a value is zero if the attribute is, as its multiples are."""
    if not isinstance(value, OpExpr) or value.op.removesuffix("=") not in _PRODUCTS:
        return False
    factors = (value.left, value.right) if value.op in ("*", "*=") else (value.left,)
    return any(_is_read(name, each, api) or _is_product_of(name, each, api) for each in factors)


def _is_read(name: str, value: Expression, api: TypeChecker) -> bool:
    held = FLOW.of(api.tree).value_at(value) if isinstance(value, NameExpr) else value
    return isinstance(held, MemberExpr) and held.name == name
