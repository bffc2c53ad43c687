"""Keys of dicts that are equal without being alike, such as 1, True and 1.0, which JAX takes for the same."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from typing import TYPE_CHECKING, Any, cast

from .snapshot import snapshot

if TYPE_CHECKING:
    from collections.abc import Hashable


def unlike_keys(treedef: Any) -> tuple[Hashable, ...]:
    """Return what the keys of the dicts of a tree are compared by, those that are not strings; () where all are."""
    found: list[Hashable] = []
    waiting = [treedef]
    while waiting:
        node = waiting.pop()
        waiting += node.children()
        kind, keys = cast("tuple[Any, Any]", node.node_data() or (None, ()))
        if kind is defaultdict:
            _, keys = keys
        elif kind is not dict and kind is not OrderedDict:
            continue
        found += (snapshot(key) for key in keys if type(key) is not str)
    return tuple(found)
