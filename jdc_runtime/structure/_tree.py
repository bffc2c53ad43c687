"""Structure trees: the type, what is one, and how one is filled up."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypedDict, cast

from typing_extensions import TypeIs

from jdc_spec.tree_keys import CHILDREN, GROUPS, KEYS, is_node

from ._errors import StructureError, names, place, suggestion

Config: TypeAlias = dict[str, Any]
"""The configuration that all modules of a model share: ``train_mode``, and keys of their ``apply`` functions."""
Apply: TypeAlias = Callable[..., tuple[Mapping[str, Any], Any]]
"""``apply(tree, global_config, *args, **kwargs) -> (tree, output)``; `apply_tree` says which trees."""
Path: TypeAlias = tuple[str, ...]
"""The names of the submodules from the root to a node."""


class StructureTree(TypedDict):
    """One module: a plain dict with exactly these keys, and those of its submodules below it.

    ``params`` are trained, ``buffers`` are arrays that ``apply`` renews (running means, keys), ``aux`` are
    constants that are never traced, ``submodules`` are trees by name. Values of ``params`` and ``buffers`` are
    pytrees of arrays.
    """

    params: dict[str, Any]
    buffers: dict[str, Any]
    aux: dict[str, Any]
    apply: Apply
    submodules: dict[str, StructureTree]


Module: TypeAlias = tuple[StructureTree, Config]
"""The result of a layer's constructor: a tree and its part of the global config."""


def is_structure_tree(value: object, *, recurse: bool = True) -> TypeIs[StructureTree]:
    """Return whether a value is a structure tree: a dict with exactly `KEYS`, ``apply`` callable, the others dicts.

    ``recurse=False`` looks at the root alone, not at its submodules.
    """
    return is_node(value) and (not recurse or all(map(is_structure_tree, value[CHILDREN].values())))


def is_module(value: object) -> TypeIs[Module]:
    """Return whether a value is what constructors of layers return: ``(structure tree, global config)``."""
    return is_pair(value) and is_structure_tree(value[0]) and isinstance(value[1], dict)


def is_pair(value: object) -> TypeIs[tuple[Any, Any]]:
    """Return whether a value is a tuple of two."""
    return is_tuple(value) and len(value) == 2


def is_tuple(value: object) -> TypeIs[tuple[Any, ...]]:
    """Return whether a value is a tuple, of whatever."""
    return isinstance(value, tuple)


def children(tree: Mapping[str, Any]) -> dict[str, StructureTree]:
    """Return the submodules of a tree by name, in a dict of their own."""
    return dict(tree.get(CHILDREN, {}))


def is_leaf(tree: Mapping[str, Any]) -> bool:
    """Return whether a tree has no submodules."""
    return not tree.get(CHILDREN)


def identity_apply(tree: StructureTree, global_config: Config, x: Any) -> tuple[StructureTree, Any]:  # noqa: ARG001
    """Return the tree and the input, as they are: the ``apply`` of an empty tree."""
    return tree, x


def empty_tree(tree: Mapping[str, Any] | None = None) -> StructureTree:
    """Return a tree without content whose ``apply`` returns its input; with the submodules of ``tree``, if given."""
    below = {name: empty_tree(child) for name, child in ({} if tree is None else children(tree)).items()}
    return StructureTree(params={}, buffers={}, aux={}, apply=identity_apply, submodules=below)


def fill_tree(tree: Mapping[str, Any]) -> StructureTree:
    """Return a tree with the keys that a partial one lacks, at every depth, as in `empty_tree`.

    Dicts are copied, arrays are not.

    Raises:
        StructureError: an unknown key, or a value that cannot be under its key.

    """
    return _fill(tree, ())


def _fill(tree: Mapping[str, Any], path: Path) -> StructureTree:
    check_keys(tree, path)
    below = {name: _fill(child, (*path, name)) for name, child in children(tree).items()}
    params, buffers, aux = (dict(tree.get(key, {})) for key in GROUPS)
    return StructureTree(
        params=params, buffers=buffers, aux=aux, apply=tree.get("apply", identity_apply), submodules=below
    )


def copy_nodes(tree: StructureTree) -> StructureTree:
    """Copy the dicts of a tree, at every depth, and share what is in them."""
    return fill_tree(tree)


def check_keys(tree: object, path: Path) -> None:
    """Check one node of a tree that may lack keys.

    Raises:
        StructureError: it is not a mapping, has an unknown key, or a value that cannot be under its key.

    """
    if not isinstance(tree, Mapping):
        shown = f"{reprlib.repr(tree)}, of type {type(tree).__name__}"
        raise StructureError(f"{place(path)} is {shown}; a structure tree is a dict")
    for key, value in cast("Mapping[str, object]", tree).items():
        if key not in KEYS:
            raise StructureError(
                f"{place(path)} has the key {key!r}; the keys of a structure tree are "
                f"{names(KEYS)}{suggestion(str(key), KEYS)}"
            )
        if key == "apply" and not callable(value):
            raise StructureError(f'"apply" of {place(path)} is {value!r}; it must be a function')
        if key != "apply" and not isinstance(value, Mapping):
            raise StructureError(f'"{key}" of {place(path)} is {value!r}; it must be a dict by name')


def require_tree(value: object, role: str) -> StructureTree:
    """Return a value that must be a complete structure tree.

    Raises:
        StructureError: it is not; the text says why.

    """
    if is_structure_tree(value):
        return value
    if is_module(value):
        raise StructureError(
            f"{role} is a module, a pair of tree and global config; take it apart: `tree, config = module`, or write "
            "`apply_tree(*module, ...)`"
        )
    _explain(value, (), role)
    raise StructureError(f"{role} is not a structure tree")


def require_part(value: object, role: str) -> None:
    """Check that a value is a tree, whole or with some of its keys only.

    Raises:
        StructureError: it is neither.

    """
    if not _has_children(value):
        raise StructureError(f"{role} is {reprlib.repr(value)}, of type {type(value).__name__}; it must be a tree")


def _has_children(value: object) -> bool:
    return isinstance(value, Mapping) and CHILDREN in value


def _explain(value: object, path: Path, role: str) -> None:
    try:
        check_keys(value, path)
    except StructureError as error:
        raise StructureError(f"{role} is not a structure tree: {error}") from None
    node = cast("Mapping[str, Any]", value)
    missing = [key for key in KEYS if key not in node]
    if missing:
        raise StructureError(
            f"{role} is not a structure tree: {place(path)} lacks {names(missing)}; structure.fill_tree(...) adds "
            "what is missing, structure.merge_trees(...) puts parts together"
        )
    for name, child in node[CHILDREN].items():
        _explain(child, (*path, name), role)
