"""The types of arguments that mypy comes to later: those in the call of what a call makes, ``jax.jit(f)(state)``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression
from mypy.types import Type

from ..host.freshness import depend_on

_OPEN: Final[list[CallExpr]] = []
"""The call whose arguments are inferred: of calls inside them nothing is said a second time."""


def later_types(call: CallExpr, values: Iterable[Expression], api: TypeChecker) -> Mapping[int, Type]:
    """Return the types of arguments of a call by their identity, nothing while another call is looked at."""
    if _OPEN:
        return {}
    _OPEN.append(call)
    try:
        return {id(value): _infer(value, api) for value in values}
    finally:
        _OPEN.pop()


def _infer(value: Expression, api: TypeChecker) -> Type:
    api.binder.version += 1  # mypy keeps the types of arguments until it changes
    with api.msg.filter_errors(filter_deprecated=True), api.local_type_map as types:
        inferred = api.expr_checker.accept(value)
    api.binder.version += 1
    depend_on(api, value, types)
    return inferred
