"""``jdc-dtype``: an array whose dtype the field's annotation excludes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from jdc_spec.dtypes import ANY_KEY, KEY, DType, matches, takes_scalar
from jdc_spec.rules import DTYPE
from jdc_spec.sentences import dtype_mismatch

from ...evaluate import Origin
from ...host.diagnostics import Diagnostic
from ..places import CONSTRUCTION, COPY_WRITE, REPLACEMENT, asked
from ..related_places import annotated_at
from ..sites import CallSite
from .field_values import FieldValue, field_values

_EITHER: Final = {
    "int": ("int32", "int64"),
    "float": ("float32", "float64"),
    "complex": ("complex64", "complex128"),
}


@asked(DTYPE, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report arguments whose dtype cannot match."""
    for item in field_values(site):
        expected, found = item.annotation.dtype, item.value.dtype
        if expected is None or found is None or _fits(item, found, expected):
            continue
        shown = found if item.value.origin is Origin.SCALAR else shown_dtype(found)
        yield Diagnostic(
            DTYPE,
            dtype_mismatch(item.owner, item.name, expected, shown),
            item.argument,
            related=annotated_at(item.field, site.api),
        )


def _fits(item: FieldValue, found: str, expected: DType) -> bool:
    if item.value.origin is Origin.SCALAR:
        return not item.is_scalar_dtype_checked or takes_scalar(expected.name, found)
    return matches(found, expected.name)


def shown_dtype(dtype: str) -> str:
    """Name both dtypes where ``jax_enable_x64`` decides, or how keys are made."""
    if dtype == ANY_KEY:
        return f"{KEY} or uint32"
    narrow, wide = _EITHER.get(dtype, (dtype, ""))
    return f"{narrow} ({wide} with jax_enable_x64)" if wide else dtype
