"""Optimizers of `flax.nnx`, and arguments that they refuse or take for something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, RefExpr, TypeInfo

from jdc_operations.values import ArrayValue, Failure

from ..structures import named
from ..things import Foreign, Named, Object, Thing
from ..trees import Keywords, OfLibrary
from .nnx_modes import is_nnx
from .optimizer_things import Optimizer

if TYPE_CHECKING:
    from ..machine import Machine

_NAME: Final = "flax.nnx.Optimizer"
_NEWER: Final = Foreign("flax.nnx.Optimizer of a model")
"""An optimizer whose ``update`` takes the model too."""
_WITH_MODEL: Final = 3
"""The parameters of ``update`` then, the optimizer itself among them."""


def _made(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:
    """Return the optimizer that a constructor makes."""
    machine.leave(Named(_NAME), [*given, *keywords.values()])
    first = given[0] if given else keywords.get("model")
    if isinstance(first, Optimizer) and at is not None:
        reason = "nnx.Optimizer takes the model first, and is given an optimizer of optax in its place"
        machine.fail(at, Failure(reason))
    callee = at.callee if isinstance(at, CallExpr) else None
    info = callee.node if isinstance(callee, RefExpr) else None
    return _NEWER if isinstance(info, TypeInfo) and _takes_model(info) else Foreign("flax")


def _takes_model(info: TypeInfo) -> bool:
    """Return whether ``update`` takes two arguments, as in flax 0.11 and newer."""
    symbol = info.names.get("update")
    node = None if symbol is None else symbol.node
    method = node.func if isinstance(node, Decorator) else node
    return isinstance(method, FuncDef) and sum(kind.is_positional() for kind in method.arg_kinds) == _WITH_MODEL


def judge_update(
    receiver: Foreign, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> None:
    """Note an ``update`` without the model, or with the model in the place of the gradients."""
    if receiver != _NEWER or at is None:
        return
    if len(given) == 1 and keywords.keys().isdisjoint(("model", "grads")):
        reason = '"update" takes the model and the gradients; write optimizer.update(model, grads)'
        machine.fail(at, Failure(reason))
    last = given[1] if len(given) > 1 else None
    if isinstance(last, ArrayValue):
        reason = f'"update" takes the model and the gradients, and is given {named(last)} in their place'
        machine.fail(at, Failure(reason))
    if isinstance(last, Object) and last.info is not None and is_nnx(last.info) and not isinstance(given[0], Object):
        reason = '"update" takes the model before the gradients, and changes nothing of a model in their place'
        machine.fail(at, Failure(reason))


OF_NNX: Final[Mapping[str, OfLibrary]] = {_NAME: _made}
"""Constructors of optimizers, by the names that programs import."""
