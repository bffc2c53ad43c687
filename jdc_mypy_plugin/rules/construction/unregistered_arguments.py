"""``jdc-unregistered`` at ``jax.jit``: a parameter whose class nothing registers, ``self`` too.

JAX takes such an object for a leaf that is no array (https://github.com/jax-ml/jax/issues/5595).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, ClassDef, MypyFile, NameExpr, TypeInfo
from mypy.types import Instance, Type, UnionType

from jdc_spec.rules import UNREGISTERED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.registry import ANNOTATION_MARKERS
from ...model.classes import is_unregistered, pytree_bases
from ...model.classes_as_values import hands_out
from ...model.static_markers import Placement, placement
from ...syntax import INDEX
from ...typefacts.instances import besides_none
from ...typefacts.leaves import ITEMS
from ..jitted_functions import Jitted, static_parameters
from ..places import JITTED_FUNCTION, asked

_PLAIN_BASES: Final = frozenset(("builtins.object", "abc.ABC", "typing.Generic"))
_INERT_METACLASSES: Final = frozenset(("builtins.type", "abc.ABCMeta"))
_TAKEN: Final = ("__jax_array__", "__init_subclass__")
"""Methods through which a class, or a base of it, may get on with JAX."""


@asked(UNREGISTERED, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the parameters of a decorated function that no call can fill."""
    definition, module = each.definition, each.api.tree
    static = static_parameters(each)
    if definition is None or static is None or definition.is_static or definition.is_class:
        return
    markers = [placement(declared, ANNOTATION_MARKERS) for declared in each.function.arg_types]
    if each.jit == "jdc.jit" and Placement.NESTED in markers:
        return  # the function itself is refused
    for index, argument in enumerate(definition.arguments):
        is_receiver = index == 0 and argument.variable.name == "self"  # else called through the class
        info = definition.info if is_receiver and definition.info else None
        is_self = info is not None
        if index in static or markers[index] is not Placement.NONE:
            continue
        how, given = ("is an object", info) if is_self else _objects(argument.variable.type)
        if given is None or not _is_plain(given, module) or not (is_self or _is_made(given, module)):
            continue
        name = argument.variable.name
        message = (
            f'"{name}" of "{definition.name}" {how} of "{given.name}", which is not a pytree: {each.jit} '
            f"raises a TypeError for it; make the class a pytree dataclass, or {name} static where its objects have "
            "a hash and never change"
        )
        yield Diagnostic(UNREGISTERED, message, each.place_of(index))


def _objects(declared: Type | None) -> tuple[str, TypeInfo | None]:
    """Return the class of the objects that a parameter is or holds, after what it does with them."""
    value = known_type(declared)
    if isinstance(value, UnionType):
        only = known_type(besides_none(value))
        return ("may be an object", only.type) if isinstance(only, Instance) else ("", None)
    if not isinstance(value, Instance) or value.type.fullname not in ITEMS or not value.args:
        return "is an object", value.type if isinstance(value, Instance) else None
    item = known_type(value.args[ITEMS[value.type.fullname]])
    return "holds objects", item.type if isinstance(item, Instance) else None


def _is_plain(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether nothing registers a class of the module at hand, nor any base of it."""
    if info.module_name != module.fullname or info.fallback_to_any or info.is_protocol or info.is_enum:
        return False
    if info.metaclass_type is not None and info.metaclass_type.type.fullname not in _INERT_METACLASSES:
        return False
    own = [base for base in info.mro if base.fullname not in _PLAIN_BASES]
    if any(base.module_name != module.fullname or hands_out(base.name, module) for base in own):
        return False
    if any(name in base.names for base in own for name in _TAKEN) or any(pytree_bases(info)):
        return False
    return not info.is_abstract and all(_has_no_decorators(base) for base in own) and not _has_subclass(info, module)


def _has_no_decorators(info: TypeInfo) -> bool:
    """Return whether a class has no decorator but that of the standard library, which registers nothing."""
    return not info.defn.decorators or is_unregistered(info, info.module_name)


def _has_subclass(info: TypeInfo, module: MypyFile) -> bool:
    definitions = INDEX.of(module).body.statements_of(ClassDef)
    return any(info in each.info.mro[1:] for each in definitions)


def _is_made(info: TypeInfo, module: MypyFile) -> bool:
    """Return whether the module makes objects of a class."""
    calls = INDEX.of(module).body.expressions_of(CallExpr)
    return any(isinstance(call.callee, NameExpr) and call.callee.node is info for call in calls)
