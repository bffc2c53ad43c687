"""``pytree_dataclass`` in the place of ``dataclasses.dataclass`` and ``jax.tree_util.register_dataclass`` together.

The tests of jax decorate a class with both, or call the second with lists of fields. Here the first keeps a copy of the plain
class, and the second gives that copy to jdc. Classes outside of jax's tests are left alone.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import jax
from proof import counted, uses_of_jdc

import jdc_runtime as jdc

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["uses_of_jdc"]

_MODULE = "tree_util_test"
_make = dataclasses.dataclass
_register = jax.tree_util.register_dataclass
_pytree_dataclass = counted(jdc.pytree_dataclass)
_plain: dict[type[Any], type[Any]] = {}


def dataclass(cls: type[Any] | None = None, /, **options: Any) -> Any:
    """Make a dataclass, and keep the class as it was."""
    if cls is None:
        return _make(**options)
    if cls.__module__ != _MODULE:
        return _make(cls, **options)
    members = {name: value for name, value in vars(cls).items() if name not in {"__dict__", "__weakref__"}}
    plain = type(cls.__name__, cls.__bases__, {**members, "__qualname__": cls.__qualname__})
    made = _make(cls, **options)
    _plain[made] = plain
    return made


def register_dataclass(
    nodetype: type[Any],
    data_fields: Sequence[str] | None = None,
    meta_fields: Sequence[str] | None = None,
    drop_fields: Sequence[str] = (),
) -> Any:
    """Return jdc's class for a dataclass of jax's tests; register any other as JAX does."""
    if nodetype not in _plain:
        return _register(nodetype, data_fields, meta_fields, drop_fields)
    decorate = _pytree_dataclass(data_fields=data_fields, meta_fields=meta_fields, drop_fields=drop_fields or None)
    return decorate(_plain[nodetype])


dataclasses.dataclass = dataclass
jax.tree_util.register_dataclass = register_dataclass
