"""`inspect`: the contents of a checkpoint."""

from __future__ import annotations

import os
from pathlib import Path

from ._errors import about
from ._files import opened
from ._sharded import VERSION as SHARDED_VERSION
from ._sharded import read_header
from ._summary import Summary, summarize


def inspect(path: str | os.PathLike[str]) -> Summary:
    """Return what is in a file or directory: version, metadata, each leaf and static field. No data is read.

    Raises:
        CheckpointError: the checkpoint is foreign, newer or truncated, or its header was altered.
        OSError: it cannot be read.
        ImportError: it is a directory, and Orbax is not installed.

    """
    if Path(path).is_dir():
        with about(path):
            return summarize(read_header(Path(path).absolute()), SHARDED_VERSION)
    with opened(path) as reader:
        return summarize(reader.header, reader.version)
