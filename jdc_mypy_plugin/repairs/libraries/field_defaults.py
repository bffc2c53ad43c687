"""Defaults of static fields: one error for one cause.

The stubs give ``static_field(default_factory=list)`` a type that no annotation has, so that every checker reports it.
If a rule reports the field, that error would be the second. Other libraries declare that they return a field.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr
from mypy.plugin import FunctionContext
from mypy.types import AnyType, Instance, Type, TypeOfAny, UninhabitedType

from ...host.known_types import known_type
from ...typefacts.arrays import held_array
from ...typefacts.mutable import held_mutable

FIELD_MAKERS: Final = frozenset(("jdc_runtime.field", "jdc_runtime.static_field"))
_MUTABLE_DEFAULT: Final = "jdc_runtime.MutableStaticDefault"


NEVER_RETURNING: Final = frozenset(("tjax.dataclasses.field", "tjax._src.dataclasses.helpers.field"))
"""Functions that are declared to return `Never` where a field has no default, so that mypy skips what follows."""


_FIELD: Final = "dataclasses.Field"


def accept_field(ctx: FunctionContext) -> Type:
    """Return the default of a field, or anything where it has none, for a call that is declared to return a field."""
    returned = known_type(ctx.default_return_type)
    if not isinstance(returned, Instance) or returned.type.fullname != _FIELD:
        return ctx.default_return_type
    call = ctx.context
    given = dict(zip(call.arg_names, call.args, strict=True)) if isinstance(call, CallExpr) else {}
    assert isinstance(ctx.api, TypeChecker)
    default = ctx.api.lookup_type_or_none(given["default"]) if "default" in given else None
    return AnyType(TypeOfAny.special_form) if default is None else default


def accept_missing(ctx: FunctionContext) -> Type:
    """Return what a call that makes a field returns: anything, where it says that the field has no default."""
    returned = known_type(ctx.default_return_type)
    return AnyType(TypeOfAny.special_form) if isinstance(returned, UninhabitedType) else returned


def accept_reported(ctx: FunctionContext) -> Type:
    """Return what a call that makes a field returns: anything, where a rule reports the annotation of the field."""
    made = known_type(ctx.default_return_type)
    if not isinstance(made, Instance) or made.type.fullname != _MUTABLE_DEFAULT:
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    declared = ctx.api.expr_checker.type_context[-1]
    if declared is None:
        return ctx.default_return_type
    if held_mutable(declared, ctx.api.modules) is not None or held_array(declared) is not None:
        return AnyType(TypeOfAny.special_form)
    return ctx.default_return_type
