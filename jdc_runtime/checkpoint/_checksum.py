"""The checksum of checkpoint files: XXH3 of 64 bits, which costs less than copying the data does."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def xxh3() -> Any:
    """Return a new checksum, with ``update`` and ``hexdigest``.

    Raises:
        ImportError: xxhash is not installed.

    """
    try:
        return import_module("xxhash").xxh3_64()
    except ImportError as error:
        raise ImportError('checkpoint files need xxhash: pip install "jax-jdc[checkpoint]"') from error


def digest(data: bytes) -> str:
    """Return the checksum of some bytes, as 16 hexadecimal digits."""
    checksum = xxh3()
    checksum.update(data)
    return str(checksum.hexdigest())
