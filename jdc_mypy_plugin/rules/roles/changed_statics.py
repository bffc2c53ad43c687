"""Values of a static field that differ from its old one: counts, ``not state.on``, text that becomes longer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from ...evaluate import evaluator_of
from ...evaluate.objects.instances import instance_of
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.walk import descendants
from ..sites import CallSite
from .zero_products import may_stay_zero

_OPERATORS: Final = ("+", "-", "*", "/", "//", "%", "**")
_AUTO: Final = "enum.auto"
_PLAIN: Final = "{:{}}"
"""A part ``{x}`` of an f-string, as mypy has it."""


def changed_from(argument: Expression, name: str, site: CallSite) -> list[Expression]:
    """Return the objects whose field a value is computed from and differs from, as in ``step=state.step + 1``."""
    return [each for each in owners_changed(argument, name, site.api) if _is_object_of(each, site)]


def owners_changed(argument: Expression, name: str, api: TypeChecker) -> list[Expression]:
    """Return what the attributes of a name are read of that a value is computed from and differs from."""
    value = _standing_for(argument, api)
    reads = [*_computed(value, api), *_switched(value, api), *_lengthened(value, api)]
    return [each.expr for each in reads if each.name == name]


def comes_back(argument: Expression, api: TypeChecker) -> bool:
    """Return whether a value is one of few, however often it changes, as ``1 - turn`` and ``(turn + 1) % 2``."""
    value = _standing_for(argument, api)
    is_short = isinstance(value, OpExpr) and (
        value.op == "%" or (value.op == "-" and isinstance(value.left, IntExpr))
    )
    return is_short or isinstance(value, UnaryExpr | ConditionalExpr)


def _standing_for(value: Expression, api: TypeChecker) -> Expression:
    """Return what a name of the function stands for where it is read, or the expression itself."""
    value = evaluator_of(api).source(value)
    held = FLOW.of(api.tree).value_at(value) if isinstance(value, NameExpr) else None
    return evaluator_of(api).source(held) if isinstance(held, Expression) else value


def _computed(value: Expression, api: TypeChecker) -> Iterator[MemberExpr]:
    if not isinstance(value, OpExpr) or value.op.removesuffix("=") not in _OPERATORS:
        return
    reads = [part for part in descendants(value) if isinstance(part, MemberExpr)]
    for operand in (value.left, value.right):
        reads.extend(_named(operand, api))
    yield from (read for read in reads if not may_stay_zero(value, read, api))


def _named(operand: Expression, api: TypeChecker) -> Iterator[MemberExpr]:
    """Yield the attribute that a name stands for."""
    held = _standing_for(operand, api) if isinstance(operand, NameExpr) else None
    if isinstance(held, MemberExpr):
        yield held


def _switched(value: Expression, api: TypeChecker) -> Iterator[MemberExpr]:
    """Yield the attribute in ``not s.on`` and in ``"a" if s.mode == "b" else "b"``, which are never the old value."""
    if isinstance(value, UnaryExpr) and value.op == "not":
        read = _standing_for(value.expr, api)
        if isinstance(read, MemberExpr):
            yield read
    if not isinstance(value, ConditionalExpr) or not isinstance(value.cond, ComparisonExpr):
        return
    compared = value.cond
    if len(compared.operands) != 2 or compared.operators[0] not in ("==", "is", "!=", "is not"):
        return
    is_equal = compared.operators[0] in ("==", "is")
    if_equal, if_not = (value.if_expr, value.else_expr) if is_equal else (value.else_expr, value.if_expr)
    read, other = _standing_for(compared.operands[0], api), constant_of(compared.operands[1])
    is_switch = other is not None and constant_of(if_not) == other and constant_of(if_equal) not in (None, other)
    if isinstance(read, MemberExpr) and is_switch:
        yield read


def constant_of(value: Expression) -> tuple[str, object] | None:
    """Return what tells a constant from others of its kind: text, a whole number, a member of an enumeration."""
    if isinstance(value, StrExpr | IntExpr):
        return type(value).__name__, value.value
    if not isinstance(value, MemberExpr):
        return None
    owner = class_named(value.expr)
    member = None if owner is None or not owner.is_enum else owner.names.get(value.name)
    if owner is None or member is None or member.type is None:
        return None
    shown = str(member.type)  # an alias has the type of its member, with the value in it
    return owner.fullname, value.name if shown == _AUTO else shown


def _lengthened(value: Expression, api: TypeChecker) -> Iterator[MemberExpr]:
    """Yield the attributes that an f-string writes out next to text of its own, or a tuple next to other items."""
    items = value.items if isinstance(value, TupleExpr | ListExpr) else []
    spread = [each.expr for each in items if isinstance(each, StarExpr)]
    if len(items) > len(spread):
        reads = (_standing_for(each, api) for each in spread)
        yield from (each for each in reads if isinstance(each, MemberExpr))
        return
    callee = value.callee if isinstance(value, CallExpr) else None
    if not isinstance(value, CallExpr) or not isinstance(callee, MemberExpr) or not isinstance(callee.expr, StrExpr):
        return
    parts = value.args[0].items if len(value.args) == 1 and isinstance(value.args[0], ListExpr) else []
    if callee.name != "join" or callee.expr.value or not any(isinstance(each, StrExpr) for each in parts):
        return
    for part in parts:
        spelt = part.callee.expr if isinstance(part, CallExpr) and isinstance(part.callee, MemberExpr) else None
        if isinstance(part, CallExpr) and isinstance(spelt, StrExpr) and spelt.value == _PLAIN:
            read = _standing_for(part.args[0], api)
            if isinstance(read, MemberExpr):
                yield read


def _is_object_of(expression: Expression, site: CallSite) -> bool:
    owner = instance_of(expression, site.api)
    return owner is not None and owner.type.has_base(site.info.fullname)
