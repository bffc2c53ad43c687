"""`structure_tree_map`: a function over the nodes of trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast, overload

from jdc_spec.tree_keys import CHILDREN, CONTENT

from ._errors import StructureError, names, place
from ._tree import Path

PartialTree = dict[str, Any]
"""A tree whose nodes have only some of the keys: what `filter_keys` and `split_tree` return."""
_Trees = TypeVar("_Trees", bound=tuple[Mapping[str, Any], ...])


@overload
def structure_tree_map(fun: Callable[..., _Trees], *trees: Mapping[str, Any]) -> _Trees: ...
@overload
def structure_tree_map(fun: Callable[..., Mapping[str, Any]], *trees: Mapping[str, Any]) -> PartialTree: ...
def structure_tree_map(fun: Callable[..., Any], *trees: Mapping[str, Any]) -> Any:
    """Map ``fun(*nodes, path=path)`` over trees, and put what it returns together to a tree.

    ``fun`` gets the nodes of all trees at one path, and None for a tree that has none there; the result has the
    submodules of all trees. It returns a dict of the keys that the new node is to have, or a tuple of dicts for as
    many trees. The dicts of a node are copies, so that it may change and return them; the nodes below
    are not, and submodules that it returns are left out, as they are mapped on their own.

    Raises:
        StructureError: no tree is given, ``fun`` returns something else than a dict or a tuple of dicts, tuples
            of different lengths, or submodules that no tree has.

    """
    if not trees:
        raise StructureError("structure_tree_map needs a tree; write structure_tree_map(fun, tree)")
    mapped = _map(fun, trees, ())
    return tuple(mapped) if isinstance(mapped, list) else mapped


def _map(
    fun: Callable[..., Any], trees: tuple[Mapping[str, Any] | None, ...], path: Path
) -> PartialTree | list[PartialTree]:
    """Return the tree that ``fun`` gives, or a list of them where it returns tuples."""
    below = {name: None for tree in trees if tree is not None for name in tree.get(CHILDREN, {})}
    result = fun(*(None if tree is None else copy_node(tree) for tree in trees), path=path)
    several = isinstance(result, tuple)
    nodes = [_content(part, below, path) for part in (cast("tuple[Any, ...]", result) if several else (result,))]
    for name in below:
        inner = tuple(None if tree is None else tree.get(CHILDREN, {}).get(name) for tree in trees)
        mapped = _map(fun, inner, (*path, name))
        parts = mapped if isinstance(mapped, list) else [mapped]
        if isinstance(mapped, list) != several or len(parts) != len(nodes):
            raise StructureError(
                f"the function returned {_count(mapped)} at {place((*path, name))}, but "
                f"{_count(nodes if several else nodes[0])} above it; return equally many for each node"
            )
        for node, part in zip(nodes, parts, strict=True):
            node[CHILDREN][name] = part
    return nodes if several else nodes[0]


def copy_node(node: Mapping[str, Any]) -> dict[str, Any]:
    """Copy one node of a tree with its dicts; what they hold is shared, submodules too."""
    return {
        key: dict(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else value
        for key, value in node.items()
    }


def _content(returned: object, below: Mapping[str, None], path: Path) -> PartialTree:
    if not isinstance(returned, Mapping):
        raise StructureError(
            f"the function returned {returned!r} at {place(path)}; it must return a dict with some of the keys "
            f"{names(CONTENT)}, or a tuple of such dicts"
        )
    node = cast("Mapping[str, Any]", returned)
    added = [name for name in node.get(CHILDREN, {}) if name not in below]
    if added:
        raise StructureError(
            f"the function returned new submodules at {place(path)}: {names(added)}; it maps single nodes, "
            "submodules are added to the result"
        )
    return {**copy_node(node), CHILDREN: {}}


def _count(mapped: PartialTree | list[PartialTree]) -> str:
    return f"a tuple of {len(mapped)}" if isinstance(mapped, list) else "one dict"
