"""``jdc-dtype``: an array whose dtype the field's annotation excludes."""

from __future__ import annotations

from collections.abc import Iterator

from jdc_spec.dtypes import matches
from jdc_spec.rules import DTYPE
from jdc_spec.sentences import dtype_mismatch

from ..evaluate import Origin
from ..report import Diagnostic
from ..sites import CallSite
from .evidence import field_values


def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report arguments whose dtype cannot match; a Python scalar takes its dtype from where it is used."""
    for item in field_values(site):
        expected, found = item.annotation.dtype, item.value.dtype
        if expected is None or found is None or item.value.origin is Origin.SCALAR:
            continue
        if not matches(found, expected.name):
            yield Diagnostic(DTYPE, dtype_mismatch(item.owner, item.name, expected, found), item.argument)
