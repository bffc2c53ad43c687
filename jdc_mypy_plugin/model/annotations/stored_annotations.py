"""Array annotations as JSON, to be kept in mypy's cache."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.dtypes import DType
from jdc_spec.jaxtyping import shape
from jdc_spec.shapes import ShapePattern


def dump(annotation: ArrayAnnotation | None) -> dict[str, Any]:
    """Return shape and dtype: a shape as its text, or as the sizes before and after the batch axes."""
    pattern = None if annotation is None else annotation.shape
    dtype = None if annotation is None else annotation.dtype
    return {"shape": None if pattern is None else _axes(pattern), "dtype": None if dtype is None else dtype.name}


def load(item: Mapping[str, Any]) -> ArrayAnnotation | None:
    """Return the annotation that `dump` has written; None where there is neither shape nor dtype."""
    pattern = _pattern(item["shape"])
    dtype = None if item["dtype"] is None else DType(item["dtype"])
    return None if pattern is None and dtype is None else ArrayAnnotation(pattern, dtype)


def _axes(pattern: ShapePattern) -> Any:
    return [list(pattern.prefix), list(pattern.suffix)] if pattern.text is None else pattern.text


def _pattern(stored: Any) -> ShapePattern | None:
    if isinstance(stored, str):
        return shape(stored)
    return None if stored is None else ShapePattern(tuple(stored[0]), tuple(stored[1]))
