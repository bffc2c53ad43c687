"""Calls that make an object of a pytree dataclass.

mypy checks the types of the arguments; the rules look at their values.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import CallExpr, FuncDef, TypeInfo
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.types import CallableType, FunctionLike, Type, TypeVarType

from jdc_spec.repairs import Kind

from ..host.known_types import known_type
from ..host.repaired import tell
from ..host.report import is_silent
from ..model.classes import pytree_bases
from ..model.converters import converters
from ..repairs.libraries.chex_methods import accept_mapping
from ..repairs.libraries.converters import Find, accept_converted, drop_errors_of_converted
from ..repairs.number_fields import accept_arrays_for_numbers
from ..repairs.starred_arguments import accept_dict, accept_starred, drop_errors_of_stars
from ..repairs.transforms.axis_specs import accept_axes
from ..rules.asking import ask
from ..rules.places import CONSTRUCTION
from ..rules.sites import construction
from ..typefacts.instances import sole_instance

NAMES_CLASSES_IN_FULL = hasattr(CallableType, "get_instance_type")
"""Since 2.2: before, mypy asks for ``A`` and not ``package.A`` where a type variable stands for the class called."""


def construct(ctx: FunctionContext, info: TypeInfo, find: Find) -> Type:
    """Ask the rules about ``State(...)``."""
    if converters(info):
        drop_errors_of_converted(ctx, info, find)
    if not is_silent(ctx.api):
        ask(CONSTRUCTION, construction(ctx, info))
        _tell_checked(ctx, info)
    return ctx.default_return_type


def by_hand(feature: Callable[[FunctionContext], Type] | None) -> Callable[[FunctionContext], Type]:
    """Return what handles the constructor of a class that a program unflattens, and does what a feature does."""

    def check(ctx: FunctionContext) -> Type:
        drop_errors_of_stars(ctx)
        return ctx.default_return_type if feature is None else feature(ctx)

    return check


def signature_by_hand(ctx: FunctionSigContext) -> FunctionLike:
    """Return what the constructor of a class that a program unflattens takes: also ``*children`` of any length."""
    return accept_starred(ctx, ctx.default_signature)


def signature(ctx: FunctionSigContext, info: TypeInfo, find: Find) -> FunctionLike:
    """Return what a constructor takes: also what its class converts, axes where it makes a tree of axes, dicts."""
    taken = accept_converted(ctx, info=info, find=find) if converters(info) else ctx.default_signature
    taken = accept_arrays_for_numbers(taken, info, ctx.api)
    accepted = accept_mapping(ctx, accept_axes(ctx, taken, info), info)
    return accept_starred(ctx, accept_dict(ctx, accepted))


def _tell_checked(ctx: FunctionContext, info: TypeInfo) -> None:
    """Tell that mypy has looked at the arguments of a constructor that a library writes."""
    symbol = info.get("__init__")
    made = symbol.node if symbol is not None and symbol.plugin_generated else None
    if isinstance(made, FuncDef) and isinstance(ctx.context, CallExpr):
        tell(ctx.api, Kind.CALL, ctx.context, (info.name, *(name for name in made.arg_names[1:] if name)))


def construct_of_variable(ctx: FunctionContext, name: str, find: Find) -> Type:
    """Ask the rules about ``cls(...)`` where a type variable stands for a class of this short name."""
    made = known_type(ctx.default_return_type)
    bound = sole_instance(made) if isinstance(made, TypeVarType) else None
    if bound is None or bound.type.name != name or not any(pytree_bases(bound.type)):
        return ctx.default_return_type
    return construct(ctx, bound.type, find)
