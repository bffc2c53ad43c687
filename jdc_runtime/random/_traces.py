"""Which trace of JAX runs now, and whether a value that is made in it may be kept by an outer one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import jax.core
import jax.extend.core

_NAME: Final = "get_opaque_trace_state"
_STATE: Final = getattr(jax.extend.core if hasattr(jax.extend.core, _NAME) else jax.core, _NAME)
_DIFFERENTIATES: Final = frozenset({"JVPTrace", "LinearizeTrace", "JaxprTrace"})
_OUTERMOST: Final = "EvalTrace"

TraceReference = Callable[[], Any]
"""A weak reference to a trace."""


def current_trace() -> TraceReference:
    """Return a weak reference to the trace that runs now; without any transformation there is one too."""
    reference: TraceReference = _STATE(convention="jdc")._trace_ref
    return reference


def trace_of(value: object) -> Any:
    """Return the trace that a value belongs to; None for one that is not traced."""
    return cast("Any", value)._trace if isinstance(value, jax.core.Tracer) else None


def barrier(home: TraceReference) -> str | None:
    """Return the kind of trace between the current one and ``home`` that values must not pass; None if there is none.

    Differentiation is not a barrier: what does not depend on its inputs belongs to the trace around it. Rules of
    `jax.custom_jvp` run in the trace around a differentiation, so ``home`` may be the inner one.
    """
    inner, outer = _around(current_trace()()), _around(home())
    passed = _until(inner, outer) + (_until(outer, inner) if _meet(inner, outer) else [])
    kinds = [type(trace).__name__ for trace in passed]
    return next((kind for kind in kinds if kind not in _DIFFERENTIATES), None)


def inner_traces(home: TraceReference) -> list[Any]:
    """Return the current trace and those around it that began inside of ``home``."""
    return _until(_around(current_trace()()), _around(home()))


def has_ended(trace: Any) -> bool:
    """Return whether a trace has certainly ended; the oldest versions of JAX do not tell all that are running."""
    running = _around(current_trace()())
    return type(running[-1]).__name__ == _OUTERMOST and not _meet([trace], running)


def _around(trace: Any) -> list[Any]:
    """Return a trace and those around it, as far as JAX tells."""
    traces: list[Any] = []
    while trace is not None:
        traces.append(trace)
        trace = getattr(trace, "parent_trace", None)
    return traces


def _meet(traces: list[Any], others: list[Any]) -> bool:
    return len(_until(traces, others)) < len(traces)


def _until(traces: list[Any], others: list[Any]) -> list[Any]:
    """Return the traces before the first one that is among others too."""
    ends = (number for number, trace in enumerate(traces) if any(trace is other for other in others))
    return traces[: next(ends, len(traces))]
