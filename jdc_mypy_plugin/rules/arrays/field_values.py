"""The arrays that a call is seen to put into annotated fields."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import Expression, TypeInfo

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.bindings import NOT_APART, Bindings, NamedShape
from jdc_spec.jaxtyping import CLASSES
from jdc_spec.shapes import Shape

from ...evaluate import UNKNOWN, ArrayValue, Origin
from ...evaluate.declared.sizes_apart import names_apart
from ...model.classes import JDC_MIXINS, PytreeClass, PytreeField, has_base, model_of, pytree_bases
from ...model.constructors import keeps_arguments
from ...model.converters import converters
from ..sites import CallSite


class FieldValue(NamedTuple):
    """An argument for a field with an array annotation."""

    owner: str
    """The class, as messages name it."""
    field: PytreeField
    annotation: ArrayAnnotation
    argument: Expression
    value: ArrayValue
    is_scalar_dtype_checked: bool
    """True if construction checks the type of a Python scalar; jax_dataclasses passes over it."""

    @property
    def name(self) -> str:
        """The name of the field."""
        return self.field.name

    @property
    def batch_axes(self) -> Shape | None:
        """The sizes that ``...`` stands for; None where they are not evident or the shape does not match."""
        pattern, sizes = self.annotation.shape, self.value.sizes
        if pattern is None or sizes is None or not pattern.has_batch_axes or pattern.disagreement(sizes) is not None:
            return None
        return pattern.batch_axes(sizes)


@functools.lru_cache(maxsize=1)
def field_values(site: CallSite) -> Sequence[FieldValue]:
    """Return the annotated fields that a call writes with a value that counts, in the order of the class.

    If construction checks the annotations, whatever has a shape counts. Otherwise only what is made as an array
    does: the same class may hold other things, as trees of axes for `jax.vmap` do. Several rules ask in turn.
    """
    return tuple(_field_values(site))


def kept_values(site: CallSite) -> Iterator[FieldValue]:
    """Yield the annotated fields that a replacement leaves as the constructor of the object made them."""
    model = checked_model(site.info) if site.is_partial and not site.is_write else None
    for name, field in model.fields.items() if model is not None and isinstance(site.call, Expression) else ():
        if model is None or not isinstance(site.call, Expression) or field.array is None or name in site.arguments:
            continue
        given = site.evaluator.kept_by(site.call, name)
        value = UNKNOWN if given is None else site.evaluator.evaluate(given)
        if given is not None and value.origin is Origin.ARRAY:
            yield FieldValue(site.info.name, field, field.array, given, value, is_scalar_dtype_checked=False)


def bindings(site: CallSite) -> Bindings:
    """Return what the arrays of a call make of the names in the strings of jaxtyping.

    A copy with other fields is held against those that it keeps where that is checked while the program runs.
    """
    kept = kept_values(site) if has_base(site.info, JDC_MIXINS) else ()
    items = ((item, item.annotation.shape, item.value.sizes) for item in (*kept, *field_values(site)))
    shapes = [
        NamedShape(item.name, pattern, sizes)
        for item, pattern, sizes in items
        if pattern is not None and sizes is not None
    ]
    return Bindings(
        shapes, apart=names_apart(site.call, site.api) if isinstance(site.call, Expression) else NOT_APART
    )


def _field_values(site: CallSite) -> Iterator[FieldValue]:
    model, converted = checked_model(site.info), converters(site.info)
    for name, field in model.fields.items() if model is not None else ():
        argument = None if name in converted else site.arguments.get(name)
        if model is None or field.array is None or argument is None or model.role_of(name) in ("static", "dropped"):
            continue
        value = site.evaluator.evaluate(argument)
        reads_it = has_base(site.info, JDC_MIXINS) or (model.is_enforced and not _is_of_jaxtyping(field.array))
        if value.origin is Origin.ARRAY or (reads_it and _is_checked(value, site)):
            yield FieldValue(site.info.name, field, field.array, argument, value, has_base(site.info, JDC_MIXINS))


def _is_of_jaxtyping(annotation: ArrayAnnotation) -> bool:
    """Return whether the mixin of jax_dataclasses passes over an annotation."""
    is_class = annotation.dtype is not None and annotation.dtype.name in CLASSES
    return is_class or (annotation.shape is not None and not annotation.shape.has_batch_axes)


def checked_model(info: TypeInfo) -> PytreeClass | None:
    """Return the model of a class whose arguments become its fields as they are, or None."""
    base = next(pytree_bases(info), None)
    return model_of(base) if base is not None and keeps_arguments(info) else None


def _is_checked(value: ArrayValue, site: CallSite) -> bool:
    if value.origin is Origin.SCALAR:
        return not site.is_write and (value.dtype != "complex" or has_base(site.info, JDC_MIXINS))
    return value.origin is Origin.DECLARED
