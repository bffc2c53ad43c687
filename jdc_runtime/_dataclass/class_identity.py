"""Classes that JAX would take for one another: from jax 0.10 on, treedefs of its C++ way do not compare the class.

Two registered dataclasses with as many children and equal static values have equal treedefs there. `jax.lax.cond` and
`jax.lax.scan` accept one for the other, and in a few of a hundred pairs the caches of `jax.jit` do too, so that an
object of the wrong class comes back. So the class is one more static value: read as ``obj.__class__``, which no field
can be called, and handed to ``__init__`` as a keyword that it passes over.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING, Any, Final, cast

from jax import tree_util

if TYPE_CHECKING:
    from .layout import Layout

_tree_util: Final = cast("Any", tree_util)

KEYWORD: Final = "__class__"
"""The attribute that JAX reads, and the parameter that it is handed to."""

(_FIELD,) = dataclasses.fields(dataclasses.make_dataclass("_Identity", [(KEYWORD, object)]))


@functools.cache
def is_needed() -> bool:
    """Return whether the treedefs of this JAX leave the class out of their comparison."""

    class First:
        pass

    class Second:
        pass

    for probe in (First, Second):
        _tree_util.register_dataclass(probe, [], [])
    return bool(_tree_util.tree_structure(First()) == _tree_util.tree_structure(Second()))


def register(cls: type, layout: Layout) -> None:
    """Register a class the C++ way, with itself among its static values where that is needed."""
    if not is_needed():
        _tree_util.register_dataclass(cls, layout.data, layout.static, layout.dropped)
        return
    fields: dict[str, Any] = cls.__dict__["__dataclass_fields__"]
    fields[KEYWORD] = _FIELD  # JAX compares the names that it is given with the fields of a dataclass
    try:
        _tree_util.register_dataclass(cls, layout.data, (*layout.static, KEYWORD), layout.dropped)
    finally:
        del fields[KEYWORD]
