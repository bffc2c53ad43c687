"""Plain functions as modules."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

from ._errors import StructureError
from ._tree import Config, Module, StructureTree, empty_tree


class FunctionApply:
    """An ``apply`` that calls a function, has its name, and is equal to any other of the same function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function, updated=())
        del self.__dict__["__wrapped__"]  # the function takes no tree
        self.function: Final = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionApply) and self.function == other.function

    def __hash__(self) -> int:
        return hash((FunctionApply, self.function))

    def __call__(
        self,
        tree: StructureTree,
        global_config: Config,  # noqa: ARG002 - what every apply takes
        /,
        *args: Any,
        **kwargs: Any,
    ) -> tuple[StructureTree, Any]:
        return tree, self.function(*args, **kwargs)


def create_tree_from_func(function: Callable[..., Any]) -> StructureTree:
    """Return a tree without state whose ``apply`` calls a function of the other arguments: ``jax.nn.relu``, say.

    Raises:
        StructureError: not callable.

    """
    if not callable(function):
        raise StructureError(f"create_tree_from_func takes a function, not {function!r}")
    return {**empty_tree(), "apply": FunctionApply(function)}


def module_from_func(function: Callable[..., Any]) -> Module:
    """`create_tree_from_func`, with an empty global config."""
    return create_tree_from_func(function), {}
