"""The order of names in dicts, which JAX does not keep: it puts trees together with the keys sorted."""

from __future__ import annotations

from typing import Any, cast


def names_of(value: Any) -> Any:
    """Return the dicts, lists and tuples that a tree consists of, with None in place of all else."""
    if type(value) is dict:
        items = cast("dict[Any, Any]", value).items()
        return {name: names_of(inner) for name, inner in items}
    if type(value) in (list, tuple):
        return [names_of(inner) for inner in cast("list[Any]", value)]
    return None


def in_order(value: Any, names: Any) -> Any:
    """Return a tree with the keys of its dicts in the order of those of `names_of` a like tree; others follow."""
    if type(value) is dict and type(names) is dict:
        found, known = cast("dict[Any, Any]", value), cast("dict[Any, Any]", names)
        order = [name for name in known if name in found] + [name for name in found if name not in known]
        return {name: in_order(found[name], known.get(name)) for name in order}
    if type(value) in (list, tuple) and type(names) is list:
        parts = cast("list[Any]", value)
        inner = [*cast("list[Any]", names), *(None for _ in parts)]
        return type(parts)(in_order(part, like) for part, like in zip(parts, inner, strict=False))
    return value
