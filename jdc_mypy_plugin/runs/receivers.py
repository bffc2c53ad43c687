"""Methods of objects that the classes of libraries write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .flattened import unflattened
from .frameworks.linen import METHODS, is_linen, of_module
from .frameworks.nnx_modes import MODES, set_mode
from .frameworks.train_states import of_state
from .objects import of_object
from .python.command_lines import of_parser
from .structures import Structure
from .things import Object, Parser, Thing, TrainState

if TYPE_CHECKING:
    from .machine import Machine


def of_receiver(
    receiver: Object, name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine
) -> Thing:
    """Return what a method of an object gives that its class has of a library."""
    if isinstance(receiver, Parser):
        return of_parser(receiver, name, given, keywords, machine)
    if isinstance(receiver, Structure) and name == "unflatten" and len(given) == 1:
        return unflattened(receiver, given[0], machine.innermost, machine)
    if isinstance(receiver, TrainState):
        return of_state(receiver, name, given, keywords, machine)
    if name in METHODS and is_linen(receiver.info):
        return of_module(receiver, name, given, keywords, machine)
    if name in MODES and not given:
        return set_mode(receiver, keywords, machine)
    return of_object(receiver, name, keywords, machine)
