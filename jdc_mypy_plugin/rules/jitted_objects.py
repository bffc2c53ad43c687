"""Objects that are given to ``jit`` in the place of a function: ``jax.jit(net)``, ``jax.jit(net.forward)``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, NameExpr
from mypy.plugin import FunctionContext
from mypy.types import Instance

from ..evaluate import Evaluator
from ..model.classes import model_of
from ..syntax.flow import FLOW, Parameter
from ..syntax.functions import class_named
from ..typefacts.instances import sole_instance
from .jitted_functions import JITS
from .places import JittedObject


def jitted_object(ctx: FunctionContext, fullname: str) -> JittedObject | None:
    """Return the object of a pytree dataclass that a call of ``jit`` is given.

    `jax.vmap` hands on the type of what it is given, so the value must be a call of the class or a parameter.
    """
    assert isinstance(ctx.api, TypeChecker)
    given = ctx.args[0][0] if isinstance(ctx.context, CallExpr) and ctx.args and ctx.args[0] else None
    if not isinstance(given, NameExpr | MemberExpr | CallExpr) or not isinstance(ctx.context, CallExpr):
        return None
    found, is_method = _instance(given, ctx.api), False
    if found is None and isinstance(given, MemberExpr):
        found, is_method = _instance(given.expr, ctx.api), True
        symbol = None if found is None else found.type.get(given.name)
        given = given.expr
        if symbol is None or not isinstance(symbol.node, FuncDef):
            return None
    if found is None or not _is_certain(given, found, ctx.api):
        return None
    return JittedObject(JITS[fullname], given, is_method, found, ctx.context, ctx.api)


def _instance(value: Expression, api: TypeChecker) -> Instance | None:
    instance = sole_instance(api.lookup_type_or_none(value))
    return instance if instance is not None and model_of(instance.type) is not None else None


def _is_certain(value: Expression, instance: Instance, api: TypeChecker) -> bool:
    """Return whether a value is an object of its class for certain."""
    source = Evaluator(api).source(value)
    if isinstance(source, CallExpr):
        return class_named(source.callee) is instance.type
    return isinstance(value, NameExpr) and isinstance(FLOW.of(api.tree).value_at(value), Parameter)
