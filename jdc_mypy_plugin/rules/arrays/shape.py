"""``jdc-shape``: an array whose shape the field's annotation excludes."""

from __future__ import annotations

from collections.abc import Iterator

from jdc_spec.bindings import Bindings
from jdc_spec.rules import SHAPE
from jdc_spec.sentences import pattern_mismatch, shape_mismatch
from jdc_spec.shapes import ShapePattern

from ...evaluate.stacked_objects import maps
from ...host.diagnostics import Diagnostic
from ...model.classes import JDC_MIXINS, has_base
from ..places import CONSTRUCTION, COPY_WRITE, REPLACEMENT, asked
from ..related_places import annotated_at
from ..sites import CallSite
from .batched_objects import is_batched
from .field_values import FieldValue, bindings, field_values


@asked(SHAPE, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report arguments whose shape cannot match, or gives a name another size than the fields before."""
    names = bindings(site)
    is_mapped = not has_base(site.info, JDC_MIXINS) and maps(site.api.tree)
    for item in field_values(site):
        sentence = (
            None if is_mapped and is_batched(item.annotation.shape, item.value.sizes) else _sentence(item, names)
        )
        if sentence is not None:
            yield Diagnostic(SHAPE, sentence, item.argument, related=annotated_at(item.field, site.api))


def _sentence(item: FieldValue, names: Bindings) -> str | None:
    pattern, shape = item.annotation.shape, item.value.shape
    if pattern is None or shape is None:
        return None
    if isinstance(shape, ShapePattern):
        return pattern_mismatch(item.owner, item.name, pattern, shape)
    return shape_mismatch(item.owner, item.name, pattern, shape, names)
