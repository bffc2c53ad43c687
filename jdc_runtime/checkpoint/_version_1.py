"""Reading files of version 1, which nothing writes any more.

=======  ====================================================================
bytes    content
=======  ====================================================================
0-7      the magic number
8-11     version of the format, 1
12-15    zero
16-23    length of the header
24-31    length of the file
32-63    sha256 of bytes 0-31 and the header
64-      the header, then zeros up to the next multiple of 64: there data begins
=======  ====================================================================

All numbers are little-endian. The header has for each array an offset from where data begins, the number of
bytes and their sha256; between arrays there are zeros up to the next multiple of 64.
"""

from __future__ import annotations

import hashlib
import os
import struct
from typing import Any, BinaryIO, Final, cast

import numpy as np

from ._errors import CheckpointError, at
from ._header import from_json, nbytes
from ._json import loads
from ._leaves import from_bytes

MAGIC: Final = b"\x89jdc\r\n\x1a\n"
_PREAMBLE: Final = struct.Struct("<8sIIQQ")
_START: Final = 64


def _aligned(size: int) -> int:
    return -(-size // _START) * _START


class Reader:
    """An open file of version 1, whose header has been read and found whole.

    Raises:
        CheckpointError: the file is truncated or altered.

    """

    version: Final = 1

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._size = size = os.fstat(file.fileno()).st_size
        preamble, digest = file.read(_PREAMBLE.size), file.read(_START - _PREAMBLE.size)
        if len(digest) < _START - _PREAMBLE.size:
            raise CheckpointError(f"it is truncated: it ends after {size} bytes, inside its first {_START}")
        _, version, zero, length, declared = cast("tuple[bytes, int, int, int, int]", _PREAMBLE.unpack(preamble))
        if size < declared:
            raise CheckpointError(f"it is truncated: {size} of {declared} bytes are there")
        if size > declared or version != 1 or zero or length > size - _START:
            raise CheckpointError("it was altered: its lengths or its version do not fit")
        content = file.read(length)
        if hashlib.sha256(preamble + content).digest() != digest:
            raise CheckpointError("it was altered: the checksum of its header does not fit")
        self.header = from_json(loads(content))
        self._data_start = _aligned(_START + length)
        self._check_places(size)
        self._check_gap(_START + length, self._data_start, "the header")

    def _check_places(self, size: int) -> None:
        end = 0
        for spec, place in zip(self.header.arrays, self.header.rest, strict=True):
            start, end = _aligned(end), _aligned(end) + nbytes(spec)
            if not _is_place(place, start, nbytes(spec)):
                raise CheckpointError(f"{at(spec.path)}: its offset or size is not that of its dtype and shape")
        if self._data_start + end != size:
            raise CheckpointError("its arrays are not as long as the file")

    def _check_gap(self, start: int, end: int, after: str) -> None:
        self._file.seek(start)
        if any(self._file.read(end - start)):
            raise CheckpointError(f"it was altered: there are bytes after {after}, where zeros belong")

    def read(self, index: int) -> np.ndarray[Any, Any]:
        """Return the data of an array, in memory of its own.

        Raises:
            CheckpointError: the data was altered.

        """
        spec, place = self.header.arrays[index], self.header.rest[index]
        start, size = self._data_start + place["offset"], nbytes(spec)
        self._check_gap(start + size, min(_aligned(start + size), self._size), at(spec.path))
        data = np.empty(size, np.uint8)
        self._file.seek(start)
        count = cast("Any", self._file).readinto(data.data)
        if count != size or hashlib.sha256(data.data).hexdigest() != place["sha256"]:
            raise CheckpointError(f"{at(spec.path)}: its data was altered: the checksum does not fit")
        return from_bytes(data, spec)


def _is_place(place: dict[str, Any], start: int, size: int) -> bool:
    offset, length, digest = (place.get(name) for name in ("offset", "nbytes", "sha256"))
    return (
        len(place) == 3
        and type(offset) is int
        and type(length) is int
        and ((offset, length) == (start, size) and isinstance(digest, str))
    )
