"""Objects that stay as long as mypy runs, which no search for garbage needs to look at."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Generator


@contextlib.contextmanager
def lasting_objects() -> Generator[None]:
    """Take what is made here for old: importing the hooks makes a third of the objects that cause a collection.

    mypy does the same with what it reads from its cache. Freezing and thawing moves all objects to the oldest
    generation and looks at none (https://docs.python.org/3/library/gc.html#gc.freeze). PyPy cannot, and collects.
    """
    if not gc.isenabled() or not hasattr(gc, "freeze"):
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        gc.enable()
