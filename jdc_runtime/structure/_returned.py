"""Trees that apply functions return: whole ones, or only what a call renewed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypeIs

from jdc_spec.tree_keys import CHILDREN, KEYS

from ._tree import StructureTree, empty_tree, is_structure_tree, require_tree


def completed(tree: StructureTree, returned: object, role: str) -> StructureTree:
    """Return what ``apply`` returned as a whole tree.

    A node that lacks one of the keys is an update of the node that ``apply`` got: the keys, names and submodules that
    it leaves out are as they were. A node with all keys stands as it is, and one without any is a mistake.

    Raises:
        StructureError: neither a tree nor a part of one.

    """
    return returned if is_structure_tree(returned) else require_tree(_completed(tree, returned), role)


def _completed(old: Mapping[str, Any], returned: object) -> object:
    if not _is_mapping(returned) or not any(key in returned for key in KEYS):
        return returned
    new = dict(returned)
    if any(key not in new for key in KEYS):
        new = {**old, **{key: _update(old.get(key), value) for key, value in new.items()}}
    below: object = new[CHILDREN]
    if _is_mapping(below):
        new[CHILDREN] = {name: _child(old, name, child) for name, child in below.items()}
    return new


def _update(old: object, new: object) -> object:
    """Return the value of a key: its names, and those that it leaves out."""
    return {**old, **new} if _is_mapping(old) and _is_mapping(new) else new


def _child(old: Mapping[str, Any], name: str, new: object) -> object:
    """Return a submodule; a new one is completed too, for the error to say that it is new."""
    return new if is_structure_tree(new) else _completed(old[CHILDREN].get(name, empty_tree()), new)


def _is_mapping(value: object) -> TypeIs[Mapping[str, Any]]:
    return isinstance(value, Mapping)
