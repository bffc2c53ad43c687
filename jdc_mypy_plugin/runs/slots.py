"""Places that hold a thing until something else is put there: variables, attributes of objects, entries of dicts."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import Expression, MemberExpr, NameExpr

from .things import Frame, Object, Table, Thing


class Slot(NamedTuple):
    """A variable of a frame, an attribute that an object has of its own, or the entry of a dict under a text."""

    owner: Frame | Object | Table
    name: str

    @property
    def thing(self) -> Thing | None:
        """The thing that it holds."""
        if isinstance(self.owner, Frame):
            return self.owner.variables.get(self.name)
        if isinstance(self.owner, Table):
            return (self.owner.entries or {}).get(self.name)
        return (self.owner.attributes or {}).get(self.name)


def slot_of(expression: Expression, frame: Frame) -> Slot | None:
    """Return the place that a name or an attribute stands for, which is read without running anything."""
    if isinstance(expression, MemberExpr):
        inner = slot_of(expression.expr, frame)
        owner = None if inner is None else inner.thing
        is_own = isinstance(owner, Object) and expression.name in (owner.attributes or {})
        return Slot(owner, expression.name) if isinstance(owner, Object) and is_own else None
    around: Frame | None = frame if isinstance(expression, NameExpr) else None
    while around is not None and isinstance(expression, NameExpr):
        if expression.name in around.variables:
            return Slot(around, expression.name)
        around = around.outer
    return None


def held_by(expression: Expression, frame: Frame) -> Thing | None:
    """Return what a variable or an attribute holds; None of any other expression."""
    slot = slot_of(expression, frame)
    return None if slot is None else slot.thing
