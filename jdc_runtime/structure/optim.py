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

from typing import TYPE_CHECKING, Any, TypeAlias, cast

import jax

from ._maps import filter_keys, merge_trees

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    import optax

    from ._tree import StructureTree

    LearningRate: TypeAlias = float | jax.Array | Callable[[Any], Any]


def sgd(
    learning_rate: LearningRate, *, momentum: float = 0.0, nesterov: bool = False, weight_decay: float = 0.0
) -> optax.GradientTransformationExtraArgs:
    """`optax.sgd`, with torch's weight decay: ``weight_decay * param`` is added to the gradient."""
    optax = _optax()
    descent = optax.sgd(learning_rate, momentum or None, nesterov)
    optimizer = optax.chain(optax.add_decayed_weights(weight_decay), descent) if weight_decay else descent
    return cast("optax.GradientTransformationExtraArgs", optimizer)


def adamw(
    learning_rate: LearningRate,
    *,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 1e-2,
    mask: Any = None,
) -> optax.GradientTransformationExtraArgs:
    """`optax.adamw`, with torch's weight decay of 0.01 where optax has 0.0001.

    ``mask`` says which params decay: a function that takes the tree of params and returns booleans in its place,
    such as ``lambda params: jax.tree.map(lambda p: p.ndim > 1, params)``.
    """
    optimizer = _optax().adamw(learning_rate, b1=b1, b2=b2, eps=eps, weight_decay=weight_decay, mask=mask)
    return cast("optax.GradientTransformationExtraArgs", optimizer)


def init(optimizer: optax.GradientTransformation, tree: Mapping[str, Any]) -> optax.OptState:
    """Return the first state of an optimizer for the params of ``tree``."""
    return optimizer.init(cast("Any", filter_keys(tree, "params")))


def update(
    optimizer: optax.GradientTransformation,
    gradients: Mapping[str, Any],
    state: optax.OptState,
    tree: StructureTree,
    **extra: Any,
) -> tuple[StructureTree, optax.OptState]:
    """Take one step: return the tree with new params, all else as it was, and the optimizer's new state.

    Args:
        optimizer: that of `init`.
        gradients: as `value_and_grad` returns them; only params are looked at.
        state: from `init` or the last `update`.
        tree: the params to change, and all else.
        extra: arguments that some optimizers of optax take, such as ``value`` (the loss).

    Raises:
        ValueError: gradients with other params than ``tree``, each named.

    """
    optax = _optax()
    params = filter_keys(tree, "params")
    slopes = filter_keys(gradients, "params")
    _same_params(slopes, params)
    steps, state = optax.with_extra_args_support(optimizer).update(slopes, state, params, **extra)
    return cast("StructureTree", merge_trees(tree, optax.apply_updates(params, steps))), state


def _same_params(gradients: Any, params: Any) -> None:
    if jax.tree.structure(gradients) == jax.tree.structure(params):
        return
    given, expected = ({jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(t)} for t in (gradients, params))
    found = [f"  no gradient for {path}" for path in sorted(expected - given)]
    found += [f"  a gradient for {path}, which the tree has not" for path in sorted(given - expected)]
    raise ValueError("\n".join(["the gradients are not those of the tree's params:", *found]))


def _optax() -> ModuleType:
    try:
        import optax  # noqa: PLC0415 - only programs that train need it
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("jdc_runtime.structure.optim needs optax: pip install optax", name="optax") from error
    return optax
