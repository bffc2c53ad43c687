"""Reports from inside attempts of mypy, which takes them for errors of what it tries.

At ``0.5 * x`` mypy tries ``float.__mul__``, then ``Array.__rmul__``. If both attempts have errors, it shows those of
the first alone, and the result is `Any`. An overload with an error does not match.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy.errors import Errors


@contextmanager
def outside_attempt(errors: Errors, number: int = 1) -> Generator[None]:
    """Keep what is reported from the attempt that mypy is making, the innermost, or from several of them."""
    watchers: list[object] = getattr(errors, "_watchers", [])
    first = max(len(watchers) - number, 0)
    innermost = watchers[first:]
    del watchers[first:]
    try:
        yield
    finally:
        watchers.extend(innermost)


@contextmanager
def outside_attempts(errors: Errors) -> Generator[None]:
    """Keep what is reported from all attempts that mypy is making."""
    watchers: list[object] = getattr(errors, "_watchers", [])
    kept = watchers[:]
    watchers.clear()
    try:
        yield
    finally:
        watchers[:] = kept
