"""Which leaves of arguments and returns are static."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from ._kinds import is_traced
from ._trees import leaves_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_DICTS: Final = ("params", "buffers", "aux", "submodules")
_KEYS: Final = frozenset((*_DICTS, "apply"))
_STATIC: Final = ("apply", "aux")


class Named(NamedTuple):
    """Arguments, by position and by name."""

    positions: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()


def is_structure_tree(tree: object) -> bool:
    """Whether this is a dict with exactly the keys of a structure tree, holding what belongs there."""
    if type(tree) is not dict or tree.keys() != _KEYS:
        return False
    found = cast("dict[str, object]", tree)
    return callable(found["apply"]) and all(isinstance(found[key], dict) for key in _DICTS)


def static_leaves(tree: object) -> Iterator[bool]:
    """Yield for each leaf of a tree whether it is static: not traceable, or under `aux` of a structure tree."""
    for part in leaves_of(tree, is_leaf=is_structure_tree):
        if not is_structure_tree(part):
            yield not is_traced(part)
            continue
        for key in sorted(_KEYS):  # the order of leaves in a dict
            yield from all_leaves(part[key], True) if key in _STATIC else static_leaves(part[key])


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
