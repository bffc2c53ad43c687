"""Static fields that a function counts on, ``state.replace(step=state.step + 1)``, and what a tree says of one."""

from __future__ import annotations

from mypy.nodes import Expression, IntExpr, MemberExpr, NameExpr, OpExpr, StrExpr

from ...model.classes import model_of
from .trees import Known, Said, Tree


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
    return tree._replace(statics={**old, **{name: each for name, each in tree.statics.items() if _is_literal(each)}})


def with_counts(tree: Tree, known: Known) -> Tree:
    """Return what a function makes, the statics that it counts on told by what its parameters hold."""
    changed = [name for name, value in tree.statics.items() if counted(value) is not None]
    counts = {name: found for name in changed if (found := said(name, tree, known)) is not None}
    return tree.without(changed)._replace(parts=tree.parts, counts={**tree.counts, **counts})


def said(name: str, of: Tree, known: Known) -> Said | None:
    """Return what the value of a static field is, by the objects that parameters of functions hold."""
    value = of.statics.get(name)
    if isinstance(value, IntExpr | StrExpr):
        return Said(None, value.value)
    if value is None:
        return of.counts.get(name)
    if any(tree.statics.get(name) is value for tree in known.values()):
        return Said(value, 0)
    count = counted(value)
    owner = count[0].expr if count is not None and count[0].name == name else None
    tree = known.get(owner.node) if isinstance(owner, NameExpr) and owner.node is not None else None
    base = None if tree is None else said(name, tree, known)
    if count is None or base is None or isinstance(base.value, str):
        return None
    return base._replace(value=base.value + count[1])


def _is_literal(value: Expression) -> bool:
    return isinstance(value, IntExpr | StrExpr)
