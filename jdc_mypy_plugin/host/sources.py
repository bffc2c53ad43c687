"""The text of a file as mypy reads it: a shadow file or an editor may have another than the disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from mypy.options import Options


class Sources:
    """The places that mypy reads files from."""

    def __init__(self) -> None:
        self._shadows: Mapping[str, str] = {}
        self._read: Callable[[str], bytes] | None = None

    def follow_options(self, options: Options) -> None:
        """Read the files that ``--shadow-file`` names in the place of others."""
        self._shadows = {str(Path(source).absolute()): shadow for source, shadow in options.shadow_file or ()}

    @property
    def are_shadowed(self) -> bool:
        """Return whether some files are read from elsewhere, so that the disk does not tell whether they change."""
        return bool(self._shadows) or self._read is not None

    def read_by(self, read: Callable[[str], bytes]) -> None:
        """Read files, by absolute path, as an editor has them."""
        self._read = read

    def text(self, path: str) -> str:
        """Return the text of a file; the empty one of a file that cannot be read."""
        absolute = str(Path(path).absolute())
        source = self._shadows.get(absolute, absolute)
        try:
            content = Path(source).read_bytes() if self._read is None else self._read(source)
            return content.decode()
        except (OSError, ValueError):
            return ""


SOURCES: Final = Sources()
