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

from jdc_spec.arrays import MalformedAnnotationError

from ._annotations import AnnotationError, EnforcedAnnotationsMixin
from ._auto_static import auto_static
from ._decorator import pytree_dataclass
from ._errors import StaticFieldError
from ._fields import field, static_field
from ._hints import Static
from ._jit import jit
from ._mutation import MutationError, copy_and_mutate
from ._node import PyTreeNode

__all__ = [
    "KW_ONLY",
    "MISSING",
    "AnnotationError",
    "EnforcedAnnotationsMixin",
    "FrozenInstanceError",
    "InitVar",
    "MalformedAnnotationError",
    "MutationError",
    "PyTreeNode",
    "Static",
    "StaticFieldError",
    "asdict",
    "astuple",
    "auto_static",
    "copy_and_mutate",
    "field",
    "fields",
    "is_dataclass",
    "jit",
    "pytree_dataclass",
    "replace",
    "static_field",
]
