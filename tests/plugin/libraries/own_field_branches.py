"""Field functions of a project that return one of several fields, or put a default into their keywords before."""

import dataclasses
from typing import Any, TypeVar, dataclass_transform

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import register_dataclass

T = TypeVar("T")


def either(default: Any = dataclasses.MISSING) -> Any:
    """Return a static field."""
    if default is dataclasses.MISSING:
        return dataclasses.field(metadata={"static": True})
    return dataclasses.field(default=default, metadata={"static": True})


def filled(default: Any = dataclasses.MISSING, **kwargs: Any) -> Any:
    if default is not dataclasses.MISSING:
        kwargs["default"] = default
    return dataclasses.field(metadata={"static": True}, **kwargs)


def chosen(is_static: bool, **kwargs: Any) -> Any:
    if is_static:
        return dataclasses.field(metadata={"static": True}, **kwargs)
    return dataclasses.field(**kwargs)


def marked(is_static: bool, **kwargs: Any) -> Any:
    if is_static:
        kwargs["metadata"] = {"static": True}
    return dataclasses.field(**kwargs)


def sometimes(is_static: bool) -> Any:
    if is_static:
        return dataclasses.field(metadata={"static": True})
    return None


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field, either, filled))
def pytree(cls: type[T]) -> type[T]:
    return register_dataclass(dataclasses.dataclass(frozen=True)(cls))


@pytree
class Table:
    x: jax.Array
    rows: np.ndarray = either()  # E: jdc-static-array
    columns: np.ndarray = filled(kw_only=True)  # E: jdc-static-array
    size: int = either(3)
    name: str = filled("a")
    chosen_rows: np.ndarray = chosen(True, default=None)
    marked_rows: np.ndarray = marked(True, default=None)
    other_rows: np.ndarray = sometimes(True)


@jax.jit
def made(table: Table) -> jax.Array:
    return jnp.zeros(table.size) + len(table.name)
