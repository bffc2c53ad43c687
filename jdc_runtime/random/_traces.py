"""Which trace of JAX runs now, and whether a value that is made in it may be kept by an outer one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import jax.core
import jax.extend.core

_NAME: Final = "get_opaque_trace_state"
_STATE: Final = getattr(jax.extend.core if hasattr(jax.extend.core, _NAME) else jax.core, _NAME)
_DIFFERENTIATES: Final = frozenset({"JVPTrace", "LinearizeTrace", "JaxprTrace"})

TraceReference = Callable[[], Any]
"""A weak reference to a trace."""


def current_trace() -> TraceReference:
    """Return a weak reference to the trace that runs now; without any transformation there is one too."""
    reference: TraceReference = _STATE(convention="jdc")._trace_ref
    return reference


def barrier(home: TraceReference) -> str | None:
    """Return the kind of trace between the current one and ``home`` that values must not pass; None if there is none.

    Differentiation is no barrier: what does not depend on its inputs belongs to the trace around it.
    """
    trace = current_trace()()
    while trace is not home():
        kind = type(trace).__name__
        if kind not in _DIFFERENTIATES:
            return kind
        trace = trace.parent_trace
    return None
