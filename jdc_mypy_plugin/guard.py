"""The plugin never crashes mypy: what it does not expect is unknown."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Final, TypeVar

ContextT = TypeVar("ContextT")
ResultT = TypeVar("ResultT")

RAISE: Final = os.environ.get("JDC_PLUGIN_RAISE") == "1"
"""Set by the tests, so that an unexpected situation is seen there."""


def guarded(
    hook: Callable[[ContextT], ResultT], otherwise: Callable[[ContextT], ResultT]
) -> Callable[[ContextT], ResultT]:
    """Wrap a hook so that an exception in it gives the result of ``otherwise``."""
    if RAISE:
        return hook

    @functools.wraps(hook)
    def safe(ctx: ContextT) -> ResultT:
        try:
            return hook(ctx)
        except Exception:
            return otherwise(ctx)

    return safe
