"""The header: JSON that describes a tree and its arrays, and reading it without trust.

A header that was read has been checked in whole: every node has its form, every array is in the tree once, and
every size is the one that dtype and shape make. What uses a `Header` need not look again.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Iterable
from typing import Final, cast

from ._dtypes import dtype_named
from ._errors import CheckpointError
from ._leaves import KINDS, Spec
from ._values import Json, canonical, decode

_OPTIONAL: Final = {"weak_type": bool, "impl": str, "key_dtype": str}
_MAX_DIMENSIONS: Final = 32


@dataclasses.dataclass(frozen=True)
class Header:
    """The tree of a checkpoint as `_tree` describes it, its arrays, and the user's metadata, encoded."""

    tree: Json
    arrays: tuple[Spec, ...]
    metadata: Json
    rest: tuple[dict[str, Json], ...] = ()
    """What the entry of each array has beyond its `Spec`: where its data is."""


def to_json(header: Header) -> dict[str, Json]:
    """Return what `from_json` reads."""
    rest = header.rest or tuple({} for _ in header.arrays)
    arrays = [_entry(spec) | extra for spec, extra in zip(header.arrays, rest, strict=True)]
    return {"metadata": header.metadata, "arrays": arrays, "tree": header.tree}


def _entry(spec: Spec) -> dict[str, Json]:
    entry = dataclasses.asdict(spec) | {"shape": list(spec.shape)}
    return {name: value for name, value in entry.items() if name not in _OPTIONAL or value}


def dumps(stored: Json) -> bytes:
    """Return JSON as bytes.

    Raises:
        CheckpointError: it is nested more deeply than Python's json can write.

    """
    try:
        return json.dumps(stored, separators=(",", ":"), allow_nan=False).encode()
    except RecursionError:
        raise CheckpointError("the tree is nested too deeply to be stored") from None


def loads(data: bytes) -> Json:
    """Return the JSON in some bytes; a key twice, ``NaN`` and ``Infinity`` are no JSON.

    Raises:
        CheckpointError: they hold no JSON.

    """
    try:
        return json.loads(data, object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"the header is no valid JSON: {error}") from error


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("one key twice")
    return found


def _refuse(constant: str) -> Json:
    raise ValueError(constant)


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
    try:
        used = list(_arrays_in(stored["tree"]))
    except RecursionError:
        raise CheckpointError("the header is nested too deeply") from None
    _expect(used == list(range(len(specs))), "the arrays in the tree")
    _expect(isinstance(decode(stored["metadata"]), dict), "the metadata")
    return Header(stored["tree"], specs, stored["metadata"], tuple(rest for _, rest in entries))


def _expect(condition: bool, what: str) -> None:  # noqa: FBT001 - reads as a sentence
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
    _expect(isinstance(shape, list) and len(shape) <= _MAX_DIMENSIONS, f"the shape of {path!r}")
    _expect(all(type(size) is int and 0 <= size < 1 << 62 for size in shape), f"the shape of {path!r}")
    _expect(kind != "scalar" or not shape, f"the shape of the scalar {path!r}")
    _expect(kind != "key" or bool(shape), f"the shape of the keys {path!r}")
    if dtype_named(dtype) is None:
        raise CheckpointError(f"{path}: dtype {dtype!r} is unknown to the jax and numpy that are installed")
    return Spec(path, kind, dtype, tuple(shape), **optional), rest


def nbytes(spec: Spec) -> int:
    """Return how many bytes the data of an array has."""
    dtype = dtype_named(spec.dtype)
    assert dtype is not None
    return math.prod(spec.shape) * dtype.itemsize


def _arrays_in(node: Json) -> Iterable[int]:
    """Check a node, and yield the numbers of the arrays below it."""
    _expect(isinstance(node, dict), "a node")
    match node:
        case {"array": index, **rest} if not rest and type(index) is int:
            yield index
        case {"value": value, **rest} if not rest:
            decode(value)
        case {"list": list(children), **rest} | {"tuple": list(children), **rest} if not rest:
            for child in cast("list[Json]", children):
                yield from _arrays_in(child)
        case {"dict": list(pairs), "class": "dict" | "OrderedDict" | "defaultdict", **rest} if not rest:
            yield from _arrays_in_pairs(pairs)
        case {"node": str(), "children": list(pairs), "static": dict(static), **rest} if not rest:
            decode(list(static.values()))
            _expect(all(isinstance(pair, list) and pair and isinstance(pair[0], str) for pair in pairs), "a node")
            yield from _arrays_in_pairs(pairs)
        case _:
            raise CheckpointError(f"the header is malformed: a node with {sorted(node)}")


def _arrays_in_pairs(pairs: list[Json]) -> Iterable[int]:
    _expect(all(isinstance(pair, list) and len(pair) == 2 for pair in pairs), "the children of a node")
    _expect(len({canonical(key) for key, _ in pairs}) == len(pairs), "a key twice")
    for key, child in pairs:
        decode(key)
        yield from _arrays_in(child)
