"""Reports from inside an attempt of mypy at an operator, whose errors it takes for those of the operand types.

mypy tries ``float.__mul__``, then ``Array.__rmul__``. If both attempts have errors, it shows those of the first alone,
and the result is `Any`.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from mypy.checker import TypeChecker


@contextmanager
def outside_attempt(api: TypeChecker) -> Generator[None]:
    """Keep what is reported from the attempt that mypy is making, the innermost."""
    watchers: list[object] | None = getattr(api.errors, "_watchers", None)
    if not watchers:
        yield
        return
    innermost = watchers.pop()
    try:
        yield
    finally:
        watchers.append(innermost)
