"""``jdc-static-type``: a static field whose type can be changed in place, in a library that says nothing against it.

Many working classes have a list there that never changes, so the rule is off by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdc_spec.rules import STATIC_TYPE

from ...host.diagnostics import Diagnostic
from ..places import CLASS, asked
from ..sites import ClassSite
from .static_mutable import worded


@asked(STATIC_TYPE, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the static fields that a class writes, but for those that `jdc-static-mutable` reports."""
    if site.model.facts.is_strict:
        return
    for field in site.own_fields:
        message = worded(site, field)
        if message is not None:
            yield Diagnostic(STATIC_TYPE, message, field.annotation)
