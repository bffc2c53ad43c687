"""``jdc.auto_static(jax.jit)`` as ``equinox.filter_jit``, in the tests; equinox itself keeps its own.

The arguments that ``donate`` names are given as ``donate_argnums``: JAX's option, with positions.
"""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

import jax
import pytest
from proof import counted, uses_of_jdc

import jdc_runtime as jdc

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["uses_of_jdc"]

_jit = counted(jdc.auto_static(jax.jit))
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def filter_jit(fun: Callable[..., Any] | None = None, *, donate: str = "none", **options: Any) -> Any:
    """Do what ``equinox.filter_jit`` does, by jdc."""
    if fun is None:
        return functools.partial(filter_jit, donate=donate, **options)
    if donate == "none":
        return _jit(fun, **options)
    parameters = inspect.signature(fun).parameters.values()
    positions = range(sum(parameter.kind in _POSITIONAL for parameter in parameters))
    return _jit(fun, donate_argnums=tuple(positions[donate.endswith("except-first") :]), **options)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart() -> None:
    """Put it in place, after the suite's configuration has set its options of JAX."""
    import equinox

    equinox.filter_jit = filter_jit
