"""Objects that stay as long as mypy runs, which no search for garbage needs to look at."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Generator


@contextlib.contextmanager
def lasting_objects() -> Generator[None]:
    """Take what is made here for old: importing the hooks makes as many objects as cause half a collection.

    mypy does the same with what it reads from its cache. Freezing and thawing moves all objects to the oldest
    generation and looks at none (https://docs.python.org/3/library/gc.html#gc.freeze).
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()
            gc.unfreeze()
            gc.enable()
