"""``jdc-static-array``: a static field that is or holds an array.

JAX compares static values with ``==``; arrays answer with an array, so the second call of a jitted function raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.messages import format_type_bare
from mypy.nodes import CallExpr, ConditionalExpr, DictExpr, Expression
from mypy.types import Instance, NoneType, TupleType, Type, UnboundType, UnionType

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.rules import STATIC_ARRAY

from ...evaluate import ArrayValue, Origin
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...model.classes import PytreeClass
from ...model.constructors import keeps_arguments
from ...syntax.names.targets import row
from ...transformed.met_objects import meets_transformation
from ...typefacts.arrays import held_array, is_certainly_array
from ..places import CLASS, CONSTRUCTION, COPY_WRITE, REPLACEMENT, asked
from ..sites import CallSite, ClassField, ClassSite, InheritedField
from .lone_items import gets_lone_items
from .static_objects import array_compared, is_layer

_PLAIN: Final = frozenset(("Array", "ndarray"))
_MARKER: Final = "Static"


@asked(STATIC_ARRAY, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report static fields with arrays: anywhere in them where that is the library's contract, else on their own."""
    for field in site.own_fields:
        message = _message(site, field)
        if message is not None:
            yield Diagnostic(STATIC_ARRAY, message, field.annotation)
    for inherited in site.inherited_fields:
        message = _message(site, inherited)
        if message is not None and not any(held_array(each) for each in inherited.in_bases):
            yield Diagnostic(STATIC_ARRAY, message, site.defn)


