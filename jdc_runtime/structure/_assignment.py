"""Turn a value that is assigned to an attribute of an organizer into an entry of its tree."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any, Final, NoReturn, cast

import jax

from jdc_spec.tree_keys import CHILDREN, GROUPS, STATE

from ._containers import as_module, is_tree
from ._errors import StructureError, names, place, suggestion
from ._jax_functions import is_array
from ._tree import Path

NAMED: Final = (*GROUPS, CHILDREN)
"""The keys of a tree under which there are names."""


def classify(name: str, value: object, path: Path) -> str:
    """Return the key of the tree under which a new name belongs.

    Raises:
        StructureError: the value is neither a pytree of arrays nor a module.

    """
    if as_module(value) is not None:
        return CHILDREN
    parts: list[Any] = cast("Any", jax.tree).leaves(value, is_leaf=is_tree)
    modules = [part for part in parts if is_tree(part)]
    foreign = [part for part in parts if not (is_array(part) or is_tree(part))]
    if not foreign and not modules:
        return "params"
    if modules and len(modules) < len(parts):
        other = foreign[0] if foreign else next(part for part in parts if not is_tree(part))
        raise StructureError(
            f"`organizer.{name} = ...`, in {place(path)}: a list or dict of modules holds modules alone, and "
            f"{reprlib.repr(other)}, of type {type(other).__name__}, is none"
        )
    if not foreign:
        raise StructureError(
            f"`organizer.{name} = ...`, in {place(path)}: lists and dicts of modules have names of their own, "
            "so dicts have strings for keys, and none is empty"
        )
    raise StructureError(_unknown_kind(name, value, foreign[0], path))


def find_group(tree: Mapping[str, Any], name: str, path: Path) -> str | None:
    """Return the key of the tree under which a name is; None if it is nowhere.

    Raises:
        StructureError: it is under several.

    """
    groups = [key for key in NAMED if name in tree[key]]
    if len(groups) > 1:
        raise StructureError(
            f'"{name}" of {place(path)} is in {names(groups)}; read it as organizer.{groups[0]}["{name}"]'
        )
    return groups[0] if groups else None


def unknown_name(tree: Mapping[str, Any], name: str, path: Path) -> str:
    """Word that a tree has no such name, and which it has."""
    known = [each for key in NAMED for each in tree[key]]
    present = "; ".join(f"{key}: {', '.join(tree[key])}" for key in NAMED if tree[key])
    return f'{place(path)} has no "{name}"; it has {present or "nothing"}{suggestion(name, known)}'


def check_arrays(group: str, name: str, value: object, path: Path) -> None:
    """Refuse a parameter or buffer that JAX could not trace.

    Raises:
        StructureError: a leaf of it is neither an array nor a number.

    """
    if group in STATE and is_tree(value):
        raise StructureError(
            f'"{name}" in {place(path)} is in "{group}", a module is a submodule; `del organizer.{name}` first'
        )
    for leaf in _leaves(value) if group in STATE else ():
        if not is_array(leaf) and not isinstance(leaf, bool | int | float | complex):
            raise StructureError(
                f'"{name}" in {place(path)} is in "{group}" and so holds arrays; {reprlib.repr(leaf)}, of type '
                f'{type(leaf).__name__}, is none; for a constant write organizer.register_aux("{name}", ...)'
            )


def refuse_name(name: str) -> NoReturn:
    """Refuse a name that the organizer needs for itself, or that Python looks up and changes in ways of its own."""
    if name.startswith("__"):
        raise StructureError(
            f'"{name}" is reserved: two leading underscores are for attributes of Python; choose another name, such '
            f'as "{name.strip("_") or "w"}"'
        )
    hint = "; write organizer.set_apply(...)" if name == "apply" else ""
    raise StructureError(
        f'"{name}" is reserved: StateOrganizer has an attribute of that name; choose another, such as "{name}_"{hint}'
    )


def refuse_type_of_name(name: object, path: Path) -> NoReturn:
    """Refuse a name that is not a string."""
    raise StructureError(
        f"{place(path)} is to have the name {name!r}, of type {type(name).__name__}; names are strings: "
        f'write "{name}"'
    )


def _leaves(value: object) -> list[Any]:
    leaves: list[Any] = cast("Any", jax.tree).leaves(value)
    return leaves


def _unknown_kind(name: str, value: object, leaf: object, path: Path) -> str:
    what = f"`organizer.{name} = {reprlib.repr(value)}`, in {place(path)}: "
    if isinstance(leaf, bool | int | float | complex):
        return (
            f"{what}a Python number is not an array; write jnp.asarray({leaf!r}) for a parameter that is trained, or "
            f'organizer.register_aux("{name}", ...) for a constant'
        )
    inner = "" if leaf is value else f" in it, {reprlib.repr(leaf)},"
    return (
        f"{what}the {type(leaf).__name__}{inner} is neither an array, which would be a parameter, nor a module or "
        f'function, which would be a submodule; for a constant write organizer.register_aux("{name}", ...)'
    )
