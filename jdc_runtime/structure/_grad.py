"""Gradients with respect to the parameters of a tree, and nothing else of it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

import jax.core

from ._errors import StructureError, place
from ._map import PartialTree
from ._ordered_trees import in_order
from ._paths import iterate
from ._split_and_merge import get_params, merge_trees
from ._tree import is_tuple, require_part

_trees: Final = cast("Any", jax.tree)
_P = ParamSpec("_P")
_Tree = TypeVar("_Tree", bound=Any)
_Outputs = TypeVar("_Outputs", bound=tuple[Any, ...])


def value_and_grad(
    fun: Callable[Concatenate[_Tree, _P], _Outputs], *, output_num: int = 0, allow_int: bool = False
) -> Callable[Concatenate[_Tree, _P], tuple[_Outputs, PartialTree]]:
    """Differentiate ``fun(tree, *args, **kwargs) -> (tree, loss, *others)`` by the params of its first argument.

    The result is a function of the same arguments that returns what ``fun`` returned and the gradients:
    ``(tree, loss, *others), grads``. The tree may be a whole one or the state that `bind_module` gives; ``grads``
    has its params and submodules. The loss, a scalar array, is the output number ``output_num`` after the tree. The
    other outputs may be of any kind. Dicts keep the order of their keys. ``allow_int`` is that of
    `jax.value_and_grad`.

    Raises:
        StructureError: when called, if ``fun`` returns something else, or aux of the tree holds a traced value.

    """

    @functools.wraps(fun)
    def differentiated(tree: _Tree, /, *args: _P.args, **kwargs: _P.kwargs) -> tuple[_Outputs, PartialTree]:
        params, rest = get_params(tree)
        boxes: list[_Box] = []

        def loss_of(params: PartialTree) -> tuple[Any, list[Any]]:
            outputs = fun(cast("_Tree", merge_trees(rest, params)), *args, **kwargs)
            loss = _loss(outputs, output_num)
            box = _Box(outputs)
            boxes.append(box)
            return loss, box.traced

        differentiate = cast("Any", jax).value_and_grad(loss_of, has_aux=True, allow_int=allow_int)
        (_, traced), grads = differentiate(in_order(params))
        return boxes[-1].fill(traced), grads

    return differentiated


class _Box:
    """Outputs of a function, with the leaves that JAX traces taken out, as it returns those alone."""

    def __init__(self, outputs: Any) -> None:
        leaves, self._treedef = _trees.flatten(in_order(outputs))
        self._places = [index for index, leaf in enumerate(leaves) if isinstance(leaf, jax.Array)]
        self.traced = [leaves[index] for index in self._places]
        self._leaves = [None if isinstance(leaf, jax.Array) else leaf for leaf in leaves]

    def fill(self, traced: list[Any]) -> Any:
        for index, leaf in zip(self._places, traced, strict=True):
            self._leaves[index] = leaf
        return _trees.unflatten(self._treedef, self._leaves)


def _loss(outputs: Any, output_num: int) -> Any:
    if not is_tuple(outputs) or not 0 <= output_num < len(outputs) - 1:
        raise StructureError(
            "value_and_grad needs a function that returns (tree, loss, *others); it returned "
            f"{outputs if outputs is None else type(outputs).__name__}, and output_num is {output_num}"
        )
    require_part(outputs[0], "the first output of the function that value_and_grad differentiates")
    for path, node in iterate(outputs[0]):
        traced = [name for name, value in node.get("aux", {}).items() if _is_traced(value)]
        if traced:
            raise StructureError(
                f'aux "{traced[0]}" of {place(path)} depends on the parameters; aux is for constants, keep arrays '
                "that apply computes in buffers"
            )
    return outputs[1 + output_num]


def _is_traced(value: Any) -> bool:
    return any(isinstance(leaf, jax.core.Tracer) for leaf in _trees.leaves(in_order(value)))
