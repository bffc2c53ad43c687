"""Registrations of classes of the standard library."""

from __future__ import annotations

from collections import deque
from types import MappingProxyType

import jax

jax.tree_util.register_pytree_node(
    deque, lambda items: (tuple(items), items.maxlen), lambda size, items: deque(items, size)
)
jax.tree_util.register_pytree_node(
    MappingProxyType,
    lambda table: (list(table.values()), tuple(table)),
    lambda names, values: MappingProxyType(dict(zip(names, values, strict=True))),
)
