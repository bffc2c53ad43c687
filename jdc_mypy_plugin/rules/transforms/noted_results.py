"""Trees that functions of other modules give back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FloatExpr, FuncDef, IntExpr, MemberExpr, TypeInfo, Var

from ...host.freshness import looked_at
from ...model.classes import PytreeClass, model_of
from ...model.constructors import keeps_arguments
from ...model.functions.function_notes import class_noted, function_noted, none_items, note_of
from ...model.functions.said_values import (
    ARRAY,
    AT,
    CALLED,
    COPY,
    COUNTED,
    ITEM,
    LITERAL,
    MADE,
    METHOD,
    NONE,
    RAN,
    ROW,
    SOME,
    UNKNOWN,
    Said,
    is_written_out,
    paths_in,
)
from ...model.subclasses_in_sight import is_overridden_in_sight
from ...objects.functions_elsewhere import class_method_elsewhere, function_elsewhere
from ...objects.made_objects import class_made
from ...objects.patched_functions import is_replaced
from ...syntax.arguments import bound
from .changed_copies import own_names, writes_replace
from .counted_statics import said as said_of
from .declared_trees import declared_part
from .given_statics import default_statics, is_static, literal_expression
from .trees import Key, Tree, placed
from .trees import Said as Counted

_OLD: Final = Var("old")
"""A variable that holds the object that is copied."""
_DEPTH: Final = 4
"""How many calls are followed."""


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
    return noted_result(found.function, known, call, api)


def _made_by_class(call: CallExpr, read: Callable[[Expression], Tree | None], api: TypeChecker) -> Tree | None:
    """Return the object that a class method of another module makes."""
    found = class_method_elsewhere(call.callee, api.tree)
    note = None if found is None else note_of(found[1])
    if found is None or note is None or not note.result or note.result[1]:
        return None
    info, method = found
    given = ((name, read(value)) for value, name in bound(call, method.arg_names[1:]) if name is not None)
    known = {name: tree for name, tree in given if tree is not None}
    made = _Noted(method, known, call, api, owner=info).read(note.result)
    return None if made is None else placed(made, call)


def noted_result(
    function: FuncDef, given: Mapping[str, Tree], at: Expression, api: TypeChecker, depth: int = _DEPTH
) -> Tree | None:
    """Return what a function gives back, by what its parameters are given; ``depth`` calls in it are followed."""
    note = note_of(function)
    made = None if note is None or not note.result else _Noted(function, given, at, api, depth).read(note.result)
    return None if made is None else placed(made, at)


class _Noted(NamedTuple):
    """Reads notes on values."""

    function: FuncDef
    given: Mapping[str, Tree]
    at: Expression
    api: TypeChecker
    depth: int = _DEPTH
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
        if said[0] in (COPY, MADE, RAN, METHOD):
            return self._object(said[0], *said[1:])
        if said[0] == LITERAL:
            return None if isinstance(said[1], str) else Tree("value", self.at)
        parts = [self._part(part[1:]) for part in paths_in(said)]
        is_array = said[0] == ARRAY or all(part is not None and part.what == "array" for part in parts)
        return Tree("array", self.at) if is_array else None if said[0] == ITEM else Tree("value", self.at)

    def _object(self, kind: str, of: Said, *given: Said) -> Tree | None:
        """Return a copy, a new object, or the result of a function or a method."""
        if kind == COPY:
            return self._copied(of, *given)
        if kind == MADE:
            return self._made(of, *given)
        if kind == RAN:
            return self._returned(function_noted(self.function, of), None, *given)
        return self._by_method(self.read(of), *given)

    def _part(self, names: Sequence[str]) -> Tree | None:
        tree = self.given.get(names[0])
        for name in names[1:]:
            if tree is None:
                return None
            if name.endswith(CALLED):
                tree = self._by_method(tree, name.removesuffix(CALLED), (), {})
                continue
            known = tree.part_at(name)
            is_clear = known is not None and known.what != "value"
            tree = known if is_clear else declared_part(tree, name, self.at) or known
        return tree

    def _by_method(
        self, owner: Tree | None, name: str, row: Sequence[Said], named: Mapping[str, Said]
    ) -> Tree | None:
        info = None if owner is None else owner.info
        symbol = None if info is None else info.get(name)
        method = None if symbol is None else symbol.node
        is_plain = isinstance(method, FuncDef) and not (method.is_static or method.is_class or method.is_property)
        if info is None or not isinstance(method, FuncDef) or not is_plain:
            return None
        looked_at(info)
        return None if is_overridden_in_sight(info, name, self.api) else self._returned(method, owner, row, named)

    def _returned(
        self, function: FuncDef | None, owner: Tree | None, row: Sequence[Said], named: Mapping[str, Said]
    ) -> Tree | None:
        """Return what a function gives back that the function calls, or a method of ``owner``."""
        if function is None or not self.depth or is_replaced(function, self.api.tree):
            return None
        names = function.arg_names if owner is None else function.arg_names[1:]
        said = [*zip(names, row, strict=False), *named.items()]
        given = {name: tree for name, each in said if name and (tree := self.read(each)) is not None}
        if owner is not None and function.arg_names and function.arg_names[0] is not None:
            given[function.arg_names[0]] = owner
        return noted_result(function, given, self.at, self.api, self.depth - 1)

    def _copied(self, of: Said, fields: Mapping[str, Said]) -> Tree | None:
        old = self.read(of)
        if old is not None and old.what == "tuple" and old.info is not None:
            return old._replace(parts={**old.parts, **{name: self.read(said) for name, said in fields.items()}})
        model = None if old is None or old.info is None or old.what != "object" else model_of(old.info)
        if old is None or old.info is None or model is None or writes_replace(old.info):
            return None
        left = old.without(fields)
        counts = {**left.counts, **self._counts(model, of, old, fields)}
        statics = {**left.statics, **self._statics(model, fields)}
        return left._replace(parts={**left.parts, **self._data(model, fields)}, statics=statics, counts=counts)

    def _made(self, name: str, row: Sequence[Said], named: Mapping[str, Said]) -> Tree | None:
        """Return an object of a class of the function's module."""
        info = self.owner or class_noted(self.function, name)
        if info is not None and info.is_named_tuple:
            return self._named_tuple(info, row, named)
        model = None if info is None else model_of(info)
        if info is None or model is None or not keeps_arguments(info):
            return None
        names = [each for each, field in model.fields.items() if field.init]
        given = {**dict(zip(names, row, strict=False)), **named}
        left = {each: NONE for each, field in model.fields.items() if field.is_none_by_default and each not in given}
        statics = {**default_statics(model), **dict.fromkeys(given), **self._statics(model, given)}
        known = {each: value for each, value in statics.items() if value is not None}
        return Tree("object", self.at, self._data(model, {**left, **given}), info, known)

    def _named_tuple(self, info: TypeInfo, row: Sequence[Said], named: Mapping[str, Said]) -> Tree | None:
        if "__new__" in own_names(info):
            return None
        names: Sequence[str] = info.metadata.get("namedtuple", {}).get("fields", ())
        said = {**dict.fromkeys(none_items(info), NONE), **dict(zip(names, row, strict=False)), **named}
        return Tree("tuple", self.at, {name: self.read(said.get(name, UNKNOWN)) for name in names}, info)

    def _statics(self, model: PytreeClass, fields: Mapping[str, Said]) -> dict[str, Expression]:
        """Return the values of static fields that the function writes out, or is given as numbers."""
        known = {name: self._literal(said) for name, said in fields.items() if is_static(model, name)}
        return {name: value for name, value in known.items() if value is not None}

    def _literal(self, said: Said) -> Expression | None:
        if is_written_out(said) and said[0] == LITERAL:
            return literal_expression(said[1])
        given = self.given.get(said[1]) if is_written_out(said) and said[0] == AT and len(said) == 2 else None
        return given.at if given is not None and isinstance(given.at, IntExpr | FloatExpr) else None

    def _counts(self, model: PytreeClass, of: Said, old: Tree, fields: Mapping[str, Said]) -> dict[str, Counted]:
        """Return what the static fields are that the function counts on from those of the object that it copies."""
        counted = {name: said for name, said in fields.items() if is_written_out(said) and said[0] == COUNTED}
        bases = {name: said_of(name, old, {_OLD: old}) for name in counted if is_static(model, name)}
        return {
            name: base._replace(value=base.value + counted[name][2])
            for name, base in bases.items()
            if base is not None and not isinstance(base.value, str) and counted[name][1] == [*of, name]
        }

    def _data(self, model: PytreeClass, fields: Mapping[str, Said]) -> dict[Key, Tree | None]:
        data = (name for name in fields if name in model.fields and model.role_of(name) == "data")
        return {name: tree for name in data if (tree := self.read(fields[name])) is not None}
