"""The keys of a structure tree, for rooms that meet trees without loading `jdc_runtime.structure`."""

from __future__ import annotations

from typing import Any, Final, TypeGuard, cast

CHILDREN: Final = "submodules"
GROUPS: Final = ("params", "buffers", "aux")
STATE: Final = ("params", "buffers")
STATIC: Final = ("aux", "apply")
CONTENT: Final = (*GROUPS, "apply")
KEYS: Final = (*CONTENT, CHILDREN)
"""The keys of a structure tree."""

_KEY_SET: Final = frozenset(KEYS)


def is_node(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is a dict with exactly `KEYS`, ``apply`` callable, the others dicts."""
    if not isinstance(value, dict):
        return False
    node = cast("dict[str, Any]", value)
    if node.keys() != _KEY_SET or not callable(node["apply"]):
        return False
    return all(isinstance(node[key], dict) for key in (*GROUPS, CHILDREN))
