"""The types of objects that a traced function is given, and of the copies that it makes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile, NameExpr
from mypy.types import AnyType, Type

from ..host.known_types import known_type
from ..model.replacing import adds_replace
from ..syntax.names.flow import FLOW
from ..typefacts.instances import besides_none, sole_instance
from .replaced_parameters import copy_made
from .values import TracedValues

Counts = Callable[[Expression, str], bool]
"""Tells whether an expression runs, and what it is written as is a tracer there."""

_KEEPING: Final = {"apply_gradients": "flax.training.train_state.TrainState"}
"""Methods that give back an object of the same class, each with the class that has it."""


def traced_type(expression: Expression, values: TracedValues, counts: Counts, tree: MypyFile) -> Type | None:
    """Return the type of what a traced function is given, or of a copy of it; None where nobody knows."""
    found = values.typed(expression) or values.object(expression)
    if found is not None:
        return found[1] if counts(expression, found[0]) and not isinstance(known_type(found[1]), AnyType) else None
    made = FLOW.of(tree).value_at(expression) if isinstance(expression, NameExpr) else expression
    copied = _copied(made) if isinstance(made, CallExpr) else None
    kind = None if copied is None else traced_type(copied, values, counts, tree)
    return kind if kind is not None and isinstance(made, CallExpr) and _is_copy(made, kind) else None


def _copied(call: CallExpr) -> Expression | None:
    """Return what a call may make a copy of."""
    copy = copy_made(call)
    if copy is not None:
        return copy.copied
    callee = call.callee
    return callee.expr if isinstance(callee, MemberExpr) and callee.name in _KEEPING else None


def _is_copy(call: CallExpr, kind: Type) -> bool:
    """Return whether a call makes an object of the class of what it copies."""
    instance, copy = sole_instance(besides_none(kind)), copy_made(call)
    if instance is None:
        return False
    if copy is not None:
        return copy.is_function or adds_replace(instance.type)
    return isinstance(call.callee, MemberExpr) and instance.type.has_base(_KEEPING[call.callee.name])
