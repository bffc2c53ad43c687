"""Modules that hold modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._apply import apply_tree
from .._containers import as_module, merge_configs
from .._error_places import inside
from .._errors import StructureError
from .._paths import by_number
from .._split_and_merge import update_tree
from .._tree import fill_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._tree import Config, Module, StructureTree


def Identity() -> Module:  # noqa: N802 - layers are capitalised
    """Return the input as it is."""
    return fill_tree({"apply": apply_identity}), {}


def apply_identity(tree: StructureTree, _config: Config, x: Any) -> tuple[StructureTree, Any]:
    """Apply `Identity`."""
    return tree, x


def Sequential(*layers: Module | Callable[[Any], Any]) -> Module:  # noqa: N802
    """Modules and plain functions one after the other, each given what the one before returned.

    The submodules are "0", "1", and so on, as in torch; a function takes a number too. They run in the order of their
    numbers, whatever the order of the dict, which JAX sorts as strings: "10" before "2". Submodules of other names
    run in the order of ``aux["names"]``. If configurations disagree, the earlier module's value holds.

    Raises:
        TypeError: a layer that is neither.

    """
    modules = [_as_module(number, layer) for number, layer in enumerate(layers)]
    submodules = {str(number): tree for number, (tree, _) in enumerate(modules)}
    config = merge_configs(*(own for _, own in modules))
    return fill_tree({"submodules": submodules, "apply": apply_sequential}), config


def _as_module(number: int, layer: object) -> Module:
    module = None if isinstance(layer, list | dict) else as_module(layer)
    if module is None:
        hint = "; write Sequential(*layers) for a list" if isinstance(layer, list) else ""
        raise TypeError(
            f"Sequential: layer {number} is {layer!r:.80}, expected a module, which is a pair (tree, global_config), "
            f"or a function of one argument{hint}"
        )
    return module


def apply_sequential(tree: StructureTree, config: Config, x: Any) -> tuple[StructureTree, Any]:
    """Apply the submodules of `Sequential` in their order.

    Raises:
        StructureError: the order is not known.

    """
    for name in _names(tree):
        tree, x = apply_submodule(tree, config, name, x)
    return tree, x


def _names(tree: StructureTree) -> list[str]:
    present = tree["submodules"]
    if "names" in tree["aux"]:
        ordered = list(tree["aux"]["names"])
        if sorted(ordered) != sorted(present):
            raise StructureError(f'Sequential: aux["names"] is {ordered}, the submodules are {list(present)}')
        return ordered
    if len(present) > 1 and not all(name.isdecimal() and name == str(int(name)) for name in present):
        raise StructureError(
            f"Sequential: the submodules {list(present)} have no order, as JAX sorts the keys of dicts; name them "
            '"0", "1", ..., or set aux["names"] to a tuple of their names'
        )
    return sorted(present, key=by_number)


def apply_submodule(
    tree: StructureTree, config: Config, name: str, *args: Any, **kwargs: Any
) -> tuple[StructureTree, Any]:
    """Apply one submodule; return the tree with what that changed, and the output."""
    submodule = tree["submodules"][name]
    with inside((name,)):
        update, output = apply_tree(submodule, config, *args, **kwargs)
    if update is submodule:
        return tree, output
    return {**tree, "submodules": {**tree["submodules"], name: update_tree(submodule, update)}}, output
