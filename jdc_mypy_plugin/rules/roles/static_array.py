"""``jdc-static-array``: a static field that is or holds an array.

JAX compares static values with ``==``; arrays answer with an array, so the second call of a jitted function raises.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.messages import format_type_bare
from mypy.types import Type

from jdc_spec.rules import STATIC_ARRAY

from ...host.diagnostics import Diagnostic
from ...typefacts.arrays import held_array, is_certainly_array
from ..places import CLASS, asked
from ..sites import ClassSite


@asked(STATIC_ARRAY, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report static fields with arrays: anywhere in them where that is the library's contract, else on their own."""
    for name, statement in site.own_fields():
        declared = site.model.type_of(name)
        message = None if declared is None else _message(site, name, declared)
        if message is not None:
            yield Diagnostic(STATIC_ARRAY, message, statement.unanalyzed_type or statement)
    for name, declared, in_bases in site.inherited_fields():
        message = _message(site, name, declared)
        if message is not None and not any(held_array(each) for each in in_bases):
            yield Diagnostic(STATIC_ARRAY, message, site.defn)


def _message(site: ClassSite, name: str, declared: Type) -> str | None:
    if site.model.role_of(name) != "static":
        return None
    is_array = is_certainly_array(declared)
    part = held_array(declared) if is_array or site.model.facts.is_strict else None
    if part is None:
        return None
    shown = format_type_bare(part.type, site.api.options)
    found = "is an array" if is_array else f"can hold an array ({name}{part.where}: {shown})"
    return (
        f'static field "{name}" of "{site.defn.name}" {found}: JAX compares static values with ==, which arrays '
        "do not answer with True or False; drop the static marker to make it data, or keep something hashable, "
        "such as a tuple of numbers"
    )
