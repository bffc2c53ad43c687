"""Treedefs, whose class mypy cannot read: they are compared, asked and handed on."""

from typing import Any

import jax
from jax.tree_util import PyTreeDef


def same(a: Any, b: Any, given: PyTreeDef, other: jax.tree_util.PyTreeDef | None = None) -> bool:
    leaves, treedef = jax.tree.flatten(a)
    if treedef != given or jax.tree_util.tree_structure(b) == other or treedef.num_leaves > 3:
        return False
    if other is not None:
        other.unflatten(leaves)
    return bool(jax.tree.structure(a) == jax.tree.structure(b))


TREEDEF: PyTreeDef = jax.tree.structure({"a": 1})
same(1, 2, TREEDEF)
same(1, 2)  # E: call-arg
