"""Calls that copy an object with some fields replaced.

No checker sees the ``replace`` that a decorator adds, nor which keywords the one of a base class takes; none looks at
the keywords of `dataclasses.replace`.
"""

from __future__ import annotations

from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Instance, Type

from jdc_spec.repairs import Kind

from ..host.known_types import known_type
from ..host.repaired import tell
from ..model.classes import pytree_bases
from ..repairs.replace import METHOD, is_added, is_generated, replace_attribute
from ..rules.asking import ask
from ..rules.places import PURE_CALL, REPLACEMENT, PureCall
from ..rules.sites import CallSite, replacement, replacement_of_variable
from ..typefacts.instances import sole_instance

FUNCTIONS = frozenset(("dataclasses.replace", "jdc_runtime.replace", "copy.replace"))
"""Functions that take an object and the new values of some fields."""


def check_method(ctx: MethodContext) -> Type:
    """Ask the rules about ``state.replace(x=1)``."""
    receiver = known_type(ctx.type)
    if isinstance(receiver, Instance) and is_generated(receiver.type):
        _check(replacement(ctx.context, receiver.type, ctx.api))
    return ctx.default_return_type


def check_method_of_variable(ctx: AttributeContext) -> Type:
    """Ask the rules about ``self.replace(...)`` where ``self`` is a type variable; give ``self.replace`` its type.

    mypy names no method for calls on a type variable.
    """
    given = sole_instance(ctx.type)
    if given is not None and is_added(given.type):
        tell(ctx.api, Kind.ATTRIBUTE, ctx.context, (METHOD, given.type.name))
    site = replacement_of_variable(ctx)
    if site is not None and is_generated(site.info):
        _check(site)
    return replace_attribute(ctx)


def check_function(ctx: FunctionContext) -> Type:
    """Ask the rules about ``dataclasses.replace(state, x=1)``."""
    replaced = sole_instance(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if replaced is not None and any(pytree_bases(replaced.type)):
        _check(replacement(ctx.context, replaced.type, ctx.api))
    return ctx.default_return_type


def _check(site: CallSite) -> None:
    ask(REPLACEMENT, site)
    does = f'"replace" makes a new "{site.info.name}" and leaves the old one as it is'
    ask(PURE_CALL, PureCall(site.call, does, site.api))
