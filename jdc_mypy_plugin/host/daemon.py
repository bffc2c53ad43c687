"""True if mypy runs once or stays."""

from __future__ import annotations

from mypy.options import Options


def is_daemon(options: Options) -> bool:
    """Return whether this mypy keeps what it knows and checks again only what an edit reaches."""
    return options.fine_grained_incremental or options.cache_fine_grained
