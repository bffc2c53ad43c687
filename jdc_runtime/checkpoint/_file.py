"""The bytes of a checkpoint file, which is a safetensors file: header, then the data of all arrays.

The header is JSON behind its own length, in 8 little-endian bytes. It starts with ``__metadata__``, and that with
the version and the checksum of everything up to the data; ``content`` is the JSON of a `Header`, with the checksum
of each array. Whoever reads safetensors finds each array under its key path.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, BinaryIO, Final, cast

import numpy as np

from ._checksum import digest, xxh3
from ._dtypes import safetensors_form
from ._errors import CheckpointError, at
from ._header import Header, from_json, itemsize, nbytes, to_json
from ._json import Json, canonical, dumps, loads
from ._leaves import Spec, from_bytes, host_data
from ._names import distinct

VERSION: Final = 2
_LENGTH: Final = struct.Struct("<Q")
_ALIGNMENT: Final = 64
_CHUNK: Final = 1 << 20
"""A part of an array that is still in the processor's cache when its checksum is taken."""
_UNKNOWN: Final = "0" * 16
_BEGINNING: Final = b'{"__metadata__":{"jdc":"'
_MARK: Final = re.compile(re.escape(_BEGINNING) + rb'([1-9][0-9]{0,4})","xxh3":"([0-9a-f]{16})"')
_MARK_SIZE: Final = 64


def write(file: BinaryIO, header: Header, leaves: Iterable[Any]) -> None:
    """Write a checkpoint into an empty file, one array at a time."""
    start = len(_head(header, [_UNKNOWN] * len(header.arrays)))
    offsets, end = _offsets(header.arrays)
    checksums = [
        _write_array(file, start + offset, host_data(leaf, spec), may_change=spec.kind in ("numpy", "scalar"))
        for offset, leaf, spec in zip(offsets, leaves, header.arrays, strict=True)
    ]
    file.seek(0)
    file.write(_head(header, checksums))
    file.truncate(start + end)


def _write_array(file: BinaryIO, position: int, array: np.ndarray[Any, Any], *, may_change: bool) -> str:
    data, checksum = array.reshape(-1).view(np.uint8), xxh3()
    file.seek(position)
    for start in range(0, data.size, _CHUNK):
        part = data[start : start + _CHUNK]
        if may_change:  # another thread may write into it between what follows
            part = part.copy()
        file.write(part.data)
        checksum.update(part.data)
    return str(checksum.hexdigest())


def _head(header: Header, checksums: Sequence[str]) -> bytes:
    """Return all bytes before the data."""
    content = to_json(replace(header, rest=tuple({"xxh3": checksum} for checksum in checksums)))
    metadata = {"jdc": str(VERSION), "xxh3": _UNKNOWN, "content": dumps(content).decode()}
    text = dumps({"__metadata__": metadata, **_entries(header.arrays)})
    text += b" " * (-(_LENGTH.size + len(text)) % _ALIGNMENT)
    return _sealed(_LENGTH.pack(len(text)) + text)


def _sealed(head: bytes) -> bytes:
    """Return the bytes before the data with the checksum of them in its place, where they counted as zeros."""
    mark = _MARK.match(head, _LENGTH.size)
    assert mark is not None
    before, after = head[: mark.start(2)], head[mark.end(2) :]
    return before + digest(before + _UNKNOWN.encode() + after).encode() + after


def _offsets(specs: Sequence[Spec]) -> tuple[list[int], int]:
    """Return where the data of each array starts, and where the last ends: the widest dtypes first, without gaps."""
    order = sorted(range(len(specs)), key=lambda index: -itemsize(specs[index]))
    *starts, end = accumulate((nbytes(specs[index]) for index in order), initial=0)
    return [start for _, start in sorted(zip(order, starts, strict=True))], end


