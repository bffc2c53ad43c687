"""Static fields that a function counts on, ``state.replace(step=state.step + 1)``, and what a tree says of one."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.nodes import Expression, IntExpr, MemberExpr, NameExpr, OpExpr, StrExpr

from ...model.classes import model_of
from .trees import Known, Tree

UNCHANGED: Final = "its old value"
"""The words for the value that an object has had before."""


class Said(NamedTuple):
    """What the source says of the value of a static field."""

    base: Expression | None
    """The object that has the value to begin with; None where the value itself is written out."""
    value: int | str
    """The value, or what is added to the one of the object."""

    @property
    def shown(self) -> str:
        """The words for it."""
        if self.base is None:
            return repr(self.value)
        return UNCHANGED if self.value == 0 else f"{UNCHANGED} {self.value:+}"


def counted(value: Expression) -> tuple[MemberExpr, int] | None:
    """Return the attribute in ``state.step + 1`` or ``state.step += 1``, and the number that is added to it."""
    operator = value.op.removesuffix("=") if isinstance(value, OpExpr) else ""
    if not isinstance(value, OpExpr) or operator not in ("+", "-"):
        return None
    old, number = value.left, value.right
    if isinstance(old, IntExpr) and operator == "+":
        old, number = number, old
    if not isinstance(old, MemberExpr) or not isinstance(number, IntExpr):
        return None
    return old, number.value if operator == "+" else -number.value


def with_old_statics(tree: Tree, given: Expression) -> Tree:
    """Return the tree of an object with itself in the place of each static value that is not written out."""
    model = model_of(tree.info) if tree.what == "object" and tree.info is not None else None
    if model is None:
        return tree
    old = {name: given for name in model.fields if model.role_of(name) == "static"}
    return tree._replace(statics={**old, **{name: each for name, each in tree.statics.items() if is_literal(each)}})


def said(name: str, value: Expression | None, known: Known) -> Said | None:
    """Return what a value of a static field is, by the objects that parameters of functions hold."""
    if isinstance(value, IntExpr | StrExpr):
        return Said(None, value.value)
    if value is None or any(tree.statics.get(name) is value for tree in known.values()):
        return None if value is None else Said(value, 0)
    count = counted(value)
    owner = count[0].expr if count is not None and count[0].name == name else None
    tree = known.get(owner.node) if isinstance(owner, NameExpr) and owner.node is not None else None
    base = None if tree is None else said(name, tree.statics.get(name), known)
    if count is None or base is None or isinstance(base.value, str):
        return None
    return base._replace(value=base.value + count[1])


def is_literal(value: Expression) -> bool:
    """Return whether a value is a number or a string that is written out."""
    return isinstance(value, IntExpr | StrExpr)
