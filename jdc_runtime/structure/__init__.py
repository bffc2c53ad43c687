"""Networks as plain trees: dicts of parameters, buffers, constants, an ``apply`` function and submodules.

``from jdc_runtime import structure``.
"""

from ._errors import StructureError
from ._tree import (
    KEYS,
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

__all__ = [
    "KEYS",
    "Apply",
    "Config",
    "Module",
    "Path",
    "StructureError",
    "StructureTree",
    "children",
    "empty_tree",
    "fill_tree",
    "is_leaf",
    "is_module",
    "is_structure_tree",
]
