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

from ._dataclass.base_class import PyTreeNode
from ._dataclass.decorator import pytree_dataclass
from ._dataclass.errors import StaticFieldError
from ._dataclass.fields import field, static_field
from ._dataclass.static_markers import Static
from ._enforced.mixin import AnnotationError, EnforcedAnnotationsMixin
from ._jit.auto_static import auto_static
from ._jit.jit import jit
from ._mutation.copy_and_mutate import MutationError, copy_and_mutate

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
