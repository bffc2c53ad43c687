"""Networks as plain trees: dicts of parameters, buffers, constants, an ``apply`` function and submodules.

``from jdc_runtime import structure``.
"""

from jdc_spec.tree_keys import KEYS

from ._apply import apply_tree
from ._binding import BoundModule, bind_global_config, bind_module, unbind_module
from ._decorators import organized_apply, organized_init, organized_init_with_rng
from ._errors import StructureError
from ._functions import create_tree_from_func, module_from_func
from ._grad import value_and_grad
from ._leaves import is_jax_tree, map_params_buffers
from ._map import PartialTree, structure_tree_map
from ._organizer import StateOrganizer
from ._paths import at_path, iterate, paths
from ._split_and_merge import (
    filter_keys,
    get_params,
    merge_static,
    merge_trees,
    split_params,
    split_static,
    split_tree,
    update_tree,
)
from ._torch import fill_tree_from_torch_module, from_torch
from ._tree import (
    Apply,
    Config,
    Module,
    Path,
    StructureTree,
    children,
    empty_tree,
    fill_tree,
    is_leaf,
    is_module,
    is_structure_tree,
)
from ._typed_trees import from_dataclass, to_dataclass

__all__ = [
    "KEYS",
    "Apply",
    "BoundModule",
    "Config",
    "Module",
    "PartialTree",
    "Path",
    "StateOrganizer",
    "StructureError",
    "StructureTree",
    "apply_tree",
    "at_path",
    "bind_global_config",
    "bind_module",
    "children",
    "create_tree_from_func",
    "empty_tree",
    "fill_tree",
    "fill_tree_from_torch_module",
    "filter_keys",
    "from_dataclass",
    "from_torch",
    "get_params",
    "is_jax_tree",
    "is_leaf",
    "is_module",
    "is_structure_tree",
    "iterate",
    "map_params_buffers",
    "merge_static",
    "merge_trees",
    "module_from_func",
    "organized_apply",
    "organized_init",
    "organized_init_with_rng",
    "paths",
    "split_params",
    "split_static",
    "split_tree",
    "structure_tree_map",
    "to_dataclass",
    "unbind_module",
    "update_tree",
    "value_and_grad",
]
