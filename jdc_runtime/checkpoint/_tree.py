"""A tree as JSON: its nodes, and at its leaves the numbers of arrays or values.

A node is one of ``{"array": 3}``, ``{"value": ...}``, ``{"list": [...]}``, ``{"tuple": [...]}``,
``{"dict": [[key, node], ...], "class": "dict"}`` and, for all other pytrees, ``{"node": "module:Class",
"children": [["key path", node], ...], "static": {"name": ...}}``.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any, Final, cast

from jax import tree_util

from .._dataclass.assembly import reader
from .._mutation.node_kinds import Fields, kind_of
from ._errors import CheckpointError, at, listing
from ._json import Json
from ._leaves import Spec, is_array, spec_of
from ._names import distinct, name_of
from ._values import encode, show

DICTS: Final[dict[type, str]] = {dict: "dict", OrderedDict: "OrderedDict", defaultdict: "defaultdict"}
SEQUENCES: Final[dict[type, str]] = {list: "list", tuple: "tuple"}


class Stored:
    """A tree taken apart. ``arrays`` has the leaf and the description of each array, in the order of ``tree``."""

    def __init__(self, tree: Any) -> None:
        self.arrays: list[tuple[Any, Spec]] = []
        self._problems: list[str] = []
        self.tree = self._node(tree, "")
        if self._problems:
            raise listing("the tree cannot be stored:", self._problems)
        paths = distinct(spec.path for _, spec in self.arrays)
        self.arrays = [
            (leaf, spec if spec.path == path else dataclasses.replace(spec, path=path))
            for (leaf, spec), path in zip(self.arrays, paths, strict=True)
        ]

    def _node(self, node: Any, path: str) -> Json:
        cls = cast("type[object]", type(node))
        if node is None or kind_of(node) is None:
            return self._leaf(node, path)
        if cls in SEQUENCES:
            return {SEQUENCES[cls]: [self._node(child, f"{path}[{index}]") for index, child in enumerate(node)]}
        if cls in DICTS:
            pairs = [self._item(key, child, path) for key, child in node.items()]
            if len({key_path(key) for key, _ in pairs}) < len(pairs):
                self._problems.append(
                    f"{at(path)}: two dictionary keys are stored alike: they differ in more than name"
                )
            return {"dict": pairs, "class": DICTS[cls]}
        return {
            "node": name_of(cls),
            "children": [[key, self._node(child, path + key)] for key, child in children_of(node)],
            "static": {
                name: self._encode(value, f"{path}.{name}" if name else f"{at(path)}, static part")
                for name, value in static_parts(node).items()
            },
        }

    def _item(self, key: Any, child: Any, path: str) -> Json:
        stored = self._encode(key, f"{at(path)}, dictionary key")
        return [stored, self._node(child, f"{path}{key_path(stored)}")]

    def _leaf(self, leaf: Any, path: str) -> Json:
        if not is_array(leaf):
            return {"value": self._encode(leaf, at(path))}
        try:
            self.arrays.append((leaf, spec_of(leaf, path)))
        except CheckpointError as error:
            self._problems.append(str(error))
        return {"array": len(self.arrays) - 1}

    def _encode(self, value: Any, where: str) -> Json:
        try:
            return encode(value, where)
        except CheckpointError as error:
            self._problems.append(str(error))
            return None


def key_path(key: Json) -> str:
    """Return the part of a key path that a dictionary key makes."""
    return f"[{show(key)}]"


def children_of(node: Any) -> list[tuple[str, Any]]:
    """Return the children of a node that is neither list, tuple nor dict, with their parts of the key path.

    Each part is there once: custom nodes may give two children the same.
    """
    kind = kind_of(node)
    if isinstance(kind, Fields):
        names = kind.layout.data
        return list(zip((f".{name}" for name in names), _read(node, names), strict=True))
    pairs, _ = _tree_util.tree_flatten_with_path(node, is_leaf=_not(node))
    keys = distinct(_tree_util.keystr(path) for path, _ in pairs)
    return [(key, child) for key, (_, child) in zip(keys, pairs, strict=True)]


def static_parts(node: Any) -> dict[str, Any]:
    """Return what belongs to the treedef of such a node: static fields by name, anything else under ``""``."""
    kind = kind_of(node)
    if isinstance(kind, Fields):
        names = kind.layout.static
        return dict(zip(names, _read(node, names), strict=True))
    static: Any = treedef_of(node).node_data()[1]
    fields, parts = _unnamed_fields(node), _parts(static)
    if fields is None or parts is None:
        return {} if static is None or parts == [] else {"": static}
    return {name: value for name, value in fields.items() if any(value is part for part in parts)}


def _parts(static: Any) -> list[Any] | None:
    """Return what a treedef has of one node, if that is several things."""
    if type(static) in (tuple, list):
        return list(static)
    return list(static.values()) if type(static) in (dict, OrderedDict) else None


def _read(node: object, names: tuple[str, ...]) -> tuple[Any, ...]:
    return reader(type(node), names)(node)


def treedef_of(node: Any) -> Any:
    """Return the treedef of one node, whose leaves are its children."""
    return _tree_util.tree_structure(node, is_leaf=_not(node))


def _not(node: object) -> Callable[[object], bool]:
    """Return the ``is_leaf`` that flattens a node by one level."""
    return lambda part: part is not node


_tree_util: Final[Any] = cast("Any", tree_util)


def _unnamed_fields(node: Any) -> dict[str, Any] | None:
    """Return the fields of another library's dataclass that are not children; None if children are not fields."""
    if not dataclasses.is_dataclass(node):
        return None
    fields = {f.name: getattr(node, f.name, None) for f in dataclasses.fields(node)}
    data = {key.removeprefix(".") for key, _ in children_of(node)}
    return {name: fields[name] for name in fields if name not in data} if data <= fields.keys() else None
