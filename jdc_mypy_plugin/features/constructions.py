"""Calls that make an object of a pytree dataclass.

mypy checks the types of the arguments; the rules look at their values.
"""

from __future__ import annotations

from mypy.nodes import TypeInfo
from mypy.plugin import FunctionContext
from mypy.types import CallableType, Type, TypeVarType

from ..host.known_types import known_type
from ..host.report import is_silent
from ..model.classes import pytree_bases
from ..rules.asking import ask
from ..rules.places import CONSTRUCTION
from ..rules.sites import construction
from ..typefacts.instances import sole_instance

NAMES_CLASSES_IN_FULL = hasattr(CallableType, "get_instance_type")
"""Since 2.2: before, mypy asks for ``A`` and not ``package.A`` where a type variable stands for the class called."""


def construct(ctx: FunctionContext, info: TypeInfo) -> Type:
    """Ask the rules about ``State(...)``."""
    if not is_silent(ctx.api):
        ask(CONSTRUCTION, construction(ctx, info))
    return ctx.default_return_type


def construct_of_variable(ctx: FunctionContext, name: str) -> Type:
    """Ask the rules about ``cls(...)`` where a type variable stands for a class of this short name."""
    made = known_type(ctx.default_return_type)
    bound = sole_instance(made) if isinstance(made, TypeVarType) else None
    if bound is None or bound.type.name != name or not any(pytree_bases(bound.type)):
        return ctx.default_return_type
    return construct(ctx, bound.type)
