"""The functions of `jax.tree_util` that are used here, whose own types are known in part only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import jax

_tree_util: Final = cast("Any", jax).tree_util

flatten: Final[Callable[..., tuple[list[Any], Any]]] = _tree_util.tree_flatten
flatten_with_path: Final[Callable[..., tuple[list[Any], Any]]] = _tree_util.tree_flatten_with_path
unflatten: Final[Callable[[Any, Any], Any]] = _tree_util.tree_unflatten
leaves_of: Final[Callable[..., list[Any]]] = _tree_util.tree_leaves
map_leaves: Final[Callable[..., Any]] = _tree_util.tree_map
register_node: Final[Callable[..., None]] = _tree_util.register_pytree_node
path_string: Final[Callable[[tuple[Any, ...]], str]] = _tree_util.keystr
