"""Operations on arrays, calls of functions with array annotations, and what such functions return.

To mypy an array is an array, whatever its shape and dtype. It calls a plugin at operations and never at statements:
a ``return`` is judged where its value is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, NameExpr, ReturnStmt
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Type

from jdc_spec.arrays import JAX_ARRAYS

from ..host.report import is_silent
from ..model.signatures import has_signatures
from ..rules.asking import ask
from ..rules.places import ANNOTATED_CALL, OPERATION, RETURNED, AnnotatedCall, OperationSite, ReturnedValue
from ..syntax import INDEX
from ..syntax.flow import FLOW
from ..syntax.per_module import PerModule

PACKAGES: Final = ("jax.", "numpy.")
"""Where the functions are whose calls are operations."""
ARRAYS: Final = JAX_ARRAYS | {"numpy.ndarray"}
"""Classes whose methods and operators are operations."""

ATTRIBUTES: Final = frozenset(("T", "mT", "real", "imag"))
"""Attributes of arrays that are arrays."""

_ANNOTATED: Final = PerModule(has_signatures)

ContextT = TypeVar("ContextT", bound=FunctionContext | MethodContext)


def check_operation(ctx: FunctionContext | MethodContext) -> Type:
    """Ask the rules about an operation of JAX or NumPy."""
    if not is_silent(ctx.api) and isinstance(ctx.context, Expression):
        assert isinstance(ctx.api, TypeChecker)
        ask(OPERATION, OperationSite(ctx.context, ctx.api))
        _ask_of_return(ctx.context, ctx.api)
    return ctx.default_return_type


def check_call(ctx: FunctionContext | MethodContext) -> Type:
    """Ask the rules about a call of a function of a program."""
    if not is_silent(ctx.api) and isinstance(ctx.context, CallExpr):
        assert isinstance(ctx.api, TypeChecker)
        ask(ANNOTATED_CALL, AnnotatedCall(ctx.context, ctx.api))
        _ask_of_return(ctx.context, ctx.api)
    return ctx.default_return_type


def check_attribute(ctx: AttributeContext) -> Type:
    """Ask about the ``return`` of an attribute of an array, ``x.T``."""
    if not is_silent(ctx.api) and isinstance(ctx.context, Expression):
        assert isinstance(ctx.api, TypeChecker)
        _ask_of_return(ctx.context, ctx.api)
    return ctx.default_attr_type


def check_transformed(ctx: FunctionContext) -> None:
    """Ask about the call of what a transformation returns, ``jax.jit(f)(x)``, for which mypy names no function."""
    assert isinstance(ctx.api, TypeChecker)
    outer = INDEX.of(ctx.api.tree).parent(ctx.context) if isinstance(ctx.context, CallExpr) else None
    if isinstance(outer, CallExpr) and outer.callee is ctx.context:
        ask(ANNOTATED_CALL, AnnotatedCall(outer, ctx.api))


def operation_first(feature: Callable[[ContextT], Type]) -> Callable[[ContextT], Type]:
    """Ask the rules about an operation, then go on with another feature."""

    def both(ctx: ContextT) -> Type:
        check_operation(ctx)
        return feature(ctx)

    return both


def call_first(feature: Callable[[ContextT], Type]) -> Callable[[ContextT], Type]:
    """Ask the rules about the arguments of a call, then go on with another feature."""

    def both(ctx: ContextT) -> Type:
        check_call(ctx)
        return feature(ctx)

    return both


def _ask_of_return(made: Expression, api: TypeChecker) -> None:
    """Ask about the statements that return what an expression makes, by a name perhaps."""
    if not _ANNOTATED.of(api.tree):
        return
    statement, flow = INDEX.of(api.tree).parent(made), FLOW.of(api.tree)
    if isinstance(statement, ReturnStmt):
        _ask_of_value(made, statement, api)
    elif isinstance(statement, AssignmentStmt) and statement.rvalue is made:
        for name in statement.lvalues:
            for later in flow.returns_of(name) if isinstance(name, NameExpr) else ():
                if isinstance(later.expr, NameExpr) and flow.value_at(later.expr) is made:
                    _ask_of_value(later.expr, later, api)


def _ask_of_value(value: Expression, statement: ReturnStmt, api: TypeChecker) -> None:
    function = FLOW.of(api.tree).function_around(statement)
    if function is not None:
        ask(RETURNED, ReturnedValue(value, function, api))
