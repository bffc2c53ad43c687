"""Calls of methods: of arrays, lists, dicts, texts, objects and what libraries have made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mypy.nodes import Expression

from jdc_operations.random.numpy_random import GENERATORS
from jdc_operations.values import ArrayValue, AtView, Text

from .array_functions import of_method
from .bounds import TooLongError
from .frameworks.nnx_optimizers import judge_update
from .frameworks.optimizer_things import Optimizer
from .frameworks.optimizers import METHODS, of_optimizer
from .python.builtin_calls import sort
from .python.containers import of_row, of_table
from .python.texts import of_text
from .receivers import of_receiver
from .things import Foreign, Initial, Method, Named, Object, Row, Table, Thing
from .tracers import need_text

if TYPE_CHECKING:
    from .machine import Machine


def called_method(  # noqa: PLR0911 - one for each kind
    callee: Method, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Return what a method of an array, a list, a dict or an object gives."""
    receiver = callee.receiver
    machine.effects.of_method(callee, given, keywords)
    if isinstance(receiver, Row) and receiver.is_list and callee.name == "sort":
        return sort(receiver, keywords, at, machine)
    if isinstance(receiver, Row):
        return of_row(receiver, callee.name, given, machine)
    if isinstance(receiver, Table):
        return of_table(receiver, callee.name, given, keywords, machine)
    if isinstance(receiver, Object):
        return of_receiver(receiver, callee.name, given, keywords, machine)
    if isinstance(receiver, ArrayValue) and callee.name in ("resize", "setflags"):
        raise TooLongError
    if isinstance(receiver, ArrayValue | AtView) and at is not None:
        return of_method(receiver, callee.name, given, keywords, at=at, machine=machine)
    if isinstance(receiver, Text):
        need_text(receiver, callee.name, given, at, machine)
        return of_text(receiver, callee.name, given)
    if isinstance(receiver, Foreign) and receiver.library in GENERATORS.values():
        return machine.calls.apply(Named(f"{receiver.library}.{callee.name}"), given, keywords, at)
    if isinstance(receiver, Initial) and callee.name not in ("items", "keys", "values", "get"):
        machine.parameter_sizes.stop()
    if isinstance(receiver, Optimizer) and callee.name in METHODS:
        return of_optimizer(receiver, callee.name, given, keywords, at=at, machine=machine)
    if isinstance(receiver, Foreign) and callee.name == "update":
        judge_update(receiver, given, keywords, at, machine)
    return machine.leave(receiver, [*given, *keywords.values()])
