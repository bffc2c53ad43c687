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
from typing import TYPE_CHECKING, Any

from jdc_spec.arrays import MalformedAnnotationError

from ._dataclass.base_class import PyTreeNode
from ._dataclass.decorator import pytree_dataclass
from ._dataclass.errors import StaticFieldError
from ._dataclass.fields import field, static_field
from ._dataclass.static_markers import Static
from ._enforced.mixin import AnnotationError, EnforcedAnnotationsMixin
from ._enforced.reveal import reveal_shape
from ._jit.jit import jit
from ._mutation.copy_and_mutate import MutationError, copy_and_mutate

if TYPE_CHECKING:
    from ._jit.auto_static import auto_static

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
    "reveal_shape",
    "static_field",
]


def __getattr__(name: str) -> Any:
    """Load `auto_static`, thirty modules that few programs need, when it is first asked for."""
    if name != "auto_static":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ._jit.auto_static import auto_static  # noqa: PLC0415

    globals()[name] = auto_static
    return auto_static


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
