"""Copies that functions of other modules make of an object that they are given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, RefExpr, TypeInfo

from ...model.classes import model_of
from ...model.copying_functions import GIVEN, NONE, PART, SOME
from ...model.function_notes import note_of
from ...model.subclasses_in_sight import is_overridden_in_sight
from ...syntax import INDEX
from ...syntax.arguments import bound
from .changed_copies import writes_replace
from .declared_trees import declared_part
from .trees import Key, Tree, placed


class Elsewhere(NamedTuple):
    """A function of another module."""

    function: FuncDef
    rest: list[str]
    """The parameters that the arguments of a call fill."""
    receiver: str | None = None
    """The parameter that holds the object of which it is a method."""


def function_elsewhere(callee: Expression, owner: TypeInfo | None, api: TypeChecker) -> Elsewhere | None:
    """Return the function of another module that a callee is; ``owner`` is the class of ``x`` in ``x.f``."""
    if owner is not None and isinstance(callee, MemberExpr):
        symbol = owner.get(callee.name)
        node = None if symbol is None else symbol.node
        if not isinstance(node, FuncDef) or is_overridden_in_sight(owner, callee.name, api):
            return None
    else:
        node = callee.node if isinstance(callee, RefExpr) else None
    if not isinstance(node, FuncDef) or INDEX.of(api.tree).position(node) is not None:
        return None
    if node.is_static or node.is_class or node.is_property or bool(node.info) != (owner is not None):
        return None
    names = [name for name in node.arg_names if name is not None]
    return Elsewhere(node, names[1:], names[0]) if node.info and names else Elsewhere(node, names)


def copied_elsewhere(
    call: CallExpr, owner: Tree | None, read: Callable[[Expression], Tree | None], api: TypeChecker
) -> Tree | None:
    """Return what a function or a method of another module gives back, where it copies an object."""
    found = function_elsewhere(call.callee, None if owner is None else owner.info, api)
    if found is None:
        return None
    trees = {name: read(value) for value, name in bound(call, found.rest) if name is not None}
    known = {name: tree for name, tree in trees.items() if tree is not None}
    if found.receiver is not None and owner is not None:
        known[found.receiver] = owner
    return noted_copy(found.function, known, call)


def noted_copy(function: FuncDef, given: Mapping[str, Tree], at: Expression) -> Tree | None:
    """Return the copy that a function makes of an object, by what its parameters are given."""
    note = note_of(function)
    copy = None if note is None else note.copy
    old = None if copy is None else given.get(copy.of)
    model = None if old is None or old.info is None or old.what != "object" else model_of(old.info)
    if copy is None or old is None or old.info is None or model is None or writes_replace(old.info):
        return None
    parts = {name: part for name, part in old.parts.items() if name not in copy.fields}
    statics = {name: value for name, value in old.statics.items() if name not in copy.fields}
    for name, said in copy.fields.items():
        if name in model.fields and model.role_of(name) == "data":
            parts.update(_part(name, said, given, at))
    return placed(old._replace(parts=parts, statics=statics), at)


def _part(name: Key, said: str, given: Mapping[str, Tree], at: Expression) -> Iterator[tuple[Key, Tree]]:
    """Yield a field with what is known of its new value."""
    kind, *names = said.split()[:3] or [""]
    tree = given.get(names[0]) if names else None
    if kind == NONE:
        yield name, Tree("None", at)
    elif kind == SOME:
        yield name, Tree("value", at)
    elif kind == GIVEN and tree is not None:
        yield name, tree
    elif kind == PART and tree is not None:
        known = tree.part_at(names[1])
        part = declared_part(tree, names[1], at) or known if known is None or known.what == "value" else known
        if part is not None:
            yield name, part
