"""Dicts in static arguments: in their own order, which JAX would lose, with any keys, which are static leaves too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import NoneType
from typing import Any, Final, cast

import jax

from .atoms import SIMPLE
from .static_leaves import Named
from .traced_leaves import class_of
from .views import Key

_tree_util: Final = cast("Any", jax).tree_util
_PLAIN: Final[frozenset[type]] = SIMPLE - {NoneType}  # None is a tree without leaves


class Ordered:
    """A dict, as a node whose leaves are its keys and what is in its values; put together again, it is a dict."""

    __slots__ = ("content",)

    def __init__(self, content: dict[Any, Any]) -> None:
        self.content = content


def _leaf(key: Any) -> Any:
    return key if class_of(key) in _PLAIN else Key(key)


def _take(node: Ordered) -> tuple[list[Any], None]:
    return [*map(_leaf, node.content), *node.content.values()], None


def _take_with_keys(node: Ordered) -> tuple[list[tuple[Any, Any]], None]:
    paths = [_tree_util.DictKey(key) for key in node.content]
    return list(zip((*paths, *paths), _take(node)[0], strict=True)), None


def _make(_: None, children: Sequence[Any]) -> dict[Any, Any]:
    count = len(children) // 2
    keys = (leaf.content if class_of(leaf) is Key else leaf for leaf in children[:count])
    return dict(zip(keys, children[count:], strict=True))


_tree_util.register_pytree_with_keys(Ordered, _take_with_keys, _make, _take)


def ordered(tree: Any, node: Callable[[dict[Any, Any]], Any] = Ordered) -> Any:
    """Return a tree with all dicts in it as `Ordered`, or another node, but those in nodes of other classes."""
    cls = class_of(tree)
    if cls is dict:
        return node({key: ordered(value, node) for key, value in tree.items()})
    return cast("Any", cls)(ordered(item, node) for item in tree) if cls in (list, tuple) else tree


def ordered_in_call(
    args: tuple[Any, ...], kwargs: dict[str, Any], static: Named
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of a call, the static ones `ordered`."""
    return (
        tuple(ordered(argument) if index in static.positions else argument for index, argument in enumerate(args)),
        {name: ordered(argument) if name in static.names else argument for name, argument in kwargs.items()},
    )
