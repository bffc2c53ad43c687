"""The function of the module that a call runs, and what it gives the parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, FuncDef, FuncItem, MemberExpr, NameExpr, TypeInfo, Var

from ...evaluate import evaluator_of
from ...evaluate.calls.helpers import helper_of
from ...model.annotations.signature_reader import is_bound_once
from ...model.subclasses_in_sight import is_overridden
from ...syntax import INDEX
from ...syntax.functions import class_named, parameters
from ...transformed.function_expressions import called_method, class_method_of, method_of
from ...transformed.given_functions import given_partial
from ...transformed.transformations import maker

_AT_ONCE: Final = ("jax.jit", "jax.checkpoint")
"""Transformations of which a call gives what the function gives."""


class Called(NamedTuple):
    """A function that a call runs."""

    function: FuncItem
    rest: Sequence[Var]
    """The parameters that the arguments of the call fill."""
    receiver: Var | None = None
    """The parameter that holds the object of which it is a method."""
    by_class: tuple[Var, TypeInfo] | None = None
    """The parameter that holds the class of which it is a class method."""


def called_function(call: CallExpr, owner: TypeInfo | None, api: TypeChecker) -> Called | None:
    """Return the function that a call runs, if the module writes it; ``owner`` is the class of ``x`` in ``x.f()``."""
    callee = call.callee
    if not isinstance(callee, MemberExpr):
        return _by_name(callee, api) if isinstance(callee, NameExpr) else None
    info = class_named(callee.expr)
    if info is not None:
        method = class_method_of(info, callee.name, api.tree)
        if method is None:
            return None
        first, *rest = parameters(method)
        return Called(method, rest, by_class=(first, info))
    if owner is None:
        method = called_method(callee, api)
        method = method if method is not None and method.name == callee.name else None
    else:
        method = method_of(owner, callee.name, api) or _jitted_method(owner, callee.name, api)
    if method is None:
        return None
    first, *rest = parameters(method)
    return Called(method, rest, first)


def _by_name(callee: NameExpr, api: TypeChecker) -> Called | None:
    """Return a function of the module, or the one of which a name stands for a partial."""
    helper = helper_of(callee, api.tree)
    if helper is not None:
        return Called(helper.function, parameters(helper.function))
    given = given_partial(evaluator_of(api).source(callee), api)
    return None if given is None else Called(given.definition, parameters(given.definition))


def _jitted_method(owner: TypeInfo, name: str, api: TypeChecker) -> FuncDef | None:
    """Return a method of the module under `jax.jit` alone."""
    symbol = owner.names.get(name)
    node = None if symbol is None else symbol.node
    if not isinstance(node, Decorator) or INDEX.of(api.tree).position(node) is None or not node.func.arguments:
        return None
    made = [maker(each) for each in node.original_decorators]
    is_jitted = all(by is not None and by[0].name in _AT_ONCE for by in made)
    is_alone = is_bound_once(node.func, api.tree) and not is_overridden(owner, name, api)
    return node.func if is_jitted and is_alone and not (node.func.is_static or node.func.is_class) else None
