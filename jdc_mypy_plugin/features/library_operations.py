"""Functions and methods of libraries and of Python that are operations on arrays: what handles their calls."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from ..host.attempts import outside_attempts
from ..model.functions.pure_methods import AT_METHODS
from .array_operations import PACKAGES, USES_ARRAYS, check_operation, operation_first
from .pure_calls import check_update_at

_PYTHON: Final = ("_operator.", "operator.", "functools.reduce", "builtins.sum")
"""How the full names of functions begin that do what operators do: ``operator.matmul(x, y)``."""


def of_function(
    fullname: str, others: Callable[[FunctionContext], Type] | None
) -> Callable[[FunctionContext], Type] | None:
    """Return what handles calls of a function that is an operation, then ``others``; None of any other function."""
    if fullname.startswith(PACKAGES):
        return operation_first(others) if others else check_operation
    return _of_python if others is None and fullname.startswith(_PYTHON) else None


def of_update(name: str) -> Callable[[MethodContext], Type]:
    """Return what handles ``x.at[0].set(1)``; the function that ``apply`` calls may do anything."""
    update = functools.partial(check_update_at, name=name)
    return operation_first(update) if name in AT_METHODS else check_operation


def _of_python(ctx: FunctionContext) -> Type:
    assert isinstance(ctx.api, TypeChecker)
    if not USES_ARRAYS.of(ctx.api.tree):
        return ctx.default_return_type
    with outside_attempts(ctx.api.errors):
        return check_operation(ctx)
