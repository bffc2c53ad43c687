"""``jdc-shape``: an array whose shape the field's annotation excludes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import MypyFile

from jdc_spec.bindings import Bindings
from jdc_spec.rules import SHAPE
from jdc_spec.sentences import pattern_mismatch, shape_mismatch
from jdc_spec.shapes import ShapePattern

from ...host.diagnostics import Diagnostic
from ...model.classes import JDC_MIXINS, has_base
from ...syntax import INDEX
from ...syntax.per_module import PerModule
from ..places import CONSTRUCTION, COPY_WRITE, REPLACEMENT, asked
from ..related_places import annotated_at
from ..sites import CallSite
from .field_values import FieldValue, bindings, field_values


@asked(SHAPE, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report arguments whose shape cannot match, or gives a name another size than the fields before."""
    names = bindings(site)
    is_mapped = not has_base(site.info, JDC_MIXINS) and _MAPS.of(site.api.tree)
    for item in field_values(site):
        sentence = None if is_mapped and _is_batched(item) else _sentence(item, names)
        if sentence is not None:
            yield Diagnostic(SHAPE, sentence, item.argument, related=annotated_at(item.field, site.api))


def _maps(module: MypyFile) -> bool:
    """Return whether a module maps functions over objects, which it then makes with axes in front."""
    return any("vmap" in each.name for each in INDEX.of(module).body.references())


_MAPS: Final = PerModule(_maps)


def _is_batched(item: FieldValue) -> bool:
    """Return whether an array has the axes of its annotation, and others before them."""
    pattern, sizes = item.annotation.shape, item.value.sizes
    if pattern is None or sizes is None or pattern.variadic is not None or len(sizes) <= len(pattern.prefix):
        return False
    return pattern.disagreement(sizes[len(sizes) - len(pattern.prefix) :]) is None


def _sentence(item: FieldValue, names: Bindings) -> str | None:
    pattern, shape = item.annotation.shape, item.value.shape
    if pattern is None or shape is None:
        return None
    if isinstance(shape, ShapePattern):
        return pattern_mismatch(item.owner, item.name, pattern, shape)
    return shape_mismatch(item.owner, item.name, pattern, shape, names)
