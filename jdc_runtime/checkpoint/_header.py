"""The header: JSON that describes a tree and its arrays, and reading it without trust.

A header that was read has been checked in whole: every node has its form, every array is in the tree once, and
every size is the one that dtype and shape make. Code that uses a `Header` need not check again.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any, Final, cast

from ._dtypes import dtype_named
from ._errors import CheckpointError
from ._json import Json, canonical, is_dict, is_list
from ._leaves import KINDS, Spec
from ._values import decode

_OPTIONAL: Final = {"weak_type": bool, "impl": str, "key_dtype": str}
_MAX_DIMENSIONS: Final = 32


@dataclasses.dataclass(frozen=True)
class Header:
    """The tree of a checkpoint as `_tree` describes it, its arrays, and the user's metadata, encoded."""

    tree: Json
    arrays: tuple[Spec, ...]
    metadata: Json
    rest: tuple[dict[str, Json], ...] = ()
    """The part of an array's entry that is not in its `Spec`: the place of its data."""


def to_json(header: Header) -> dict[str, Json]:
    """Return what `from_json` reads."""
    rest = header.rest or tuple({} for _ in header.arrays)
    arrays = [_entry(spec) | extra for spec, extra in zip(header.arrays, rest, strict=True)]
    return {"metadata": header.metadata, "arrays": arrays, "tree": header.tree}


def _entry(spec: Spec) -> dict[str, Json]:
    entry = {"path": spec.path, "kind": spec.kind, "dtype": spec.dtype, "shape": list(spec.shape)}
    return entry | {name: value for name in _OPTIONAL if (value := getattr(spec, name))}


def from_json(stored: Json) -> Header:
    """Return the header that some JSON is.

    Raises:
        CheckpointError: the JSON is not what `to_json` makes.

    """
    _expect(isinstance(stored, dict) and stored.keys() == {"metadata", "arrays", "tree"}, "its parts")
    _expect(isinstance(stored["arrays"], list), "the list of arrays")
    entries = [_parse_entry(entry) for entry in cast("list[Json]", stored["arrays"])]
    specs = tuple(spec for spec, _ in entries)
    _expect(len({spec.path for spec in specs}) == len(specs), "two arrays of one key path")
    used = list(_arrays_in(stored["tree"]))
    _expect(used == list(range(len(specs))), "the arrays in the tree")
    _expect(isinstance(decode(stored["metadata"]), dict), "the metadata")
    return Header(stored["tree"], specs, stored["metadata"], tuple(rest for _, rest in entries))


def _expect(condition: bool, what: str) -> None:
    if not condition:
        raise CheckpointError(f"the header is malformed: {what}")


def _parse_entry(entry: Json) -> tuple[Spec, dict[str, Json]]:
    _expect(isinstance(entry, dict), "the entry of an array")
    rest = cast("dict[str, Json]", entry).copy()
    path, kind, dtype, shape = (rest.pop(name, None) for name in ("path", "kind", "dtype", "shape"))
    optional = {name: rest.pop(name) for name in _OPTIONAL if name in rest}
    _expect(isinstance(path, str) and kind in KINDS and isinstance(dtype, str), "the entry of an array")
    _expect(all(type(value) is _OPTIONAL[name] for name, value in optional.items()), f"the entry of {path!r}")
    _expect((kind == "key") == ("impl" in optional) == ("key_dtype" in optional), f"the keys {path!r}")
    _expect(_is_shape(shape), f"the shape of {path!r}")
    _expect(kind != "scalar" or not shape, f"the shape of the scalar {path!r}")
    _expect(kind != "key" or bool(shape), f"the shape of the keys {path!r}")
    if dtype_named(dtype) is None:
        raise CheckpointError(f"{path}: dtype {dtype!r} is unknown to the jax and numpy that are installed")
    return Spec(path, kind, dtype, tuple(shape), **optional), rest


def _is_shape(shape: Json) -> bool:
    sizes = shape if is_list(shape) else [None]
    return len(sizes) <= _MAX_DIMENSIONS and all(type(size) is int and 0 <= size < 1 << 62 for size in sizes)


def itemsize(spec: Spec) -> int:
    """Return how many bytes one element of an array has."""
    dtype = dtype_named(spec.dtype)
    assert dtype is not None
    return dtype.itemsize


def nbytes(spec: Spec) -> int:
    """Return how many bytes the data of an array has."""
    return math.prod(spec.shape) * itemsize(spec)


def _arrays_in(node: Json) -> Iterator[int]:
    """Check a node, and yield the numbers of the arrays below it."""
    _expect(is_dict(node), "a node")
    kind = "/".join(sorted(node))
    content = next(iter(node.values())) if len(node) == 1 else None
    if kind == "array" and type(content) is int:
        yield content
    elif kind == "value":
        decode(content)
    elif kind in ("list", "tuple") and is_list(content):
        for child in content:
            yield from _arrays_in(child)
    elif kind == "class/dict" and node["class"] in ("dict", "OrderedDict", "defaultdict"):
        yield from _arrays_in_pairs(node["dict"])
        _expect(_are_distinct([decode(key) for key, _ in node["dict"]]), "the keys of a dict")
    elif kind == "children/node/static" and isinstance(node["node"], str) and is_dict(node["static"]):
        decode(list(node["static"].values()))
        yield from _arrays_in_pairs(node["children"])
        _expect(all(isinstance(key, str) for key, _ in node["children"]), "the children of a node")
    else:
        raise CheckpointError(f"the header is malformed: a node {kind}")


def _arrays_in_pairs(pairs: Json) -> Iterator[int]:
    _expect(is_list(pairs) and all(is_list(pair) and len(pair) == 2 for pair in pairs), "the children of a node")
    _expect(len({canonical(key) for key, _ in pairs}) == len(pairs), "a key twice")
    for _, child in pairs:
        yield from _arrays_in(child)


def _are_distinct(keys: list[Any]) -> bool:
    try:
        return len(set(keys)) == len(keys)
    except TypeError:
        return False
