"""Calls that copy an object with some fields replaced.

No checker sees the ``replace`` that a decorator adds, nor which keywords the one of a base class takes; none looks at
the keywords of `dataclasses.replace`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, TypeInfo
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.subtypes import is_same_type
from mypy.types import CallableType, Instance, Type, TypeVarType

from jdc_spec.repairs import Kind

from ..host.known_types import known_type
from ..host.repaired import tell
from ..libraries.jax_md import SET
from ..libraries.own.names import is_own_replacing
from ..model.classes import model_of, pytree_bases
from ..repairs.replace import METHOD, is_added, is_generated, replace_attribute
from ..rules.asking import ask
from ..rules.places import PURE_CALL, REPLACEMENT
from ..rules.sites import CallSite, PureCall, replacement, replacement_of_variable
from ..typefacts.instances import sole_instance


def check_method(ctx: MethodContext) -> Type:
    """Ask the rules about ``state.replace(x=1)``."""
    receiver = known_type(ctx.type)
    if isinstance(receiver, CallableType) and receiver.is_type_obj() and is_generated(receiver.type_object()):
        _check_discarded(ctx.context, receiver.type_object(), ctx.api)
    if isinstance(receiver, Instance) and is_generated(receiver.type):
        if not is_added(receiver.type):
            tell(ctx.api, Kind.CHANGES, ctx.context, (METHOD, receiver.type.name))
        elif model_of(receiver.type) is None and isinstance(ctx.context, CallExpr):
            _tell_unregistered(ctx, ctx.context, receiver.type)
        _check(replacement(ctx.context, receiver.type, ctx.api))
    elif isinstance(receiver, Instance) and _is_own(receiver.type):
        if model_of(receiver.type) is None:
            _check_discarded(ctx.context, receiver.type, ctx.api)
        else:
            _check(replacement(ctx.context, receiver.type, ctx.api))
    return ctx.default_return_type


def _is_own(info: TypeInfo) -> bool:
    """Return whether the class, or a base of it, writes a ``replace`` that copies an object of a dataclass."""
    owner = info.get_containing_type_info(METHOD)
    return owner is not None and is_own_replacing(owner.fullname) and any(pytree_bases(info))


def check_set(ctx: MethodContext) -> Type:
    """Ask the rules about ``state.set(x=1)`` of jax_md."""
    receiver = known_type(ctx.type)
    if isinstance(receiver, Instance):
        _check(replacement(ctx.context, receiver.type, ctx.api), SET)
    return ctx.default_return_type


def check_method_of_variable(ctx: AttributeContext) -> Type:
    """Ask the rules about ``self.replace(...)`` where ``self`` is a type variable; give ``self.replace`` its type.

    mypy names no method for calls on a type variable.
    """
    given = sole_instance(ctx.type)
    if given is not None and is_added(given.type) and model_of(given.type) is not None:
        tell(ctx.api, Kind.ATTRIBUTE, ctx.context, (METHOD, given.type.name, *_variable(ctx.type)))
    site = replacement_of_variable(ctx)
    if site is not None and is_generated(site.info):
        _check(site)
    return replace_attribute(ctx)


def check_function(ctx: FunctionContext) -> Type:
    """Ask the rules about ``dataclasses.replace(state, x=1)``."""
    replaced = sole_instance(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if replaced is not None and any(pytree_bases(replaced.type)):
        tell(ctx.api, Kind.CHANGES, ctx.context, (METHOD, replaced.type.name))
        _check(replacement(ctx.context, replaced.type, ctx.api))
    return _of_variable(ctx) or ctx.default_return_type


def _of_variable(ctx: FunctionContext) -> Type | None:
    """Return the type variable of an object, such as `Self`, where ``copy.replace`` returns the bound to mypy."""
    given = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if not isinstance(given, TypeVarType) or given.values:
        return None
    return given if is_same_type(given.upper_bound, ctx.default_return_type) else None


def _tell_unregistered(ctx: MethodContext, call: CallExpr, info: TypeInfo) -> None:
    """Tell that a subclass which is not registered has the method too, if its constructor takes the keywords.

    To mypy it takes all: the object may be of a subclass that is registered.
    """
    taken = {name for base in info.mro for name in _fields(base)}
    if taken.issuperset(str(name) for name in call.arg_names):
        tell(ctx.api, Kind.ATTRIBUTE, call.callee, (METHOD, info.name))


def _fields(info: TypeInfo) -> Iterable[str]:
    model = model_of(info)
    if model is not None:
        return model.fields
    return (each["name"] for each in info.metadata.get("dataclass", {}).get("attributes", ()))


def _variable(given: Type) -> Iterator[str]:
    """Yield the name of a type variable: most checkers call an object so."""
    proper = known_type(given)
    if isinstance(proper, TypeVarType):
        yield proper.name


def _check(site: CallSite, method: str = METHOD) -> None:
    ask(REPLACEMENT, site)
    _check_discarded(site.call, site.info, site.api, method)


def _check_discarded(call: Context, info: TypeInfo, api: object, method: str = METHOD) -> None:
    assert isinstance(api, TypeChecker)
    does = f'"{method}" makes a new "{info.name}" and leaves the old one as it is'
    ask(PURE_CALL, PureCall(call, does, api))
