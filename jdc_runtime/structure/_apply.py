"""Calling the ``apply`` of a tree, and checking what it returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jdc_spec.tree_keys import CHILDREN, GROUPS

from ._errors import StructureError, names, place
from ._leaks import refuse_ended
from ._returned import completed
from ._tree import Config, Path, StructureTree, is_pair, is_tuple, require_tree


def apply_tree(tree: StructureTree, global_config: Config, /, *args: Any, **kwargs: Any) -> tuple[StructureTree, Any]:
    """Call a tree; return the whole tree with its renewed state, and the output.

    ``tree, output = apply_tree(tree, global_config, x)``. ``apply`` may return a tree that lacks keys, such as
    ``filter_keys(tree)``: what it leaves out is as it was.

    Raises:
        StructureError: the argument is not a structure tree, ``apply`` does not return ``(tree, output)``, or the
            returned tree has other names or submodules, or a traced value of a transformation that has ended.

    """
    tree = require_tree(tree, "the first argument of apply_tree")
    return call(tree, global_config, args, kwargs, ())


def call(
    tree: StructureTree, config: Config, args: tuple[Any, ...], kwargs: Mapping[str, Any], path: Path
) -> tuple[StructureTree, Any]:
    """Call a tree that is at a path of a larger one."""
    returned: object = tree["apply"](tree, config, *args, **kwargs)
    who = f'"apply" of {place(path)} ({_name(tree["apply"])})'
    if not is_pair(returned):
        several = "; several outputs are one tuple: `return tree, (a, b)`" if is_tuple(returned) else ""
        raise StructureError(
            f"{who} returned {_describe(returned)}; it must return (tree, output), a pair: "
            f"`return tree, output`{several}"
        )
    new = completed(tree, returned[0], f"the first of what {who} returned")
    changes = list(_changes(tree, new, path))
    if changes:
        lines = "\n".join(f"  {line}" for line in changes)
        raise StructureError(
            f"{who} returned a tree of another structure:\n{lines}\n"
            "register parameters, buffers and submodules when the module is made; apply may only renew their values, "
            "and to return some of them it returns structure.update_tree(tree, ...)"
        )
    refuse_ended(tree, new, path)
    return new, returned[1]


def _changes(old: Mapping[str, Any], new: Mapping[str, Any], path: Path) -> Iterator[str]:
    if old is new:
        return
    for key in (*GROUPS, CHILDREN):
        added = [name for name in new[key] if name not in old[key]]
        gone = [name for name in old[key] if name not in new[key]]
        if added:
            yield f'"{key}" of {place(path)}: new {names(added)}'
        if gone:
            yield f'"{key}" of {place(path)}: missing {names(gone)}'
    for name, child in old[CHILDREN].items():
        if name in new[CHILDREN]:
            yield from _changes(child, new[CHILDREN][name], (*path, name))


def _name(apply: object) -> str:
    return getattr(apply, "__qualname__", None) or type(apply).__name__


def _describe(returned: object) -> str:
    if is_tuple(returned):
        return f"a tuple of {len(returned)}"
    return "None" if returned is None else f"a {type(returned).__name__}"
