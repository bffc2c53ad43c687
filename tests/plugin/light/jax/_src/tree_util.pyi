# Enough for the plugin to know a function that registers a class, by the name that mypy gives it.
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

def register_pytree_node(
    nodetype: type[T], flatten_func: Callable[[T], Any], unflatten_func: Callable[[Any, Any], T]
) -> None: ...
