"""Which leaves of arguments and returns are static."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard, cast

from jdc_spec.tree_keys import KEYS, STATIC, is_node

from .jax_trees import leaves_of
from .traced_leaves import is_traced

if TYPE_CHECKING:
    from collections.abc import Iterator


class Named(NamedTuple):
    """Arguments, by position and by name."""

    positions: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()


def is_structure_tree(tree: object) -> TypeGuard[dict[str, Any]]:
    """Return whether this is a structure tree; not a dict of another class, whose leaves JAX may order otherwise."""
    return type(tree) is dict and is_node(cast("object", tree))


def static_leaves(tree: object) -> Iterator[bool]:
    """Yield for each leaf of a tree whether it is static: not traceable, or under `aux` of a structure tree."""
    for part in leaves_of(tree, is_leaf=is_structure_tree):
        if not is_structure_tree(part):
            yield not is_traced(part)
            continue
        for key in sorted(KEYS):  # the order of leaves in a dict
            yield from all_leaves(part[key], True) if key in STATIC else static_leaves(part[key])


def all_leaves(tree: object, flag: bool) -> Iterator[bool]:
    """Yield the same flag for each leaf of a tree."""
    return (flag for _ in leaves_of(tree))


def static_in_call(args: tuple[Any, ...], kwargs: dict[str, Any], static: Named) -> list[bool]:
    """Return for each leaf of ``(args, kwargs)`` whether it is static, where the ``static`` arguments are wholly."""
    flags: list[bool] = []
    for is_named, argument in _arguments(args, kwargs, static):
        flags.extend(all_leaves(argument, True) if is_named else static_leaves(argument))
    return flags


def named_in_call(args: tuple[Any, ...], kwargs: dict[str, Any], named: Named) -> list[bool]:
    """Return for each leaf of ``(args, kwargs)`` whether it belongs to a ``named`` argument."""
    arguments = _arguments(args, kwargs, named)
    return [flag for is_named, argument in arguments for flag in all_leaves(argument, is_named)]


def _arguments(args: tuple[Any, ...], kwargs: dict[str, Any], named: Named) -> Iterator[tuple[bool, Any]]:
    """Yield arguments in the order of their leaves, and whether they are among the named."""
    yield from ((index in named.positions, argument) for index, argument in enumerate(args))
    yield from ((name in named.names, kwargs[name]) for name in sorted(kwargs))
