"""Trees taken apart by key, and put together again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias, cast

from jdc_spec.tree_keys import CHILDREN, CONTENT, STATE, STATIC

from ._errors import StructureError, names, place, suggestion
from ._map import PartialTree, structure_tree_map
from ._paths import iterate
from ._tree import Path, StructureTree

_Node: TypeAlias = Mapping[str, Any] | None


def filter_keys(tree: Mapping[str, Any], *keys: str) -> PartialTree:
    """Return a tree with only some of the keys, ``"params"`` and ``"buffers"`` if none is given.

    Raises:
        StructureError: a key that no structure tree has.

    """
    kept = _known(keys or STATE)

    def select(node: Mapping[str, Any], path: Path) -> PartialTree:  # noqa: ARG001 - structure_tree_map passes it
        return _select(node, kept)

    return structure_tree_map(select, tree)


def split_tree(
    tree: Mapping[str, Any], key_sets: Sequence[str | Sequence[str] | None] = CONTENT
) -> tuple[PartialTree, ...]:
    """Return a tree for each set of keys.

    ``params, rest = split_tree(tree, ["params", None])``.

    A set is a key, a list of keys, or None for all keys that are in no other set. `merge_trees` is the inverse.

    Raises:
        StructureError: a key that no structure tree has, or a string in place of the list of sets.

    """
    if isinstance(key_sets, str):
        raise StructureError(
            f"split_tree(tree, {key_sets!r}) has one key; write split_tree(tree, [{key_sets!r}, None]) for the part "
            f"and the rest, or filter_keys(tree, {key_sets!r})"
        )
    named = [None if each is None else _known((each,) if isinstance(each, str) else each) for each in key_sets]
    others = set(CONTENT).difference(*(each for each in named if each is not None))
    sets = [others if each is None else set(each) for each in named]

    def select(node: Mapping[str, Any], path: Path) -> tuple[PartialTree, ...]:  # noqa: ARG001
        return tuple(_select(node, each) for each in sets)

    return structure_tree_map(select, tree)


def get_params(tree: Mapping[str, Any]) -> tuple[PartialTree, PartialTree]:
    """Return ``(params, all other keys)`` as two trees."""
    params, rest = split_tree(tree, ["params", None])
    return params, rest


def split_params(tree: Mapping[str, Any]) -> tuple[PartialTree, PartialTree, PartialTree]:
    """Return ``(params, buffers, aux and apply)`` as three trees."""
    params, buffers, static = split_tree(tree, ["params", "buffers", STATIC])
    return params, buffers, static


def split_static(tree: Mapping[str, Any]) -> tuple[PartialTree, PartialTree]:
    """Return ``(params and buffers, aux and apply)``: what JAX can trace, and what it cannot."""
    state, static = split_tree(tree, [STATE, STATIC])
    return state, static


def merge_static(state: Mapping[str, Any], static: Mapping[str, Any]) -> StructureTree:
    """Put the parts of `split_static` together."""
    return merge_trees(static, state)


def merge_trees(
    *trees: Mapping[str, Any],
    keys_to_merge: Collection[str] = CONTENT,
    keys_to_override: Collection[str] = CONTENT,
) -> StructureTree:
    """Put trees together: their submodules, and under each key of ``keys_to_merge`` the names of all.

    If two trees have the same name, the later one wins; under a key that is not in ``keys_to_override``, the
    earlier one. The result has the keys that the trees have, so it is complete if they are between them.

    Raises:
        StructureError: no tree is given, or a key that no structure tree has.

    """
    merged_keys, override = _known(keys_to_merge), _known(keys_to_override)

    def merge(*nodes: _Node, path: Path) -> PartialTree:  # noqa: ARG001 - structure_tree_map passes it
        merged: PartialTree = {}
        for node in nodes:
            for key, value in (node or {}).items():
                if key in merged_keys:
                    merged[key] = _merge(key, merged.get(key), value, overrides=key in override)
        return merged

    return cast("StructureTree", structure_tree_map(merge, *trees))


def update_tree(tree: Mapping[str, Any], update: Mapping[str, Any]) -> StructureTree:
    """Return a tree with the params and buffers of an update; aux and apply stay those of the tree.

    Raises:
        StructureError: the update has a submodule, param or buffer that the tree has not.

    """
    known = dict(iterate(tree))
    for path, node in iterate(update):
        if path not in known:
            raise StructureError(
                f"the update has {place(path)}, the tree has not; structure.merge_trees(tree, update) adds submodules"
            )
        for key in STATE:
            there = known[path].get(key, node.get(key, {}))
            added = [name for name in node.get(key, {}) if name not in there]
            if added:
                raise StructureError(
                    f'the update has "{added[0]}" in "{key}" of {place(path)}, the tree has not'
                    f"{suggestion(added[0], there)}; structure.merge_trees(tree, update) adds names"
                )
    return merge_trees(tree, filter_keys(update))


def _merge(key: str, old: Any, new: Any, *, overrides: bool) -> Any:
    if old is None:
        return new
    if key == "apply":
        return new if overrides else old
    return {**old, **new} if overrides else {**new, **old}


def _select(node: Mapping[str, Any], keys: Collection[str]) -> PartialTree:
    return {key: value for key, value in node.items() if key in keys}


def _known(keys: Collection[str]) -> Collection[str]:
    for key in keys:
        if key == CHILDREN:
            raise StructureError('"submodules" cannot be chosen: every tree keeps its submodules')
        if key not in CONTENT:
            raise StructureError(
                f"a structure tree has no key {key!r}, it has {names(CONTENT)}{suggestion(key, CONTENT)}"
            )
    return keys
