"""A summary of a checkpoint for people, from its header alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ._errors import at
from ._header import Header, nbytes
from ._json import Json
from ._tree import key_path
from ._values import brief, decode, show


@dataclass(frozen=True, slots=True)
class Entry:
    """A leaf or a static part of a checkpoint.

    ``kind`` is ``"jax"``, ``"numpy"``, ``"scalar"`` or ``"key"`` for arrays, which have a shape and a dtype,
    ``"value"`` for other leaves and ``"static"`` for static parts of nodes, which have ``text``. Values of built-in
    types are in ``value``.
    """

    path: str
    kind: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    nbytes: int = 0
    text: str = ""
    value: Any = None

    def __str__(self) -> str:
        what = self.text or f"{self.dtype}[{','.join(map(str, self.shape))}]"
        return f"{at(self.path)}: {self.kind} {brief(what)}"


@dataclass(frozen=True, slots=True)
class Summary:
    """The header of a checkpoint. ``str`` of it is a listing."""

    version: int
    metadata: dict[str, Any]
    entries: tuple[Entry, ...]

    @property
    def nbytes(self) -> int:
        """The size of all arrays."""
        return sum(entry.nbytes for entry in self.entries)

    def __str__(self) -> str:
        heading = f"format {self.version}, {self.nbytes} bytes of arrays, metadata {self.metadata!r}"
        return "\n".join((heading, *map(str, self.entries)))


def summarize(header: Header, version: int) -> Summary:
    """Summarize a header."""
    return Summary(version, decode(header.metadata), tuple(_entries(header, header.tree, "")))


def _entries(header: Header, node: Json, path: str) -> Iterator[Entry]:
    if "array" in node:
        index: int = node["array"]
        spec = header.arrays[index]
        yield Entry(path, spec.kind, spec.leaf_dtype, spec.leaf_shape, nbytes(spec))
    elif "value" in node:
        yield Entry(path, "value", text=show(node["value"]), value=decode(node["value"]))
    elif "node" in node:
        for name, value in node["static"].items():
            yield Entry(f"{path}.{name}" if name else path, "static", text=show(value))
        for key, child in node["children"]:
            yield from _entries(header, child, path + key)
    elif "dict" in node:
        for key, child in node["dict"]:
            yield from _entries(header, child, path + key_path(key))
    else:
        for index, child in enumerate(node.get("list") or node.get("tuple") or ()):
            yield from _entries(header, child, f"{path}[{index}]")
