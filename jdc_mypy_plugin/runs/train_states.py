"""``TrainState`` of flax: a function, parameters and an optimizer in one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import ClassDef, Var

from .optimizers import OPTAX
from .things import Foreign, Named, Thing, TrainState

if TYPE_CHECKING:
    from .machine import Machine

_CLASS: Final = "flax.training.train_state.TrainState"
MAKERS: Final = (f"{_CLASS}.create", "flax.training.train_state.TrainState")
METHODS: Final = ("replace", "apply_gradients")
_NAMES: Final = ("apply_fn", "params", "tx")


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
    return TrainState(machine.changes.regions, attributes={"opt_state": OPTAX, **keywords})


def of_state(
    state: TrainState, name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine
) -> Thing:
    """Return the state that a method gives: after a step of the optimizer, with parameters like those before."""
    if state.attributes is None or given:
        return Foreign("flax")
    named = {key: each for key, each in keywords.items() if name == "replace" or key != "grads"}
    return TrainState(machine.changes.regions, attributes={**state.attributes, **named})
