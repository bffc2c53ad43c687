"""Nodes of a tree and their paths."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from jdc_spec.tree_keys import CHILDREN

from ._errors import StructureError, names, place, suggestion
from ._tree import Path


def iterate(tree: Mapping[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield path and node of a tree and of all its submodules, each before those below it; the root has path ``()``.

    The nodes are those of the tree, not copies, in the order of its dicts: a tree that JAX has put together, in
    `jax.jit` or `jax.tree.map`, has its names sorted as strings, "10" before "2".
    """
    yield (), cast("dict[str, Any]", tree)
    for name, child in tree.get(CHILDREN, {}).items():
        for path, node in iterate(child):
            yield (name, *path), node


def paths(tree: Mapping[str, Any]) -> list[Path]:
    """Return the paths of a tree and all its submodules, in the order of `iterate`."""
    return [path for path, _ in iterate(tree)]


def by_number(name: str) -> tuple[int, str]:
    """Return what names are sorted by that are numbers, 2 before 10; other names come after them."""
    return (int(name), name) if name.isdecimal() else (sys.maxsize, name)


def at_path(tree: Mapping[str, Any], path: Sequence[str] | str) -> Any:
    """Return the submodule at a path, ``("encoder", "0")`` or ``"encoder.0"``; the tree itself at ``()`` or ``""``.

    Raises:
        StructureError: there is none.

    """
    steps = tuple(path.split(".") if path else ()) if isinstance(path, str) else tuple(path)
    node: Any = tree
    for depth, name in enumerate(steps):
        below = node.get(CHILDREN, {})
        if name not in below:
            raise StructureError(
                f'{place(steps[:depth])} has no submodule "{name}"; it has {names(below)}{suggestion(name, below)}'
            )
        node = below[name]
    return node
