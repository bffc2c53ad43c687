"""``jdc-chex-mapping``: positional arguments to the constructor of a class whose objects are mappings.

It is that of `dict`, which takes fields by keyword (https://github.com/google-deepmind/chex/issues/155).
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr

from jdc_spec.facts import Edit, Fix, Span
from jdc_spec.rules import CHEX_MAPPING

from ...host.diagnostics import Diagnostic, span
from ...syntax.arguments import positional
from ..places import CONSTRUCTION, asked
from ..sites import CallSite


@asked(CHEX_MAPPING, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report the arguments that are given by position, with the edit that names them."""
    if site.model is None or not site.model.facts.is_mapping or not isinstance(site.call, CallExpr):
        return
    given = positional(site.call)
    if not given:
        return
    fields = [name for name, each in site.model.fields.items() if each.init]
    message = (
        f'"{site.info.name}" is a mapping, whose constructor is that of dict: positional arguments raise a '
        "ValueError; give each field by its name"
    )
    starts = [span(each) for each in given]
    edits = tuple(
        Edit(Span(place.line, place.column, place.line, place.column), f"{name}=")
        for place, name in zip(starts, fields, strict=False)
    )
    fixes = (Fix("Name the arguments", edits),) if len(edits) == len(given) else ()
    yield Diagnostic(CHEX_MAPPING, message, site.call, fixes)
