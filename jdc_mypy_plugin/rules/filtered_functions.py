"""Functions that `equinox.filter_jit` calls with tracers: those for arrays, in objects too, and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, NameExpr, RefExpr
from mypy.plugin import FunctionContext
from mypy.types import Type

from ..model.classes import model_of
from ..syntax import INDEX
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import besides_none, sole_instance
from .function_expressions import method_of, without_self
from .traced_functions import TracedFunction, is_here, is_meant, parameters
from .transformations import method_by_class

FILTER_JIT: Final = "equinox._jit.filter_jit"
BY: Final = "eqx.filter_jit"
"""Its name in messages."""
_INNER: Final = frozenset(("equinox._ad.filter_grad", "equinox._ad.filter_value_and_grad"))
"""Decorators below it that hand on the same arguments, arrays among them as tracers."""


def filtered_functions(ctx: FunctionContext) -> Iterator[TracedFunction]:
    """Yield the function that a call or a decorator of `equinox.filter_jit` jits."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    outer = INDEX.of(ctx.api.tree).parent(node) if isinstance(node, CallExpr) else node
    if isinstance(outer, Decorator):
        definition = outer.func if is_jitted(outer) else None
    elif isinstance(node, CallExpr) and node.args and node.arg_kinds[0].is_positional():
        definition = _given(node.args[0], ctx.api)
    else:
        return
    if definition is None or not is_here(definition, ctx.api) or not is_meant(definition, ctx.api):
        return
    found = parameters(definition, range(len(definition.arguments)))
    traced = {variable: declared for variable, declared in found.items() if _has_arrays(declared)}
    yield TracedFunction(BY, True, definition, (), traced, node, ctx.api, only_arrays=True)


def is_jitted(decorator: Decorator) -> bool:
    """Return whether every decorator hands on what it is given, and one of them jits."""
    names = [_name(each) for each in decorator.original_decorators]
    return FILTER_JIT in names and all(name == FILTER_JIT or name in _INNER for name in names)


def _name(decorator: Expression) -> str:
    function = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return function.fullname if isinstance(function, RefExpr) else ""


def _given(given: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function of the module that is handed over by its name, as a method or as an object to call.

    The arrays of a module of equinox are traced where one of its methods is handed over, those of other objects not.
    """
    if isinstance(given, NameExpr) and isinstance(given.node, FuncDef):
        return given.node
    by_class = method_by_class(given) if isinstance(given, MemberExpr) else None
    if by_class is not None:
        return by_class
    owner, name = (given.expr, given.name) if isinstance(given, MemberExpr) else (given, "__call__")
    instance = sole_instance(api.lookup_type_or_none(owner))
    method = None if instance is None else method_of(instance.type, name, api)
    if instance is None or method is None:
        return None
    return method if model_of(instance.type) is not None else without_self(method)


def _has_arrays(declared: Type) -> bool:
    instance = sole_instance(besides_none(declared))
    return is_certainly_array(declared) or (instance is not None and model_of(instance.type) is not None)
