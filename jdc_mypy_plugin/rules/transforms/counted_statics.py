"""Static fields that a function counts on, ``state.replace(step=state.step + 1)``, and what a tree says of one."""

from __future__ import annotations

from typing import Final

from mypy.nodes import Expression, FloatExpr, IntExpr, MemberExpr, NameExpr, OpExpr, StrExpr

from ...model.classes import model_of
from ...syntax.functions import class_named
from ..roles.changed_statics import constant_of
from .trees import Known, Said, Tree

_BOOLS: Final = {"builtins.True": True, "builtins.False": False}


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


def with_counts(tree: Tree, known: Known) -> Tree:
    """Return what a function makes, the statics that it counts on told by what its parameters hold."""
    changed = [name for name, value in tree.statics.items() if counted(value) is not None]
    counts = {name: found for name in changed if (found := said(name, tree, known)) is not None}
    return tree.without(changed)._replace(parts=tree.parts, counts={**tree.counts, **counts})


def said(name: str, of: Tree, known: Known) -> Said | None:
    """Return what the value of a static field is, by the objects that parameters of functions hold."""
    value = of.statics.get(name)
    if value is None:
        return of.counts.get(name)
    literal = literal_of(value)
    if literal is not None:
        return literal
    if any(tree.statics.get(name) is value for tree in known.values()):
        return Said(value, 0)
    count = counted(value)
    owner = count[0].expr if count is not None and count[0].name == name else None
    tree = known.get(owner.node) if isinstance(owner, NameExpr) and owner.node is not None else None
    base = None if tree is None else said(name, tree, known)
    if count is None or base is None or isinstance(base.value, str):
        return None
    return base._replace(value=base.value + count[1])


def is_literal(value: Expression) -> bool:
    """Return whether a value is a number, a bool, a string or a member of an enumeration that is written out."""
    return literal_of(value) is not None


def literal_of(value: Expression) -> Said | None:
    """Return what a value is that is written out."""
    if isinstance(value, IntExpr | FloatExpr | StrExpr):
        return Said(None, value.value)
    if isinstance(value, NameExpr) and value.fullname in _BOOLS:
        return Said(None, _BOOLS[value.fullname])
    member = constant_of(value) if isinstance(value, MemberExpr) else None
    owner = class_named(value.expr) if isinstance(value, MemberExpr) else None
    if member is None or owner is None or not isinstance(value, MemberExpr):
        return None
    return Said(None, " ".join(map(str, member)), f"{owner.name}.{value.name}")
