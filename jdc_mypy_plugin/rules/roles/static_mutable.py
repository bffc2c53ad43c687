"""``jdc-static-mutable``: a static field that can change in place, or has no hash.

A jitted function keeps what it compiled for a static value; that the value has changed since, it cannot see.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.messages import format_type_bare

from jdc_spec.rules import STATIC_MUTABLE

from ...host.diagnostics import Diagnostic
from ...typefacts.arrays import held_array
from ...typefacts.mutable import held_mutable, substitute
from ..places import CLASS, asked
from ..sites import ClassField, ClassSite, InheritedField


@asked(STATIC_MUTABLE, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report mutable static fields where the library promises hashable ones; arrays have a rule of their own."""
    if not site.model.facts.is_strict:
        return
    for field in site.own_fields:
        message = worded(site, field)
        if message is not None:
            yield Diagnostic(STATIC_MUTABLE, message, field.annotation)
    for inherited in site.inherited_fields:
        message = worded(site, inherited)
        if message is not None and not any(held_mutable(each, site.api.modules) for each in inherited.in_bases):
            yield Diagnostic(STATIC_MUTABLE, message, site.defn)


def worded(site: ClassSite, field: ClassField | InheritedField) -> str | None:
    """Word that a static field can change in place, or has no hash; None of any other field."""
    name, declared = field.name, field.declared
    if field.role != "static" or declared is None or held_array(declared) is not None:
        return None
    part = held_mutable(declared, site.api.modules)
    if part is None:
        return None
    shown = format_type_bare(part.type, site.api.options)
    where = f"{name}{part.where}: {shown}" if part.where else shown
    instead = substitute(part.type)
    return (
        f'static field "{name}" of "{site.defn.name}" can be changed in place ({where}): jax.jit does not notice '
        f"and keeps the result for the old value; use {instead}"
        if instead is not None
        else f'static field "{name}" of "{site.defn.name}" is not hashable ({where}): static values are part of '
        "the treedef, which is compared and hashed; use a hashable type"
    )
