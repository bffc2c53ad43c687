"""Optimizers of optax over the params of a structure tree: ``from jdc_runtime.structure import optim``.

::

    optimizer = optim.adamw(1e-3)  # or any other `optax.GradientTransformation`
    state = optim.init(optimizer, tree)
    ...
    tree, state = optim.update(optimizer, gradients, state, tree)  # inside jit

An optimizer sees the params alone, as the nested dict that ``filter_keys(tree, "params")`` returns; its state is
optax's own, a pytree of arrays. Learning rates may be schedules, functions of the number of updates.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, cast

import jax.numpy as jnp

from ._jax_functions import trees
from ._split_and_merge import filter_keys, merge_trees

if TYPE_CHECKING:
    from collections.abc import Callable

    import jax
    from optax import GradientTransformationExtraArgs  # type: ignore[import-untyped]

    LearningRate: TypeAlias = float | jax.Array | Callable[[Any], Any]

_Tree = TypeVar("_Tree", bound=Mapping[str, Any])
State: TypeAlias = Any
"""The state that an optimizer keeps between updates: a pytree of arrays."""


class Optimizer(Protocol):
    """Any `optax.GradientTransformation`."""

    @property
    def init(self) -> Callable[[Any], State]:
        """From params to the first state."""
        ...

    @property
    def update(self) -> Callable[..., tuple[Any, State]]:
        """From gradients, state and params to steps and the next state."""
        ...


def sgd(
    learning_rate: LearningRate, *, momentum: float = 0.0, nesterov: bool = False, weight_decay: float = 0.0
) -> GradientTransformationExtraArgs:
    """`optax.sgd`, with torch's weight decay: ``weight_decay * param`` is added to the gradient."""
    optax = _optax()
    descent = optax.sgd(learning_rate, momentum or None, nesterov)
    optimizer: GradientTransformationExtraArgs = (
        optax.chain(optax.add_decayed_weights(weight_decay), descent) if weight_decay else descent
    )
    return optimizer


def adamw(  # noqa: PLR0913 - as many as optax has
    learning_rate: LearningRate,
    *,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 1e-2,
    mask: Any = None,
) -> GradientTransformationExtraArgs:
    """`optax.adamw`, with torch's weight decay of 0.01 where optax has 0.0001.

    ``mask`` says which params decay: a function that takes the tree of params and returns booleans in its place,
    such as ``lambda params: jax.tree.map(lambda p: p.ndim > 1, params)``.
    """
    options = {"b1": b1, "b2": b2, "eps": eps, "weight_decay": weight_decay, "mask": mask}
    optimizer: GradientTransformationExtraArgs = _optax().adamw(learning_rate, **options)
    return optimizer


def init(optimizer: Optimizer, tree: Mapping[str, Any]) -> State:
    """Return the first state of an optimizer for the params of ``tree``."""
    return optimizer.init(filter_keys(tree, "params"))


def update(
    optimizer: Optimizer,
    gradients: Mapping[str, Any],
    state: State,
    tree: _Tree,
    **extra: Any,
) -> tuple[_Tree, State]:
    """Take one step: return the tree with new params, all else as it was, and the optimizer's new state.

    Args:
        optimizer: that of `init`.
        gradients: as `value_and_grad` returns them; only params are looked at.
        state: from `init` or the last `update`.
        tree: the params to change, and all else; a whole tree, or the state that `bind_module` gives.
        extra: arguments that some optimizers of optax take, such as ``value`` (the loss).

    Raises:
        ValueError: gradients with other params than ``tree``, or of other shapes, each named; gradients of integers.

    """
    optax = _optax()
    params = filter_keys(tree, "params")
    slopes = filter_keys(gradients, "params")
    _same_params(slopes, params)
    steps, state = optax.with_extra_args_support(optimizer).update(slopes, state, params, **extra)
    return cast("_Tree", merge_trees(tree, optax.apply_updates(params, steps))), state


def _same_params(gradients: Any, params: Any) -> None:
    given, expected = (
        {trees.keystr(path): leaf for path, leaf in trees.tree_leaves_with_path(t)} for t in (gradients, params)
    )
    found = [f"  no gradient for {path}" for path in sorted(expected.keys() - given)]
    found += [f"  a gradient for {path}, which the tree has not" for path in sorted(given.keys() - expected)]
    for path in sorted(given.keys() & expected):
        slope, param = jnp.shape(given[path]), jnp.shape(expected[path])
        if slope != param:
            found.append(f"  a gradient of shape {slope} for {path}, whose shape is {param}")
        elif _is_floating(given[path]) and not _is_floating(expected[path]):
            found.append(f"  {path} is {jnp.result_type(expected[path])}, which a step would round; use floats")
    if found or trees.tree_structure(gradients) != trees.tree_structure(params):
        raise ValueError("\n".join(["the gradients are not those of the tree's params:", *found]))


def _is_floating(leaf: Any) -> bool:
    dtype: Any = leaf.dtype if hasattr(leaf, "dtype") else jnp.result_type(leaf)
    return jnp.issubdtype(dtype, jnp.inexact)


def _optax() -> Any:
    try:
        return import_module("optax")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("structure.optim needs optax: pip install optax", name="optax") from error
