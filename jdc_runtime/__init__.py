"""JAX dataclasses that a type checker understands: ``import jdc_runtime as jdc``."""

from dataclasses import (
    KW_ONLY,
    MISSING,
    FrozenInstanceError,
    InitVar,
    asdict,
    astuple,
    fields,
    is_dataclass,
    replace,
)

from ._decorator import pytree_dataclass
from ._errors import StaticFieldError
from ._fields import field, static_field
from ._hints import Static
from ._node import PyTreeNode

__all__ = [
    "KW_ONLY",
    "MISSING",
    "FrozenInstanceError",
    "InitVar",
    "PyTreeNode",
    "Static",
    "StaticFieldError",
    "asdict",
    "astuple",
    "field",
    "fields",
    "is_dataclass",
    "pytree_dataclass",
    "replace",
    "static_field",
]
