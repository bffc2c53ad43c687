"""The directory where mypy keeps its results; where it cannot be used, one that lasts as long as the run."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final

LOCK: Final = "jdc.lock"


class Cache:
    """The cache of one run, as a context manager."""

    def __init__(self, chosen: Path) -> None:
        self.directory = chosen
        self.warning: str | None = None
        self._chosen = chosen
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    @property
    def is_temporary(self) -> bool:
        """Return whether the directory is gone after the run."""
        return self._temporary is not None

    @property
    def is_off(self) -> bool:
        """Return whether nothing is kept at all."""
        return self.directory == Path(os.devnull)

    def replace(self, reason: str) -> None:
        """Go on with an empty cache for this run alone; where that does not work either, with none."""
        if self.is_temporary:
            self.directory = Path(os.devnull)
            return
        self._temporary = tempfile.TemporaryDirectory(prefix="jdc-cache-")
        self.directory = Path(self._temporary.name)
        self.warning = f"the cache {self._chosen} is not used in this run: {reason}"

    @contextmanager
    def locked(self) -> Generator[None]:
        """Wait until no other run uses the directory, and keep it until the block is through."""
        with ExitStack() as stack:
            with contextlib.suppress(OSError, ImportError):  # a file system, or a platform, without locks
                import fcntl  # noqa: PLC0415

                lock = stack.enter_context((self.directory / LOCK).open("a"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def __enter__(self) -> Cache:
        """Look whether the directory can be written to."""
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.directory):
                pass
        except OSError as error:
            self.replace(error.strerror or str(error))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove what lasts no longer than the run."""
        if self._temporary is not None:
            self._temporary.cleanup()
