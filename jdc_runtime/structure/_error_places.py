"""Add to an exception the place in the tree that it comes from."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from ._errors import place

if TYPE_CHECKING:
    from collections.abc import Generator

    from ._tree import Path

_NOTE: Final = 'in submodule "'


@contextmanager
def inside(path: Path) -> Generator[None]:
    """Note on an exception which submodule it comes from: one note with the whole path, however many nest."""
    try:
        yield
    except Exception as error:
        if not path:  # the root is not a submodule
            raise
        notes: list[str] = getattr(error, "__notes__", [])
        inner = next((number for number, note in enumerate(notes) if note.startswith(_NOTE)), None)
        if inner is None:
            error.add_note(f"in {place(path)}")
        else:
            notes[inner] = f"{_NOTE}{'.'.join(path)}.{notes[inner].removeprefix(_NOTE)}"
        raise
