# Enough of jax.tree_util for a name of it to be known.
from collections.abc import Sequence
from typing import TypeVar

from jax._src.tree_util import register_pytree_node as register_pytree_node

T = TypeVar("T")

def register_dataclass(
    nodetype: type[T], data_fields: Sequence[str] | None = ..., meta_fields: Sequence[str] | None = ...
) -> type[T]: ...
