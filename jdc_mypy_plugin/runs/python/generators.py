"""Generators of the module: their bodies run where a loop or a call goes over what they yield."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mypy.nodes import YieldExpr, YieldFromExpr

from jdc_operations.values import NONE, UNKNOWN

from ..things import Frame, Thing, Yielding
from .iteration import Iterated, iterated

if TYPE_CHECKING:
    from ..machine import Machine


class StoppedError(Exception):
    """Raised through the body of a generator that nobody goes on with."""


def run_through(made: Yielding, machine: Machine, on_item: Callable[[Thing], None]) -> bool:
    """Follow the body of a generator and do something with all that it yields; False where it is not known."""
    frame, made.frame = made.frame, None
    if frame is None:
        return False
    frame.on_item = on_item
    return machine.calls.body_of(made.callee, frame)


def yielded(expression: YieldExpr | YieldFromExpr, frame: Frame, machine: Machine) -> Thing:
    """Hand what a generator yields to what goes over it."""
    inner = expression.expr
    made = NONE if inner is None else machine.expressions.value(inner, frame)
    if frame.on_item is None:
        machine.changes.forget(made)
    elif isinstance(expression, YieldExpr):
        frame.on_item(made)
    else:
        _each_of(made, frame.on_item, machine)
    return UNKNOWN


def _each_of(thing: Thing, on_item: Callable[[Thing], None], machine: Machine) -> None:
    over = iterated(thing, machine)
    for each in over.items or ():
        on_item(each)
    if over.items is None:
        with machine.changes.perhaps():
            on_item(over.item)
            on_item(over.item)


def collected(made: Yielding, machine: Machine, most: int | None = None) -> Iterated:
    """Return all that a generator yields, or as many of its first items as are taken."""
    items: list[Thing] = []
    are_certain = True
    with machine.changes.perhaps():
        inside = machine.changes.regions

        def take(item: Thing) -> None:
            nonlocal are_certain
            are_certain = are_certain and machine.changes.regions == inside
            items.append(item)
            if are_certain and len(items) == most:
                raise StoppedError

        if most is not None and made.frame is not None:
            made.frame.regions = inside  # its body runs once, and this far
        try:
            is_known = most == 0 or run_through(made, machine, take)
        except StoppedError:
            is_known = True
        if is_known and are_certain:
            return Iterated(items, UNKNOWN, bool(items))
        item = items[0] if items and is_known else UNKNOWN
        for each in items[1:] if is_known else ():
            item = machine.changes.either(item, each)
    return Iterated(None, item)
