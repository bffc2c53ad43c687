"""jdc as ``flax.struct``, for all of flax: ``dataclass``, ``PyTreeNode``, and flax's own marker of static fields."""

from __future__ import annotations

import dataclasses
from typing import Any

from proof import counted, uses_of_jdc
from served import serve

import jdc_runtime as jdc

__all__ = ["uses_of_jdc"]


@counted
def dataclass(clz: type[Any] | None = None, **options: Any) -> Any:
    """Do what ``flax.struct.dataclass`` does, by jdc."""
    decorate = jdc.pytree_dataclass(**options)
    return decorate if clz is None else decorate(clz)


def field(pytree_node: bool = True, *, metadata: dict[str, Any] | None = None, **options: Any) -> Any:
    """Mark a field as ``flax.struct.field`` does; jdc reads this marker."""
    return dataclasses.field(metadata={**(metadata or {}), "pytree_node": pytree_node}, **options)


serve(
    {
        "flax.struct": {
            "dataclass": dataclass,
            "field": field,
            "PyTreeNode": jdc.PyTreeNode,
            "dataclasses": dataclasses,
        }
    }
)
