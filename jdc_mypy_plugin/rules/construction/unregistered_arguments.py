"""``jdc-unregistered`` at ``jax.jit``: a parameter whose class nothing registers, ``self`` too.

JAX takes such an object for a leaf that is not an array (https://github.com/jax-ml/jax/issues/5595).
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import MypyFile, TypeInfo
from mypy.types import Instance, Type, UnionType

from jdc_spec.rules import UNREGISTERED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.registry import ANNOTATION_MARKERS
from ...model.static_markers import Placement, placement
from ...model.subclasses import is_layer
from ...transformed.jitted_functions import Jitted, static_parameters
from ...transformed.plain_classes import is_made, is_plain, may_have_subclass_elsewhere
from ...typefacts.instances import besides_none
from ...typefacts.leaves import ITEMS
from ..places import JITTED_FUNCTION, asked
from ..related_places import defined_at
from .unregistered import is_bare_subclass


@asked(UNREGISTERED, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the parameters of a decorated function that no call can fill."""
    definition, module = each.definition, each.api.tree
    static = static_parameters(each)
    if definition is None or static is None or definition.is_class:
        return
    markers = [placement(declared, ANNOTATION_MARKERS) for declared in each.function.arg_types]
    is_refused = each.jit == "jdc.jit" and Placement.NESTED in markers  # the function itself
    if is_refused or len(markers) != len(definition.arguments):  # another decorator takes other arguments
        return
    for index, argument in enumerate(definition.arguments):
        is_first = index == 0 and not definition.is_static
        is_receiver = is_first and argument.variable.name == "self"  # else called through the class
        info = definition.info if is_receiver and definition.info else None
        is_self = info is not None
        if index in static or markers[index] is not Placement.NONE or argument.initializer is not None:
            continue  # JAX never sees a default
        how, given = ("is an object", info) if is_self else declared_objects(argument.variable.type)
        if given is None or not _is_refused(given, module, is_self=is_self):
            continue
        name = argument.variable.name
        made = "make" if is_layer(given) else "make the class a pytree dataclass, or"
        message = (
            f'"{name}" of "{definition.name}" {how} of "{given.name}", which is not a pytree: {each.jit} '
            f"raises a TypeError for it; {made} {name} static where its objects have a hash and never change"
        )
        yield Diagnostic(UNREGISTERED, message, each.place_of(index), related=defined_at(given, each.api))


def _is_refused(info: TypeInfo, module: MypyFile, *, is_self: bool) -> bool:
    """Return whether nothing registers a class; another module may register one of which this makes no object.

    An object whose method it is may be of a class that another module writes below it.
    """
    is_known = is_plain(info, module) and (
        is_made(info, module) or (is_self and not may_have_subclass_elsewhere(info))
    )
    return is_known or is_bare_subclass(info, module) or is_layer(info)


def declared_objects(declared: Type | None) -> tuple[str, TypeInfo | None]:
    """Return the class of the objects that a parameter is or holds, after what it does with them."""
    value = known_type(declared)
    if isinstance(value, UnionType):
        only = known_type(besides_none(value))
        return ("may be an object", only.type) if isinstance(only, Instance) else ("", None)
    if not isinstance(value, Instance) or value.type.fullname not in ITEMS or not value.args:
        return "is an object", value.type if isinstance(value, Instance) else None
    item = known_type(value.args[ITEMS[value.type.fullname]])
    return "holds objects", item.type if isinstance(item, Instance) else None
