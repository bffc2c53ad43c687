"""Dicts in static arguments: in their own order, which JAX would lose, and with keys that JAX cannot sort."""

from __future__ import annotations

from typing import Any, Final, cast

import jax

from ._kinds import class_of
from ._roles import Named

_Keys = tuple[tuple[Any, ...], tuple[type[Any], ...]]
_tree_util: Final = cast("Any", jax).tree_util


class Ordered:
    """A dict, as a node whose children are in the order of the dict; put together again, it is a dict."""

    __slots__ = ("content",)

    def __init__(self, content: dict[Any, Any]) -> None:
        self.content = content


def _keys(node: Ordered) -> _Keys:
    keys = tuple(node.content)
    return keys, tuple(map(class_of, keys))  # 1 and True are not the same key


def _take(node: Ordered) -> tuple[list[Any], _Keys]:
    return list(node.content.values()), _keys(node)


def _take_with_keys(node: Ordered) -> tuple[list[tuple[Any, Any]], _Keys]:
    return [(_tree_util.DictKey(key), value) for key, value in node.content.items()], _keys(node)


def _make(keys: _Keys, values: Any) -> dict[Any, Any]:
    return dict(zip(keys[0], values, strict=True))


_tree_util.register_pytree_with_keys(Ordered, _take_with_keys, _make, _take)


def ordered(tree: Any) -> Any:
    """Return a tree with all dicts in it as `Ordered`, but those in nodes of other classes."""
    cls = class_of(tree)
    if cls is dict:
        return Ordered({key: ordered(value) for key, value in tree.items()})
    return cast("Any", cls)(map(ordered, tree)) if cls in (list, tuple) else tree


def ordered_in_call(
    args: tuple[Any, ...], kwargs: dict[str, Any], static: Named
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of a call, the static ones `ordered`."""
    return (
        tuple(ordered(argument) if index in static.positions else argument for index, argument in enumerate(args)),
        {name: ordered(argument) if name in static.names else argument for name, argument in kwargs.items()},
    )
