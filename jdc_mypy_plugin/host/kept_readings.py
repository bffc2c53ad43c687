"""Readings of source files that are kept beside mypy's cache, one for each file, as long as its text is the same."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Any, Final, cast

from mypy.options import Options

from .digest import source_digest

_FOLDER: Final = "jdc-sources"


class KeptReadings:
    """The readings of earlier runs."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        """The folder beside the cache; None where nothing is kept."""

    def start(self, options: Options) -> None:
        """Begin a run."""
        is_kept = options.cache_dir != os.devnull
        self._folder = Path(options.cache_dir) / _FOLDER if is_kept else None

    def get(self, place: str, digest: str) -> object:
        """Return the reading of a file with a text of that digest; None where there is none of it."""
        if self._folder is None:
            return None
        try:
            kept: object = json.loads(self._file(self._folder, place).read_text())
        except (OSError, ValueError):
            return None
        known = cast("dict[str, Any]", kept) if isinstance(kept, dict) else {}
        return known.get("reading") if known.get("of") == _version(digest) else None

    def keep(self, place: str, digest: str, reading: object) -> None:
        """Keep a reading in the place of an older one of the file."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):  # a cache that cannot be written to is none
            self._folder.mkdir(parents=True, exist_ok=True)
            file = self._file(self._folder, place)
            new = file.with_suffix(f".{os.getpid()}")
            new.write_text(json.dumps({"of": _version(digest), "reading": reading}))
            new.replace(file)

    def _file(self, folder: Path, place: str) -> Path:
        return folder / f"{hashlib.sha256(place.encode(errors='surrogatepass')).hexdigest()[:32]}.json"


def _version(digest: str) -> str:
    """Return a digest that is another one for another jdc."""
    return f"{source_digest()} {digest}"


KEPT_READINGS: Final = KeptReadings()
