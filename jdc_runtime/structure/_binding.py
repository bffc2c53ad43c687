"""A module as a function of its arrays alone, which every transformation of JAX takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

import jax
import jax.numpy as jnp
from jax import tree_util

from ._apply import call
from ._errors import StructureError
from ._jax_functions import asarray, is_array
from ._map import PartialTree
from ._name_order import in_order, names_of
from ._split_and_merge import filter_keys, merge_static, split_static
from ._tree import Config, StructureTree, require_tree
from ._unwrap import unwrapped


class BoundModule:
    """``state, output = bound(state, *args, **kwargs)``: a module with its constants and global config bound.

    ``state`` has the params and buffers of the tree, so a bound module goes through `jax.jit`, `jax.grad`,
    `jax.vmap` and `jax.lax.scan` as it is. It is made by `bind_module` and `bind_global_config`.
    """

    __slots__: Final = ("__weakref__", "_global_config", "_names", "_static")

    def __init__(self, static: PartialTree, global_config: Config, names: PartialTree) -> None:
        self._static = static
        self._global_config = global_config
        self._names = names

    @property
    def static(self) -> PartialTree:
        """The aux and apply of the tree: a copy, as what is compiled for this module does not change."""
        return filter_keys(self._static, "aux", "apply")

    @property
    def global_config(self) -> Config:
        """A copy of the global config; `bind_global_config` gives a module with another one."""
        return dict(self._global_config)

    def __call__(self, state: Mapping[str, Any], /, *args: Any, **kwargs: Any) -> tuple[PartialTree, Any]:
        """Apply the module to arguments.

        The apply functions find the names of params and buffers in the order of the tree that was bound, which JAX
        does not keep.

        Raises:
            StructureError: the state does not fit the bound tree, or as `apply_tree`.

        """
        state = in_order(state, self._names)
        tree = require_tree(merge_static(state, self._static), "the state, with what is bound to it,")
        new, output = call(tree, self.global_config, args, kwargs, ())
        return filter_keys(new), output

    def bind_global_config(self, global_config: Config) -> BoundModule:
        """Return the same module with another global config."""
        return BoundModule(self._static, dict(global_config), self._names)


def bind_module(tree: StructureTree, global_config: Config) -> tuple[PartialTree, BoundModule]:
    """Return the state of a module, and the module as a function of it.

    ``state, bound = bind_module(*module)``, then ``state, output = jax.jit(bound)(state, x)``.

    Numbers and NumPy arrays in the state become JAX arrays without weak types, so that ``bound`` is traced once
    for its first state and all later ones. The global config is copied.

    Raises:
        StructureError: not a structure tree, or a parameter or buffer that is not a pytree of arrays.
        OverflowError: integers of NumPy that JAX would wrap, as it keeps 32 bits of them without ``jax_enable_x64``.

    """
    state, static = split_static(require_tree(tree, "the first argument of bind_module"))
    bound = BoundModule(static, dict(global_config), names_of(state))
    return in_order(_as_arrays(state), names_of(state)), bound


def bind_global_config(static: Mapping[str, Any], global_config: Config) -> BoundModule:
    """Return a `BoundModule` of the aux and apply of a tree, as `split_static` gives them, or of a whole tree."""
    return BoundModule(filter_keys(static, "aux", "apply"), dict(global_config), names_of(filter_keys(static)))


def unbind_module(state: Mapping[str, Any], bound: Callable[..., Any]) -> tuple[StructureTree, Config]:
    """Return tree and global config of a bound module with its state: the inverse of `bind_module`.

    ``bound`` may be under wrappers that say what they wrap, as ``jax.jit(bound)`` and `functools.partial` do.

    Raises:
        StructureError: no bound module, or the state does not fit the bound tree.

    """
    module = unwrapped(bound, BoundModule)
    if module is None:
        raise StructureError(
            f"{bound!r} is not a bound module, as bind_module returns it, nor a function that wraps one; give "
            "unbind_module what bind_module returned"
        )
    tree = require_tree(merge_static(state, module.static), "the state, with what is bound to it,")
    return tree, module.global_config


def _as_arrays(state: PartialTree) -> PartialTree:
    arrays: PartialTree = cast("Any", tree_util).tree_map_with_path(_as_array, state)
    return arrays


def _as_array(path: tuple[Any, ...], leaf: Any) -> Any:
    if isinstance(leaf, jax.Array):
        return jax.lax.convert_element_type(leaf, leaf.dtype) if getattr(leaf, "weak_type", False) else leaf
    if is_array(leaf) or isinstance(leaf, bool | int | float | complex):
        return cast("Any", jnp).array(asarray(leaf), dtype=jnp.result_type(leaf))
    where: str = cast("Any", tree_util).keystr(path)
    raise StructureError(
        f"{where} of the tree is {leaf!r}, of type {type(leaf).__name__}; params and buffers hold arrays, constants "
        "of another kind belong in aux"
    )
