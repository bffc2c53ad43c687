"""``jdc-shape``: an array whose shape the field's annotation excludes."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression

from jdc_spec.bindings import Bindings
from jdc_spec.rules import SHAPE
from jdc_spec.sentences import pattern_mismatch, shape_mismatch
from jdc_spec.shapes import ShapePattern

from ...evaluate.objects.stacked_objects import maps
from ...host.diagnostics import Diagnostic
from ...model.classes import JDC_MIXINS, has_base
from ..places import CONSTRUCTION, COPY_WRITE, REPLACEMENT, asked
from ..related_places import annotated_at
from ..sites import CallSite
from .batched_objects import is_batched, is_row
from .field_values import FieldValue, bindings, checked_model, field_values, kept_values


@asked(SHAPE, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report arguments whose shape cannot match, or gives a name another size than the fields before."""
    names = bindings(site)
    is_batch = not has_base(site.info, JDC_MIXINS) and maps(site.api.tree) and _may_be_batch(site)
    for item in field_values(site):
        sentence = None if is_batch and _is_batched(item) else _sentence(item, names)
        if sentence is not None and not _is_row(site):
            yield Diagnostic(SHAPE, sentence, item.argument, related=annotated_at(item.field, site.api))


def _may_be_batch(site: CallSite) -> bool:
    """Return whether an object may have axes in front of all fields: none is seen that has its own axes alone."""
    if site.evaluator.fields.may_be_mapped(site.info):
        return True
    known = [item for item in (*field_values(site), *kept_values(site)) if item.value.sizes is not None]
    return all(map(_is_batched, known))


def _is_row(site: CallSite) -> bool:
    model = None if has_base(site.info, JDC_MIXINS) else checked_model(site.info)
    if model is None or not isinstance(site.call, Expression):
        return False
    declared = [None if field.array is None else field.array.shape for field in model.fields.values()]
    given = [(item.annotation.shape, item.value.sizes) for item in (*field_values(site), *kept_values(site))]
    return is_row(site.call, declared, given, site.api)


def _is_batched(item: FieldValue) -> bool:
    return is_batched(item.annotation.shape, item.value.sizes)


def _sentence(item: FieldValue, names: Bindings) -> str | None:
    pattern, shape = item.annotation.shape, item.value.shape
    if pattern is None or shape is None:
        return None
    if isinstance(shape, ShapePattern):
        return pattern_mismatch(item.owner, item.name, pattern, shape)
    return shape_mismatch(item.owner, item.name, pattern, shape, names)
