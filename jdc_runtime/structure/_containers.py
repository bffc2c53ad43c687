"""Lists and dicts of modules, as trees that hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, cast

import jax

from ._errors import StructureError
from ._functions import create_tree_from_func
from ._jax_functions import is_array
from ._tree import Config, Module, StructureTree, empty_tree, is_module, is_structure_tree
from ._typed_trees import from_dataclass, is_dataclass_module


def container_apply(tree: StructureTree, global_config: Config, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG001
    """Refuse to be called: this is the ``apply`` of a list or dict of modules."""
    raise StructureError(
        "a list or dict of modules cannot be called itself; call its items: "
        "`for layer in organizer.layers: x = layer(x)`"
    )


def as_module(value: object) -> Module | None:
    """Return the module that a value stands for; None if it is none.

    A module, a structure tree, a jdc dataclass with ``__call__`` or ``apply``, a function, and lists, tuples and
    dicts of those that are not empty. No other pytree of arrays is a function, be it callable: its arrays would be
    hidden in one.
    """
    if is_module(value):
        return value
    tree = _as_tree(value)
    if tree is not None:
        return tree, {}
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        return _container({str(index): item for index, item in enumerate(items)})
    if isinstance(value, dict) and all(isinstance(name, str) for name in cast("dict[object, object]", value)):
        return _container(cast("dict[str, object]", value))
    return None


def is_tree(value: object) -> bool:
    """Return whether a value is one module, be it a pair, a tree, a jdc dataclass or a function."""
    return is_module(value) or _as_tree(value) is not None


def _as_tree(value: object) -> StructureTree | None:
    if is_structure_tree(value):
        return value
    if is_dataclass_module(value):
        return from_dataclass(value)
    if callable(value) and not any(map(is_array, cast("Any", jax.tree).leaves(value))):
        return create_tree_from_func(value)
    return None


def _container(items: Mapping[str, object]) -> Module | None:
    modules = {name: as_module(item) for name, item in items.items()}
    found = {name: module for name, module in modules.items() if module is not None}
    if not found or len(found) < len(modules):
        return None
    tree: StructureTree = {**empty_tree(), "apply": container_apply}
    tree["submodules"] = {name: child for name, (child, _) in found.items()}
    return tree, merge_configs(*(config for _, config in found.values()))


def merge_configs(*configs: Config) -> Config:
    """Merge global configs; the value that comes first wins."""
    merged: Config = {}
    for config in configs:
        merged = {**config, **merged}
    return merged
