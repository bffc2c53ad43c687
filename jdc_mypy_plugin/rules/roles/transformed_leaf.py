"""``jdc-data-leaf`` where an object meets a transformation: then what can never be a leaf is certain to raise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.expandtype import expand_type_by_instance
from mypy.messages import format_type_bare
from mypy.typeops import map_type_from_supertype
from mypy.types import Instance, ProperType, Type, UnionType, get_proper_type

from jdc_spec.rules import DATA_LEAF

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...typefacts.leaves import ITEMS, never_leaf
from ..places import TRANSFORM_ARGUMENT, asked
from ..transform_arguments import Object, TransformArgument, objects
from .data_leaf import is_reported_at_class


class _Leaf(NamedTuple):
    """A data field whose values can never be leaves."""

    path: str
    """How to reach the field from the object that is handed over."""
    name: str
    owner: PytreeClass
    declared: Type
    culprit: ProperType


@asked(DATA_LEAF, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report an object with a field that the transformation refuses, if nothing at its class says so already."""
    if site.argument is not None and _is_declared(site):
        return
    leaf = next(_refused(site.object), None)
    if leaf is None:
        return
    shown = format_type_bare(leaf.culprit, site.api.options)
    written = leaf.owner.facts.written_static(leaf.name, format_type_bare(leaf.declared, site.api.options))
    mend = "pass it by itself, outside of the object" if written is None else f"make it static, {written}"
    yield Diagnostic(
        DATA_LEAF,
        f'{site.transformation} is given an object of "{site.object.model.info.name}", and raises a TypeError: its '
        f'data field "{leaf.path}" can never be a JAX leaf ({shown}); {mend}',
        site.node,
    )


def _is_declared(site: TransformArgument) -> bool:
    """Return whether the parameter that gets the argument is annotated with the class, so that it is reported there."""
    declared = None if site.parameter is None else site.parameter.type
    return any(each.model.info is site.object.model.info for each in objects(declared))


def _refused(found: Object, path: str = "", seen: frozenset[str] = frozenset()) -> Iterator[_Leaf]:
    """Yield the fields of an object, and of the objects in it, that can never be leaves."""
    model = found.model
    if model.info.fullname in seen:
        return
    seen |= {model.info.fullname}
    for name in model.fields:
        declared = _field_type(found.instance, name)
        if declared is None or model.role_of(name) != "data":
            continue
        where = f"{path}{found.where}.{name}" if path else name
        culprit = never_leaf(declared, model.info.module_name)
        if culprit is None:
            for inner in objects(declared):
                yield from _refused(inner, where, seen)
        elif not is_reported_at_class(model, declared) and not _may_be_empty(declared):
            yield _Leaf(where, name, model, declared, culprit)


def _field_type(found: Instance, name: str) -> Type | None:
    """Return the declared type of a field as the type arguments of an object make it."""
    owner = next((base for base in found.type.mro if name in base.names), None)
    model = model_of(found.type)
    declared = None if model is None else model.type_of(name)
    if owner is None or declared is None:
        return None
    return expand_type_by_instance(map_type_from_supertype(declared, found.type, owner), found)


def _may_be_empty(declared: Type) -> bool:
    """Return whether a value may have no leaves at all: None, or an empty container."""
    value = get_proper_type(declared)
    if isinstance(value, UnionType):
        return any(_may_be_empty(item) for item in value.items)
    return isinstance(value, Instance) and value.type.fullname in ITEMS
