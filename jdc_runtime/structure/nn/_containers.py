"""Modules that hold modules."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from .._maps import module_from_func, update_tree
from .._tree import fill_tree, is_module

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from .._tree import Config, Module, StructureTree

_NOTE: Final = "in the submodule "


def Identity() -> Module:  # noqa: N802 - layers are capitalised
    """Return the input as it is."""
    return fill_tree({"apply": apply_identity}), {}


def apply_identity(tree: StructureTree, _config: Config, x: Any) -> tuple[StructureTree, Any]:
    """Apply `Identity`."""
    return tree, x


def Sequential(*layers: Module | Callable[[Any], Any]) -> Module:  # noqa: N802
    """Modules and plain functions one after the other, each given what the one before returned.

    The submodules are "0", "1", and so on, as in torch; a function takes a number too. Where configurations
    disagree, the earlier module's value holds.

    Raises:
        TypeError: a layer that is neither.

    """
    submodules: dict[str, StructureTree] = {}
    config: Config = {}
    for number, layer in enumerate(layers):
        tree, own = _as_module(number, layer)
        submodules[str(number)] = tree
        config = {**own, **config}
    return fill_tree({"submodules": submodules, "apply": apply_sequential}), config


def _as_module(number: int, layer: Any) -> Module:
    if is_module(layer):
        return layer
    if callable(layer):
        return module_from_func(layer)
    raise TypeError(
        f"Sequential: layer {number} is {layer!r:.80}, expected a module, which is a pair (tree, global_config), or a "
        "function of one argument"
    )


def apply_sequential(tree: StructureTree, config: Config, x: Any) -> tuple[StructureTree, Any]:
    """Apply the submodules of `Sequential` in their order."""
    for name in tree["submodules"]:
        tree, x = apply_submodule(tree, config, name, x)
    return tree, x


def apply_submodule(
    tree: StructureTree, config: Config, name: str, *args: Any, **kwargs: Any
) -> tuple[StructureTree, Any]:
    """Apply one submodule; return the tree with what that changed, and the output."""
    submodule = tree["submodules"][name]
    with _inside(name):
        update, output = submodule["apply"](submodule, config, *args, **kwargs)
    if update is submodule:
        return tree, output
    return {**tree, "submodules": {**tree["submodules"], name: update_tree(submodule, update)}}, output


@contextmanager
def _inside(name: str) -> Generator[None]:
    """Note on an exception which submodule it comes from, as one path however deep."""
    try:
        yield
    except Exception as error:
        notes: list[str] = getattr(error, "__notes__", [])
        ours = next((number for number, note in enumerate(notes) if note.startswith(_NOTE)), None)
        if ours is None:
            error.add_note(f"{_NOTE}{name}")
        else:
            notes[ours] = f"{_NOTE}{name}.{notes[ours].removeprefix(_NOTE)}"
        raise
