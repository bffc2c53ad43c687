"""Functions that the filters of equinox call with tracers: those for arrays, in objects too, and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, RefExpr
from mypy.plugin import FunctionContext
from mypy.types import Type

from ..libraries.other_names import meant_name
from ..model.classes import model_of
from ..syntax import INDEX
from ..transformed.differentiated_functions import FILTERED
from ..transformed.function_expressions import as_function, bound_method, called_method
from ..transformed.given_functions import is_here, is_meant
from ..transformed.transformations import method_by_class
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import besides_none, sole_instance
from .functions import TracedFunction, parameters

FILTER_JIT: Final = "equinox._jit.filter_jit"
FILTER_VMAP: Final = "equinox._vmap_pmap.filter_vmap"
BY: Final = "eqx.filter_jit"
"""Its name in messages."""


def filtered_functions(ctx: FunctionContext) -> Iterator[TracedFunction]:
    """Yield the function that a call or a decorator of `equinox.filter_jit` jits."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    outer = INDEX.of(ctx.api.tree).parent(node) if isinstance(node, CallExpr) else node
    if isinstance(outer, Decorator):
        definition = outer.func if is_jitted(outer) and is_meant(outer.func, ctx.api) else None
    elif isinstance(node, CallExpr) and node.args and node.arg_kinds[0].is_positional():
        definition = _jitted(node.args[0], ctx.api)
    else:
        return
    yield from _of(definition, BY, ctx)


def mapped_functions(ctx: FunctionContext) -> Iterator[TracedFunction]:
    """Yield the function that `equinox.filter_vmap` maps over all of its arrays; none where ``in_axes`` is given."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    if isinstance(node, Decorator):
        names = [_name(each) for each in node.original_decorators]
        bare = isinstance(node.original_decorators[-1], RefExpr) if names else False
        is_mapped = bare and names[-1] == FILTER_VMAP and is_meant(node.func, ctx.api)
        definition = node.func if is_mapped else None
    elif isinstance(node, CallExpr) and len(node.args) == 1 and node.arg_kinds[0].is_positional():
        definition = function_named(node.args[0], ctx.api)
    else:
        return
    yield from _of(definition, "eqx.filter_vmap", ctx)


def _of(definition: FuncDef | None, by: str, ctx: FunctionContext) -> Iterator[TracedFunction]:
    """Yield a function of the module, with the parameters that are arrays or hold some."""
    assert isinstance(ctx.api, TypeChecker)
    if definition is None:
        return
    found = parameters(definition, range(len(definition.arguments)))
    traced = {variable: declared for variable, declared in found.items() if has_arrays(declared)}
    yield TracedFunction(by, True, definition, (), traced, ctx.context, ctx.api, only_arrays=True)


def is_jitted(decorator: Decorator) -> bool:
    """Return whether every decorator hands on what it is given, and one of them jits."""
    names = [_name(each) for each in decorator.original_decorators]
    return FILTER_JIT in names and all(name == FILTER_JIT or name in FILTERED for name in names)


def _name(decorator: Expression) -> str:
    function = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return meant_name(function)


def function_named(given: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function that is handed over: a lambda, by its name, or as a method without its ``self``."""
    if isinstance(given, LambdaExpr):
        return as_function(given)
    if isinstance(given, NameExpr) and isinstance(given.node, FuncDef):
        return given.node if is_here(given.node, api) and is_meant(given.node, api) else None
    by_class = method_by_class(given) if isinstance(given, MemberExpr) else None
    if by_class is not None:
        return by_class if is_here(by_class, api) else None
    return bound_method(given, api)


def _jitted(given: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function that is jitted: with its ``self`` where that is a pytree, whose arrays are traced too."""
    method = called_method(given, api)
    is_pytree = method is not None and model_of(method.info) is not None
    return method if is_pytree else function_named(given, api)


def has_arrays(declared: Type) -> bool:
    """Return whether a value is an array or an object that may hold some."""
    instance = sole_instance(besides_none(declared))
    return is_certainly_array(declared) or (instance is not None and model_of(instance.type) is not None)