def _entries(specs: Sequence[Spec]) -> dict[str, Json]:
    """Return what safetensors has to know of each array, by a name that is not taken and is Unicode."""
    paths = [spec.path.encode(errors="backslashreplace").decode() for spec in specs]
    offsets, _ = _offsets(specs)
    entries: dict[str, Json] = {}
    for name, spec, offset in zip(distinct(paths, "__metadata__"), specs, offsets, strict=True):
        dtype, shape = safetensors_form(spec.dtype, spec.shape)
        entries[name] = {"dtype": dtype, "shape": shape, "data_offsets": [offset, offset + nbytes(spec)]}
    return entries


class Reader:
    """An open checkpoint file, whose header has been read and found whole.

    Raises:
        CheckpointError: the file is foreign, of a newer version, truncated or altered.

    """

    version: Final = VERSION

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        size, start = os.fstat(file.fileno()).st_size, file.read(_MARK_SIZE)
        mark = _MARK.match(start, _LENGTH.size)
        if mark is None:
            raise CheckpointError(_foreign(start, size))
        if int(mark[1]) > VERSION:
            raise CheckpointError(
                f"a newer jdc wrote it, in format {int(mark[1])}; this one reads formats up to {VERSION}"
            )
        self._data_start = _LENGTH.size + _LENGTH.unpack_from(start)[0]
        if self._data_start > size:
            raise CheckpointError(f"it is truncated: it ends after {size} bytes, inside its header")
        head = start + file.read(max(0, self._data_start - len(start)))
        if len(head) != self._data_start or head != _sealed(head):
            raise CheckpointError("it was altered: the checksum of its header does not fit")
        self.header = _parse(head[_LENGTH.size :])
        self._offsets, end = _offsets(self.header.arrays)
        if size < self._data_start + end:
            raise CheckpointError(f"it is truncated: {size} of {self._data_start + end} bytes are there")
        if size > self._data_start + end:
            raise CheckpointError("it was altered: there are bytes after its last array")

    def read(self, index: int) -> np.ndarray[Any, Any]:
        """Return the data of an array, in memory of its own.

        Raises:
            CheckpointError: the data was altered.

        """
        spec = self.header.arrays[index]
        data, checksum = np.empty(nbytes(spec), np.uint8), xxh3()
        self._file.seek(self._data_start + self._offsets[index])
        for start in range(0, data.size, _CHUNK):
            part = data[start : start + _CHUNK].data
            if cast("Any", self._file).readinto(part) != len(part):
                raise CheckpointError(f"{at(spec.path)}: the file became shorter while it was read")
            checksum.update(part)
        if checksum.hexdigest() != self.header.rest[index]["xxh3"]:
            raise CheckpointError(f"{at(spec.path)}: its data was altered: the checksum does not fit")
        return from_bytes(data, spec)


def _parse(text: bytes) -> Header:
    stored = loads(text)
    metadata = stored.pop("__metadata__")
    content = metadata.pop("content", None)
    if metadata.keys() != {"jdc", "xxh3"} or metadata["jdc"] != str(VERSION) or not isinstance(content, str):
        raise CheckpointError("the header is malformed: its metadata")
    header = from_json(loads(content))
    if any(rest.keys() != {"xxh3"} for rest in header.rest):
        raise CheckpointError("the header is malformed: the checksums")
    if canonical(stored) != canonical(_entries(header.arrays)):
        raise CheckpointError("the header is malformed: its arrays are not those of its content")
    return header


def _foreign(start: bytes, size: int) -> str:
    if not size:
        return "it is empty"
    if size < _MARK_SIZE and _BEGINNING.startswith(start[_LENGTH.size :][: len(_BEGINNING)]):
        return f"it is truncated: it ends after {size} bytes, inside its header"
    if start[_LENGTH.size :].startswith(b"{"):
        return (
            "it is a safetensors file that jdc did not write, or one that was altered; "
            "safetensors.flax.load_file reads those"
        )
    return f"it is not a jdc checkpoint: it begins with {start[: 2 * _LENGTH.size]!r}"
