"""Methods of libraries that are called through ``super()``, or on an object whose type is a variable, as is `Self`.

mypy names no class for such a call: a plugin is asked about ``apply_gradients``, or about ``create of TrainState``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, SuperExpr, TypeInfo
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import ProperType, Type, TypeType, TypeVarType
from mypy.typevars import fill_typevars

from ...host.known_types import known_type
from ...typefacts.instances import sole_instance

ContextT = TypeVar("ContextT", FunctionContext, MethodContext)
Find = Callable[[str], Callable[[MethodContext], Type] | None]


def name_of(asked: str) -> str:
    """Return the name of the method that mypy asks about without its class; empty where it says the class."""
    return "" if "." in asked else asked.partition(" ")[0]


def method_first(find: Find, feature: Callable[[ContextT], Type] | None) -> Callable[[ContextT], Type]:
    """Return what handles calls of a name: the feature that is found for the method, else the other feature."""

    def handle(ctx: ContextT) -> Type:
        called = _called(ctx)
        found = None if called is None else find(called[0])
        if called is None or found is None:
            return ctx.default_return_type if feature is None else feature(ctx)
        given = {name: getattr(ctx, name) for name in FunctionContext._fields}
        return found(MethodContext(type=called[1], **given))

    return handle


def _called(ctx: FunctionContext | MethodContext) -> tuple[str, ProperType] | None:
    """Return the full name of the method that is called, and the type of what it is called on."""
    callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    assert isinstance(ctx.api, TypeChecker)
    if isinstance(callee, SuperExpr):
        receiver, bases = _receiver(callee, ctx.api), callee.info.mro[1:] if callee.info else []
    elif isinstance(callee, MemberExpr):
        receiver = ctx.api.lookup_type_or_none(callee.expr)
        bases = _bases(receiver)
    else:
        return None
    owner, given = next((base for base in bases if callee.name in base.names), None), known_type(receiver)
    return None if owner is None or given is None else (f"{owner.fullname}.{callee.name}", given)


def _bases(receiver: Type | None) -> list[TypeInfo]:
    """Return the classes of an object, or of a class, whose type is a variable."""
    kind = known_type(receiver)
    item = known_type(kind.item) if isinstance(kind, TypeType) else kind
    sole = sole_instance(item) if isinstance(item, TypeVarType) else None
    return [] if sole is None else sole.type.mro


def _receiver(called: SuperExpr, api: TypeChecker) -> Type | None:
    """Return the type of the object or the class that ``super()`` is of."""
    if called.call.args:
        given: Expression | None = called.call.args[1] if len(called.call.args) == 2 else None
        return None if given is None else api.lookup_type_or_none(given)
    function = api.scope.current_function()
    if function is None or not function.arguments:
        return None
    own = function.arguments[0].variable.type
    return own if own is not None or called.info is None else fill_typevars(called.info)
