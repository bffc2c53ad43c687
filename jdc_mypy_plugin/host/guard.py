"""The plugin never crashes mypy: what it does not expect is unknown."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from .freshness import follow, stop_following


class HookContext(Protocol):
    """The context that every hook is called with."""

    @property
    def api(self) -> object:
        """Mypy's semantic analyser or its checker."""


ContextT = TypeVar("ContextT", bound=HookContext)
ResultT = TypeVar("ResultT")
AskedT = TypeVar("AskedT")

RAISE: Final = os.environ.get("JDC_PLUGIN_RAISE") == "1"
"""Set by the tests, so that an unexpected situation is seen there."""


def found(find: Callable[[AskedT], ResultT | None], fullname: AskedT) -> ResultT | None:
    """Return the hook for a name; None where looking for it fails."""
    if RAISE:
        return find(fullname)
    try:
        return find(fullname)
    except Exception:
        return None


class Found(dict[str, ResultT | None]):
    """The hooks of one kind by name, each looked for once: every class is read before anything is checked.

    A daemon reads classes again, so that nothing is kept for it.
    """

    def __init__(self, find: Callable[[str], ResultT | None], *, keeps: bool) -> None:
        super().__init__()
        self._find = find
        self._keeps = keeps

    def __missing__(self, fullname: str) -> ResultT | None:
        """Look for the hook of a name."""
        hook = found(self._find, fullname)
        if self._keeps:
            self[fullname] = hook
        return hook


def guarded(
    hook: Callable[[ContextT], ResultT], otherwise: Callable[[ContextT], ResultT]
) -> Callable[[ContextT], ResultT]:
    """Wrap a hook so that an exception in it gives the result of ``otherwise``."""

    def safe(ctx: ContextT) -> ResultT:
        is_following = follow(ctx.api)
        try:
            return hook(ctx)
        except Exception:
            if RAISE:
                raise
            return otherwise(ctx)
        finally:
            if is_following:
                stop_following()

    return safe
