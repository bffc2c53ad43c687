"""The leaves of trees: what they are, and functions over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from jdc_spec.tree_keys import STATE

from .._jit.auto_static.traced_leaves import is_traced
from ._jax_functions import trees
from ._map import structure_tree_map
from ._tree import Path, require_part

_Tree = TypeVar("_Tree", bound=Mapping[str, Any])


def map_params_buffers(fun: Callable[[Any], Any], tree: _Tree) -> _Tree:
    """Return a tree with ``fun(leaf)`` for each leaf of its params and buffers; aux and apply stay as they are.

    The tree may be a whole one or a part, such as the params alone or the state that `bind_module` gives.
    ``map_params_buffers(lambda x: x.astype(jnp.bfloat16), filter_keys(tree, "params"))`` casts the params alone, not
    the counts and random keys among the buffers.

    Raises:
        StructureError: no tree.

    """
    require_part(tree, "the second argument of map_params_buffers")

    def mapped(node: Mapping[str, Any], path: Path) -> dict[str, Any]:  # noqa: ARG001 - structure_tree_map passes it
        return {key: trees.tree_map(fun, value) if key in STATE else value for key, value in node.items()}

    return cast("_Tree", structure_tree_map(mapped, tree))


def is_jax_tree(value: object) -> bool:
    """Return whether JAX traces each leaf of a pytree: arrays, keys, numbers of Python and NumPy.

    Such a value can be a parameter, a buffer, or an argument of a function under `jax.jit`. Nodes without leaves, as
    None and ``[]``, are pytrees too. Members of an enum are not, though JAX takes an `enum.IntEnum` for a number.
    """
    return all(map(is_traced, trees.tree_leaves(value)))
