"""``TrainState`` of flax: a function, parameters and an optimizer in one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, ClassDef, Var

from jdc_operations.values import UNKNOWN, Failure

from ..structures import misfit
from ..things import Foreign, Named, Thing, TrainState
from .optimizer_things import STATE, Optimizer

if TYPE_CHECKING:
    from ..machine import Machine

_CLASS: Final = "flax.training.train_state.TrainState"
MAKERS: Final = (f"{_CLASS}.create", "flax.training.train_state.TrainState")
METHODS: Final = ("replace", "apply_gradients")
_CHANGED: Final = ("step", "params", "opt_state")
"""Fields that a step of the optimizer changes."""


def is_of_flax(statement: ClassDef) -> bool:
    """Return whether a class adds nothing but fields to ``TrainState``."""
    info = statement.info
    bases = [base.fullname for base in info.mro[1:2]]
    are_fields = all(each.plugin_generated or isinstance(each.node, Var) for each in info.names.values())
    return bases == [_CLASS] and are_fields and not statement.decorators


def of_flax() -> Named:
    """Return the class, under the name that flax gives it."""
    return Named(_CLASS)


def made(keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``TrainState.create(apply_fn=f, params=p, tx=tx)`` makes."""
    return TrainState(machine.changes.regions, attributes={"opt_state": STATE, **keywords})


def of_state(
    state: TrainState, name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine
) -> Thing:
    """Return the state that a method gives: after a step of the optimizer, with parameters like those before."""
    if name == "apply_gradients" and machine.innermost is not None:
        _judge(given, keywords, machine.innermost, machine)
        _judge_gradients(state, keywords, machine.innermost, machine)
    if state.attributes is None or given:
        return Foreign("flax")
    named = {key: each for key, each in keywords.items() if name == "replace" or key != "grads"}
    return TrainState(machine.changes.regions, attributes={**state.attributes, **named})


def _judge(given: Sequence[Thing], keywords: Mapping[str, Thing], call: CallExpr, machine: Machine) -> None:
    """Note arguments that ``apply_gradients`` refuses."""
    taken = next((key for key in keywords if key in _CHANGED), None)
    if given:
        reason = "apply_gradients takes the gradients by name; write state.apply_gradients(grads=grads)"
        machine.fail(call, Failure(reason), of_trees=True)
    elif taken is not None:
        reason = f"apply_gradients gives the state a new {taken} itself, and raises a TypeError where it is given one"
        machine.fail(call, Failure(reason))


def _judge_gradients(state: TrainState, keywords: Mapping[str, Thing], call: CallExpr, machine: Machine) -> None:
    """Note gradients that have not the tree of the params."""
    held = state.attributes or {}
    params, gradients = held.get("params", UNKNOWN), keywords.get("grads", UNKNOWN)
    found = misfit(params, gradients) if isinstance(held.get("tx"), Optimizer) else None
    if found is not None:
        reason = f"apply_gradients takes gradients of the tree of the params: they are {found[1]} and {found[0]}"
        machine.fail(call, Failure(reason))
