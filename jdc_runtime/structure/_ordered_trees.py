"""Trees whose dicts keep the order of their keys through JAX, which sorts those of a plain dict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

import jax

from jdc_runtime._jit.auto_static.ordered import ordered

_tree_util: Final = cast("Any", jax).tree_util


class _Ordered:
    """A dict, as a node whose keys are part of the treedef, in their order; put together again, it is a dict."""

    __slots__ = ("content",)

    def __init__(self, content: dict[Any, Any]) -> None:
        self.content = content


def _take(node: _Ordered) -> tuple[list[Any], tuple[Any, ...]]:
    return list(node.content.values()), tuple(node.content)


def _take_with_keys(node: _Ordered) -> tuple[list[tuple[Any, Any]], tuple[Any, ...]]:
    return [(_tree_util.DictKey(key), value) for key, value in node.content.items()], tuple(node.content)


def _make(keys: tuple[Any, ...], values: Iterable[Any]) -> dict[Any, Any]:
    return dict(zip(keys, values, strict=True))


_tree_util.register_pytree_with_keys(_Ordered, _take_with_keys, _make, _take)


def in_order(tree: Any) -> Any:
    """Return a tree whose dicts keep their order; unflattening gives plain dicts again."""
    return ordered(tree, _Ordered)
