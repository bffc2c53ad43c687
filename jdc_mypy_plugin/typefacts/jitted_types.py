"""Types of functions under `jax.jit`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy.types import CallableType

from ..host.known_types import known_type

if TYPE_CHECKING:
    from mypy.types import Type

STAGES: Final = frozenset(("jax._src.pjit.JitWrapped", "jax._src.stages.Wrapped", "jax.stages.Wrapped"))
"""Classes that JAX declares for jitted functions."""


def is_jitted_type(kind: Type | None) -> bool:
    """Return whether a type is that of a jitted function with its signature."""
    kind = known_type(kind)
    return isinstance(kind, CallableType) and kind.fallback.type.fullname in STAGES
