"""The order of names in dicts, which JAX does not keep: it puts trees together with the keys sorted."""

from __future__ import annotations

from typing import Any, Final

_SEQUENCES: Final = (list, tuple)


def names_of(value: Any) -> Any:
    """Return the dicts, lists and tuples that a tree consists of, with None in place of all else."""
    if _is_dict(value):
        return {name: names_of(inner) for name, inner in value.items()}
    return [names_of(inner) for inner in value] if type(value) in _SEQUENCES else None


def in_order(value: Any, names: Any) -> Any:
    """Return a tree with the keys of its dicts in the order of those of `names_of` a like tree; others follow."""
    if _is_dict(value) and _is_dict(names):
        order = [name for name in names if name in value] + [name for name in value if name not in names]
        return {name: in_order(value[name], names.get(name)) for name in order}
    if type(value) in _SEQUENCES and _is_list(names) and len(value) == len(names):
        return type(value)(map(in_order, value, names))
    return value


def _is_dict(value: Any) -> bool:
    return type(value) is dict


def _is_list(value: Any) -> bool:
    return type(value) is list
