"""``jax.ops``: sums, products and extremes of the rows that belong to one segment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import kind_of
from ..sizes import differ
from ..values import NONE, DTypeMistakeError, MistakeError, UnclearError, Value, show, show_dtype


def segment(call: Call) -> Value:
    """``segment_sum(data, segment_ids, num_segments)``: a row for each segment."""
    call.without("bucket_size", "mode")
    data, picks = call.array("data"), call.array("segment_ids")
    if picks.dtype is not None and kind_of(picks.dtype) in ("float", "complex"):
        raise DTypeMistakeError(f"{call.name} takes integers as segment_ids, not {show_dtype(picks.dtype)}")
    if kind_of(picks.dtype) == "bool":
        raise UnclearError
    size = None if call.values["num_segments"] is NONE else call.size("num_segments")
    if data.shape is None or picks.shape is None:
        shape = None
    else:
        shape = (size, *data.shape[1:])
        is_one_each = len(picks.shape) == 1 and not {0, None}.intersection((*data.shape, *picks.shape))
        if is_one_each and data.shape and data.shape[0] != 1 and differ(data.shape[0], picks.shape[0]):
            raise MistakeError(
                f"{call.name} takes a segment for each row of {show(data.shape)}, not {show(picks.shape)}"
            )
    dtype = data.dtype if kind_of(data.dtype) in ("int", "float", "complex") else None
    return call.result(shape, dtype)


_OPTIONS: Final = "indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None"

SEGMENTS: Final[Mapping[str, tuple[str, Rule]]] = dict.fromkeys(
    ("segment_sum", "segment_prod", "segment_max", "segment_min"),
    (f"data, segment_ids, num_segments=None, {_OPTIONS}", segment),
)
"""Functions of `jax.ops`, each with its signature."""