@asked(STATIC_ARRAY, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check_call(site: CallSite) -> Iterator[Diagnostic]:
    """Report arrays that are put into static fields whose type says nothing of them, ``Any`` say."""
    model = site.model
    if model is None or not keeps_arguments(site.info):
        return
    given = [(name, argument) for name, argument in site.arguments.items() if _says_no_array(model, name)]
    found = [
        Diagnostic(STATIC_ARRAY, _sentence(name, model, f"is given {kind}"), argument)
        for name, argument in given
        if (kind := _kind(argument, site)) is not None
    ]
    if found and (model.facts.is_strict or meets_transformation(model.info, site.api)):
        yield from found


def _says_no_array(model: PytreeClass, name: str) -> bool:
    """Return whether a field is static, and its type does not say that it is an array."""
    declared = model.type_of(name) if name in model.fields else None
    return (
        declared is not None and model.role_of(name) == "static" and not is_certainly_array(_without_none(declared))
    )


def _kind(argument: Expression, site: CallSite) -> str | None:
    """Word what a static field is given, where it is an array, or holds one that is made there.

    A container is equal to itself whatever it holds, so that one which is made once works; the classes of jdc ask for
    values that are equal in every case.
    """
    assert site.model is not None
    source = site.evaluator.source(argument)
    if isinstance(source, ConditionalExpr):
        branches = [each for each in (source.if_expr, source.else_expr) if not is_none(each)]
        kinds = {_kind(each, site) for each in branches}
        return kinds.pop() if len(kinds) == 1 else None
    if _is_array(site.evaluator.evaluate(argument)):
        return "an array"
    held = [value for _, value in source.items] if isinstance(source, DictExpr) else row(source)
    is_held = any(isinstance(each, CallExpr) and _is_array(site.evaluator.evaluate(each)) for each in held)
    return "a container with an array" if site.model.facts.is_strict and is_held else None


def _is_array(value: ArrayValue) -> bool:
    """Return whether a value is an array of several elements."""
    return value.origin is Origin.ARRAY and any(isinstance(size, int) and size > 1 for size in value.sizes or ())


def _message(site: ClassSite, field: ClassField | InheritedField) -> str | None:
    name, declared = field.name, field.declared
    if field.role != "static" or declared is None:
        return None
    if site.model.facts.sorts_by_type and not _is_of_jax(declared):
        return None  # mjx compares arrays of NumPy by what is in them
    is_strict = site.model.facts.is_strict
    is_array = is_certainly_array(declared if is_strict else _without_none(declared))
    if not is_strict and not _holds_arrays_alone(site, field, is_array=is_array):
        return _of_object(site, name, declared)
    part = held_array(declared)
    if part is None or not (site.model.facts.is_dataclass or meets_transformation(site.model.info, site.api)):
        return None  # an object that a program alone keeps, as netket's drivers, may be below a registering base too
    shown = format_type_bare(part.type, site.api.options)
    found = "is an array" if is_array else f"can hold an array ({name}{part.where}: {shown})"
    return _sentence(name, site.model, found)


def _of_object(site: ClassSite, name: str, declared: Type) -> str | None:
    """Word that a field holds objects with arrays, in a class of another library than jdc."""
    if is_layer(declared):
        return (
            f'static field "{name}" of "{site.model.info.name}" is a layer: its weights are no leaves of the object, '
            "so that they get no gradient and are compiled into the program; drop the static marker to make it data"
        )
    array = array_compared(declared, site.api)
    if array is None or not meets_transformation(site.model.info, site.api):
        return None
    return _sentence(name, site.model, f"holds an array ({name}.{array})")


def _holds_arrays_alone(site: ClassSite, field: ClassField | InheritedField, *, is_array: bool) -> bool:
    """Return whether a field is an array with axes, or a tuple of arrays that its annotation writes out."""
    if is_array:
        is_lone = _has_no_axes(site.model, field.name) or _is_number_by_default(site.model, field.name)
        return not is_lone and not gets_lone_items(site.defn, field.name, site.evaluator)
    value = known_type(field.declared)
    written = _without_marker(field.statement.unanalyzed_type) if isinstance(field, ClassField) else None
    if not isinstance(value, TupleType) or not isinstance(written, UnboundType):
        return False
    names = [each.name.rpartition(".")[2] for each in written.args if isinstance(each, UnboundType) and not each.args]
    is_plain = len(names) == len(written.args) and {*names} <= _PLAIN  # Float[Array, ""] works, under any name
    return bool(names) and is_plain and all(map(is_certainly_array, value.items))


def _without_marker(written: Type | None) -> Type | None:
    """Return what is in ``Static[...]``; any other annotation as it is."""
    is_marked = isinstance(written, UnboundType) and written.name.rpartition(".")[2] == _MARKER
    return written.args[0] if isinstance(written, UnboundType) and is_marked and len(written.args) == 1 else written


def _sentence(name: str, model: PytreeClass, found: str) -> str:
    if model.facts.is_flattened_by_hand:
        mend = "flatten it to a child"
    elif model.facts.sorts_by_type:
        mend = "to make it data, write jax.Array, not as a text and without `from __future__ import annotations`"
    else:
        mend = "drop the static marker to make it data"
    return (
        f'static field "{name}" of "{model.info.name}" {found}: JAX compares static values with ==, which arrays '
        f"do not answer with True or False; {mend}, or keep something hashable, such as a tuple of numbers"
    )


def _is_of_jax(declared: Type) -> bool:
    """Return whether a field is an array of JAX, or None."""
    value = known_type(_without_none(declared))
    return isinstance(value, Instance) and value.type.fullname in JAX_ARRAYS


def _without_none(declared: Type) -> Type:
    """Return a type without the None that a field may hold in place of an array."""
    value = known_type(declared)
    if not isinstance(value, UnionType):
        return declared
    return UnionType.make_union([item for item in value.items if not isinstance(known_type(item), NoneType)])


def _has_no_axes(model: PytreeClass, name: str) -> bool:
    """Return whether the annotation says that the array has one item, which ``==`` answers with True or False."""
    array = model.fields[name].array
    shape = None if array is None else array.shape
    return shape is not None and shape.variadic is None and not shape.prefix and not shape.suffix


def _is_number_by_default(model: PytreeClass, name: str) -> bool:
    """Return whether a field is a number where nobody gives it a value, whatever its annotation says."""
    return isinstance(model.fields[name].literal, int | float)
