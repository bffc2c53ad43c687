"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

_NO_SYNC: Final = (errno.EACCES, errno.EPERM, errno.EINVAL, errno.ENOTSUP)
"""Errors of directories that may be written but not read, and of file systems that sync none."""


@contextmanager
def replacing(path: Path) -> Generator[BinaryIO]:
    """Open a new file; when the block ends, it takes the place of ``path``, and when it raises, nothing changes.

    The file is on disk before it takes the name, so a crash leaves the old or the new one. The last of several
    writers wins. The new file has the mode and owner of the old one. A symbolic link stays, and what it points to
    is replaced.

    Raises:
        OSError: there is something that is not a file, or may not be written, or a file cannot be made there.

    """
    path = Path(os.path.realpath(path))
    old = _existing(path)
    made = _make_directories(path.parent)
    temporary = path.with_name(f".jdc-{secrets.token_hex(8)}.tmp")
    try:
        with open(temporary, "xb", opener=_opener(0o666 if old is None else 0o600)) as file:
            yield file
            file.flush()
            if old is not None:
                _give(file.fileno(), old)
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        for remove in (temporary.unlink, *(directory.rmdir for directory in made)):
            with suppress(OSError):
                remove()
        raise
    if os.name == "posix":
        _sync_directory(path.parent)


def _existing(path: Path) -> os.stat_result | None:
    """Return what is known of the file that is to be replaced; None where there is none."""
    try:
        old = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a checkpoint cannot replace a directory", str(path))
    if not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, "this is not a regular file, and is not replaced", str(path))
    if not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise PermissionError(errno.EACCES, "the file is read-only: it is not replaced", str(path))
    return old


def _make_directories(directory: Path) -> list[Path]:
    """Make a directory where it is missing, and return those that were made, the innermost first."""
    missing = [here for here in (directory, *directory.parents) if not here.exists()]
    directory.mkdir(parents=True, exist_ok=True)
    return missing


def _opener(mode: int) -> Callable[[str, int], int]:
    return lambda path, flags: os.open(path, flags, mode)


def _give(descriptor: int, old: os.stat_result) -> None:
    """Give an open file the owner and the mode of another one, as far as the system lets us."""
    if os.name == "posix":
        with suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _sync_directory(directory: Path) -> None:
    try:
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise
