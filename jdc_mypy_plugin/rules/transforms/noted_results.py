"""Trees that functions of other modules give back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, TypeInfo

from ...model.classes import PytreeClass, model_of
from ...model.constructors import keeps_arguments
from ...model.function_notes import class_noted, note_of
from ...model.returning_functions import ARRAY, AT, COPY, ITEM, MADE, NONE, ROW, SOME, Said, is_written_out
from ...syntax.arguments import bound
from ..functions_elsewhere import class_method_elsewhere, function_elsewhere
from ..made_objects import class_made
from .changed_copies import writes_replace
from .declared_trees import declared_part
from .trees import Key, Tree, placed


def owner_of(callee: Expression, read: Callable[[Expression], Tree | None], api: TypeChecker) -> Tree | None:
    """Return the object that a method is called on; only the class is known of one that is no pytree."""
    if not isinstance(callee, MemberExpr):
        return None
    tree = read(callee.expr)
    made = class_made(callee.expr, api.tree) if tree is None else None
    return Tree("object", callee.expr, info=made) if made is not None and model_of(made) is None else tree


def copied_elsewhere(
    call: CallExpr, owner: Tree | None, read: Callable[[Expression], Tree | None], api: TypeChecker
) -> Tree | None:
    """Return what a function or a method of another module gives back, where it copies or makes an object."""
    found = function_elsewhere(call.callee, None if owner is None else owner.info, api)
    if found is None:
        return _made_by_class(call, read, api)
    trees = {name: read(value) for value, name in bound(call, found.rest) if name is not None}
    known = {name: tree for name, tree in trees.items() if tree is not None}
    if found.receiver is not None and owner is not None:
        known[found.receiver] = owner
    return noted_result(found.function, known, call)


def _made_by_class(call: CallExpr, read: Callable[[Expression], Tree | None], api: TypeChecker) -> Tree | None:
    """Return the object that a class method of another module makes."""
    found = class_method_elsewhere(call.callee, api.tree)
    note = None if found is None else note_of(found[1])
    if found is None or note is None or not note.result or note.result[1]:
        return None
    info, method = found
    given = ((name, read(value)) for value, name in bound(call, method.arg_names[1:]) if name is not None)
    known = {name: tree for name, tree in given if tree is not None}
    made = _Noted(method, known, call, info).read(note.result)
    return None if made is None else placed(made, call)


def noted_result(function: FuncDef, given: Mapping[str, Tree], at: Expression) -> Tree | None:
    """Return what a function gives back, by what its parameters are given."""
    note = note_of(function)
    made = None if note is None or not note.result else _Noted(function, given, at).read(note.result)
    return None if made is None else placed(made, at)


class _Noted(NamedTuple):
    """Reads notes on values."""

    function: FuncDef
    given: Mapping[str, Tree]
    at: Expression
    owner: TypeInfo | None = None
    """The class whose class method makes an object of it."""

    def read(self, said: Said) -> Tree | None:
        """Return the tree of a value."""
        if not is_written_out(said):
            return {NONE: Tree("None", self.at), SOME: Tree("value", self.at)}.get(said)
        if said[0] == ROW:
            return Tree("tuple", self.at, {place: self.read(each) for place, each in enumerate(said[1:])})
        if said[0] == AT:
            return self._part(said[1:])
        if said[0] == COPY:
            return self._copied(self._part(said[1][1:]), said[2])
        if said[0] == MADE:
            return self._made(*said[1:])
        parts = [self._part(part[1:]) for part in said[1:]]
        is_array = said[0] == ARRAY or all(part is not None and part.what == "array" for part in parts)
        return Tree("array", self.at) if is_array else None if said[0] == ITEM else Tree("value", self.at)

    def _part(self, names: Sequence[str]) -> Tree | None:
        tree = self.given.get(names[0])
        for name in names[1:]:
            if tree is None:
                return None
            known = tree.part_at(name)
            is_clear = known is not None and known.what != "value"
            tree = known if is_clear else declared_part(tree, name, self.at) or known
        return tree

    def _copied(self, old: Tree | None, fields: Mapping[str, Said]) -> Tree | None:
        model = None if old is None or old.info is None or old.what != "object" else model_of(old.info)
        if old is None or old.info is None or model is None or writes_replace(old.info):
            return None
        left = old.without(fields)
        return left._replace(parts={**left.parts, **self._data(model, fields)})

    def _made(self, name: str, row: Sequence[Said], named: Mapping[str, Said]) -> Tree | None:
        """Return an object of a class of the function's module."""
        info = self.owner or class_noted(self.function, name)
        model = None if info is None else model_of(info)
        if info is None or model is None or not keeps_arguments(info):
            return None
        names = [each for each, field in model.fields.items() if field.init]
        given = {**dict(zip(names, row, strict=False)), **named}
        left = {each: NONE for each, field in model.fields.items() if field.is_none_by_default and each not in given}
        return Tree("object", self.at, self._data(model, {**left, **given}), info)

    def _data(self, model: PytreeClass, fields: Mapping[str, Said]) -> dict[Key, Tree | None]:
        data = (name for name in fields if name in model.fields and model.role_of(name) == "data")
        return {name: tree for name in data if (tree := self.read(fields[name])) is not None}
