"""The types of what tracing replaces by tracers, and of the objects that hold them."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type_by_instance
from mypy.nodes import MypyFile, TypeInfo, Var
from mypy.types import Instance, TupleType, Type

from jdc_spec.arrays import JAX_ARRAYS

from ..host.analysed_types import is_marked_array
from ..host.known_types import known_type
from ..libraries.by_hand import children_of
from ..model.classes import PytreeClass, model_of
from ..objects.item_types import item_names
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import besides_none, sole_instance
from .names import NUMBERS

_ENUMS: Final = ("enum.IntEnum", "enum.IntFlag")
"""Enumerations whose members are numbers."""


def model_besides_none(declared: Type) -> PytreeClass | None:
    """Return the class of an object of which an attribute is read: None has no fields."""
    instance = sole_instance(besides_none(declared))
    return None if instance is None else model_of(instance.type)


def class_with_fields(declared: Type) -> TypeInfo | None:
    """Return the class of an object whose fields are known: a pytree dataclass or a named tuple."""
    model, kind = model_besides_none(declared), known_type(besides_none(declared))
    if model is not None:
        return model.info
    info = kind.partial_fallback.type if isinstance(kind, TupleType) else None
    return info if info is not None and item_names(info) else None


def holds_tracers(declared: Type) -> bool:
    """Return whether a value is an object whose data fields are known: of a model, or taken apart by hand."""
    instance = sole_instance(besides_none(declared))
    return instance is not None and (model_of(instance.type) is not None or bool(children_of(instance.type)))


def data_type(owner: Type, name: str, line: int, tree: MypyFile) -> Type | None:
    """Return the type of a data field that is read of an object on a line; None of any other attribute."""
    instance = sole_instance(besides_none(owner))
    if instance is None:
        return None
    model = model_of(instance.type)
    if model is not None:
        return field_type(model, name, owner)
    is_data = name in children_of(instance.type)
    above = line if instance.type.module_name == tree.fullname else None
    declared = _attribute_above(above, name, instance.type) if is_data else None
    return None if declared is None else as_given(declared, owner)


def _attribute_above(line: int | None, name: str, info: TypeInfo) -> Type | None:
    """Return the type of an attribute that is annotated, or assigned above a line: mypy infers it on its way.

    In another module, where the line is None, mypy has been before.
    """
    symbol = info.get(name)
    node = None if symbol is None else symbol.node
    if not isinstance(node, Var) or (line is not None and node.is_inferred and node.line >= line):
        return None
    return node.type


def as_given(declared: Type, owner: Type) -> Type:
    """Return the type of a field of a generic class in an object of a type, ``W[jax.Array]``."""
    instance = sole_instance(besides_none(owner))
    return expand_type_by_instance(declared, instance) if instance is not None and instance.args else declared


def array_of_jax(api: TypeChecker) -> Instance | None:
    """Return the type of an array of JAX; None in a module that does not import JAX."""
    library = api.modules.get("jax")
    symbol = None if library is None else library.names.get("Array")
    return Instance(symbol.node, []) if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def is_traced_leaf(declared: Type) -> bool:
    """Return whether a value is a number or an array, which tracing replaces by a tracer."""
    instance = sole_instance(declared)
    if instance is None:
        return is_marked_array(known_type(declared))
    if instance.type.fullname in NUMBERS or any(map(instance.type.has_base, _ENUMS)):
        return True
    return any(base.fullname in JAX_ARRAYS for base in instance.type.mro) or is_certainly_array(declared)


def is_traced_array(declared: Type) -> bool:
    """Return whether a value is an array, ``chex.Array`` too, which mypy takes for anything."""
    return is_certainly_array(declared) or is_marked_array(known_type(declared))


def field_type(model: PytreeClass, name: str, owner: Type) -> Type | None:
    """Return the type of what an object holds in a data field; None where the field may hold something else."""
    if name not in model.fields or model.role_of(name) != "data":
        return None
    declared = model.type_of(name)
    if declared is None or (model.fields[name].is_none_by_default and is_marked_array(known_type(declared))):
        return None
    return as_given(declared, owner)
