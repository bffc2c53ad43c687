"""The file system as mypy sees it: what is on disk, with the texts of an editor in the place of files."""

from __future__ import annotations

import os
import stat
from pathlib import PurePath

from mypy.fscache import FileSystemCache
from mypy.util import hash_digest


class Overlay(FileSystemCache):
    """Files and texts, the texts by absolute path. A text needs no file."""

    def __init__(self) -> None:
        self._texts: dict[str, tuple[bytes, int]] = {}
        self._changes = 0
        super().__init__()

    def put(self, path: str, text: str) -> None:
        """Let a text stand for a file."""
        content = text.encode("utf-8", errors="replace")
        known = self._texts.get(path)
        if known is None or known[0] != content:
            self._changes += 1
            self._texts[path] = content, self._changes

    def text(self, path: str) -> str | None:
        """Return the text that stands for a file; None where the file stands for itself."""
        found = self._texts.get(path)
        return None if found is None else found[0].decode()

    @property
    def paths(self) -> list[str]:
        """Return the files that a text stands for."""
        return list(self._texts)

    def remove(self, path: str) -> None:
        """Let the file stand for itself again."""
        self._texts.pop(path, None)

    def stat_or_none(self, path: str) -> os.stat_result | None:
        """Return what mypy looks at to see a change: a time that is new with each text."""
        found = self._texts.get(path)
        if found is None:
            return super().stat_or_none(path)
        content, change = found
        return os.stat_result((stat.S_IFREG | 0o644, 0, 0, 1, 0, 0, len(content), change, change, change))

    def exists(self, path: str, real_only: bool = False) -> bool:
        """Return whether there is a file; with ``real_only``, one that a parser may read by itself."""
        if path in self._texts:
            return not real_only
        return super().exists(path, real_only)

    def read(self, path: str) -> bytes:
        """Return the content."""
        found = self._texts.get(path)
        if found is None:
            return super().read(path)
        self.hash_cache[path] = hash_digest(found[0])
        return found[0]

    def hash_digest(self, path: str) -> str:
        """Return the hash of the content."""
        found = self._texts.get(path)
        return super().hash_digest(path) if found is None else hash_digest(found[0])

    def listdir(self, path: str) -> list[str]:
        """Return the names in a directory, those of texts without a file too."""
        try:
            names = super().listdir(path)
        except OSError:
            names = []
            if not any(os.path.dirname(text) == path for text in self._texts):  # noqa: PTH120 - called very often
                raise
        added = [PurePath(text).name for text in self._texts if os.path.dirname(text) == os.path.normpath(path)]  # noqa: PTH120
        return [*names, *(name for name in added if name not in names)]
