"""Structure trees: what `jdc_runtime.structure` makes, and the attributes of a `StateOrganizer`.

No checker knows the attributes that an init function gives an organizer.
"""

from __future__ import annotations

from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import Type


def check_function(ctx: FunctionContext, name: str) -> Type:
    """Judge the call of a function that `jdc_runtime.structure` exports under a name."""
    from ..rules.structure import checks  # noqa: PLC0415 - few programs need it

    checks.check_function(ctx, name)
    return ctx.default_return_type


def check_set_apply(ctx: MethodContext) -> Type:
    """Judge the function that is given to an organizer to apply its tree."""
    from ..rules.asking import tell  # noqa: PLC0415
    from ..rules.structure import checks  # noqa: PLC0415

    tell(ctx.api, checks.check_call(ctx, "apply"))
    return ctx.default_return_type


def read_attribute(ctx: AttributeContext, name: str) -> Type:
    """Judge the read of an organizer's attribute, and give it the type that the init functions give it."""
    from ..repairs.libraries.organizer_attributes import attribute_type  # noqa: PLC0415
    from ..rules.asking import tell  # noqa: PLC0415
    from ..rules.structure.unknown_attributes import check_attribute  # noqa: PLC0415

    tell(ctx.api, check_attribute(ctx, name))
    return attribute_type(ctx, name)


def applied(ctx: MethodContext) -> Type:
    """Return the type of ``organizer.layer(x)``, which may return anything: an array, where the program says so."""
    from ..repairs.libraries.layer_results import layer_result  # noqa: PLC0415

    return layer_result(ctx)
