"""The types of objects that the source shows, before mypy has inferred any.

A rule that judges a class looks at code which mypy has not come to yet. There an annotation tells the type, a call of
a class, a function that says what it returns, and a name that stands for one of these; nothing else does.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AwaitExpr,
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import CallableType, Instance, TupleType, Type, TypeVarType, UnionType
from mypy.typevars import fill_typevars

from ..host.known_types import known_type
from ..libraries.registry import COPIERS
from ..syntax import INDEX
from ..syntax.functions import class_named
from ..syntax.names.targets import By, Target, paired, unpacked
from ..syntax.receivers import method_with
from .instances import sole_instance
from .leaves import ITEMS

REPLACE: Final = "replace"
_DISPLAYS: Final = (TupleExpr, ListExpr, DictExpr, ListComprehension)
_DEPTH: Final = 8
"""How many names and calls are followed."""


class ShownTypes:
    """The types that one module shows. They are read anew for each question, as mypy may have analysed it again."""

    def __init__(self, tree: MypyFile) -> None:
        self._tree = tree
        self._index = INDEX.of(tree)
        self._body = self._index.body

    def is_own(self, definition: Statement) -> bool:
        """Return whether a function or a class is one that the module defines."""
        return self._index.position(definition) is not None

    def classes(self, value: Expression, depth: int = 0) -> Iterator[TypeInfo]:
        """Yield the classes of the objects that an expression is or holds."""
        if isinstance(value, TupleExpr | ListExpr):
            for item in value.items:
                yield from self.classes(item, depth)
        elif isinstance(value, DictExpr):
            for _, item in value.items:
                yield from self.classes(item, depth)
        elif isinstance(value, ListComprehension):
            yield from self.classes(value.generator.left_expr, depth)
        elif isinstance(value, CallExpr) and (generated := _generated(value)) is not None:
            yield from self.classes(generated, depth)
        else:
            source = self._bound(value)
            is_made = isinstance(source, CallExpr) and _generated(source) is not None
            if (is_made or isinstance(source, _DISPLAYS)) and source is not None and depth < _DEPTH:
                yield from self.classes(source, depth + 1)
            if isinstance(value, NameExpr) and isinstance(source, ListExpr):
                yield from self._appended(value, depth)
            yield from classes_in(self.type_of(value, depth))

    def _appended(self, rows: NameExpr, depth: int) -> Iterator[TypeInfo]:
        """Yield the classes of what is appended to a list by its name."""
        for call in self._appends.get(rows.node, ()) if depth < _DEPTH else ():
            for item in call.args:
                yield from self.classes(item, depth + 1)

    def class_of(self, value: Expression) -> TypeInfo | None:
        """Return the class of the object that an expression is; None where the source does not show it."""
        found = sole_instance(self.type_of(value))
        return None if found is None else found.type

    def type_of(self, value: Expression, depth: int = 0) -> Type | None:
        """Return the type that the source shows of an expression, or None."""
        if depth > _DEPTH:
            return None
        if isinstance(value, CallExpr):
            return self._of_call(value, depth + 1)
        if isinstance(value, NameExpr):
            return self._of_name(value, depth + 1)
        if isinstance(value, MemberExpr):
            return self._of_attribute(value, depth + 1)
        if isinstance(value, IndexExpr):
            return _item_of(self.type_of(value.base, depth + 1))
        return self.type_of(value.expr, depth + 1) if isinstance(value, AwaitExpr) else None

    def _of_call(self, call: CallExpr, depth: int) -> Type | None:
        callee = call.callee.base if isinstance(call.callee, IndexExpr) else call.callee
        made = class_named(callee)
        if made is not None:
            return fill_typevars(made)
        if isinstance(callee, NameExpr) and callee.name == "cls":
            return self._receiver(callee)
        name = callee.name if isinstance(callee, RefExpr) and isinstance(callee, NameExpr | MemberExpr) else ""
        if name == REPLACE or (isinstance(callee, RefExpr) and callee.fullname in COPIERS):
            replaced = callee.expr if isinstance(callee, MemberExpr) and not _is_module(callee.expr) else None
            if replaced is None and call.args:
                replaced = call.args[0]
            return None if replaced is None else self.type_of(replaced, depth)
        if isinstance(callee, RefExpr) and callee.node is not None:
            return _returned(callee.node)
        owner = self.class_named_by(callee, depth)
        symbol = None if owner is None or not isinstance(callee, MemberExpr) else owner.get(callee.name)
        found = None if symbol is None else _returned(symbol.node)
        is_self = isinstance(known_type(found), TypeVarType)
        return fill_typevars(owner) if is_self and owner is not None else found

    def class_named_by(self, callee: Expression, depth: int = 0) -> TypeInfo | None:
        """Return the class whose method a callee names: ``A.create``, ``a.step``."""
        if not isinstance(callee, MemberExpr):
            return None
        named = class_named(callee.expr)
        owner = None if named is not None else sole_instance(self.type_of(callee.expr, depth))
        return named if owner is None else owner.type

    def _of_name(self, name: NameExpr, depth: int) -> Type | None:
        if isinstance(name.node, Var) and name.node.type is not None and not name.node.is_inferred:
            return name.node.type
        receiver = self._receiver(name)
        if receiver is not None or not isinstance(name.node, Var):
            return receiver
        for target in self._targets.get(name.node, ()):
            found = None if target.value is None else self.type_of(target.value, depth)
            if found is not None:
                return _item_of(found) if target.by is By.ITERATE else found
        return None

    def _of_attribute(self, member: MemberExpr, depth: int) -> Type | None:
        if isinstance(member.node, Var) and member.node.type is not None and not member.node.is_inferred:
            return member.node.type
        owner = sole_instance(self.type_of(member.expr, depth))
        symbol = None if owner is None else owner.type.get(member.name)
        node = None if symbol is None else symbol.node
        return node.type if isinstance(node, Var) and not node.is_inferred else None

    def _bound(self, value: Expression) -> Expression | None:
        """Return the only value that a name is given."""
        found = self._targets.get(value.node, ()) if isinstance(value, NameExpr) and value.node else ()
        return found[0].value if len(found) == 1 and found[0].by is By.ASSIGN else None

    def _receiver(self, name: NameExpr) -> Type | None:
        """Return the type of the first parameter of a method, where the name is that: ``self`` or ``cls``."""
        method = method_with(name, self._tree)
        return None if method is None else fill_typevars(method.info)

    @functools.cached_property
    def _appends(self) -> dict[object, list[CallExpr]]:
        """The calls ``rows.append(item)`` of the module, by the variable."""
        found: dict[object, list[CallExpr]] = {}
        for call in self._body.expressions_of(CallExpr):
            callee = call.callee
            if isinstance(callee, MemberExpr) and callee.name == "append" and isinstance(callee.expr, NameExpr):
                found.setdefault(callee.expr.node, []).append(call)
        return found

    @functools.cached_property
    def _targets(self) -> dict[object, list[Target]]:
        """The values of each variable, of those that are given one at a time."""
        bound = [*self._body.targets]
        bound += [Target(*pair, each.by) for each in bound if each.by is By.ASSIGN for pair in _pairs(each)]
        found: dict[object, list[Target]] = {}
        for target in bound:
            if target.by is By.ASSIGN and _pairs(target):
                continue  # each of the pairs is among them
            for name in unpacked(target.expression):
                if isinstance(name, NameExpr) and isinstance(name.node, Var):
                    is_plain = name is target.expression and target.by in (By.ASSIGN, By.ITERATE, By.ENTER)
                    found.setdefault(name.node, []).append(target if is_plain else target._replace(value=None))
        return found


def classes_in(declared: Type | None) -> Iterator[TypeInfo]:
    """Yield the classes of the objects that a type tells of, those in containers too."""
    value = known_type(declared)
    if isinstance(value, TypeVarType):
        for item in value.values or (value.upper_bound,):
            yield from classes_in(item)
    elif isinstance(value, UnionType | TupleType):
        for item in value.items:
            yield from classes_in(item)
    elif isinstance(value, Instance):
        yield value.type
        for item in value.args:
            yield from classes_in(item)


def _generated(call: CallExpr) -> Expression | None:
    """Return what each item is of ``list(x for ...)``, or ``tuple`` of it."""
    is_maker = isinstance(call.callee, NameExpr) and call.callee.fullname in ("builtins.list", "builtins.tuple")
    given = call.args[0] if is_maker and len(call.args) == 1 else None
    return given.left_expr if isinstance(given, GeneratorExpr) else None


def _pairs(target: Target) -> list[tuple[Expression, Expression]]:
    return paired(target.expression, target.value)


def _returned(node: object) -> Type | None:
    function = node.func if isinstance(node, Decorator) else node
    kind = known_type(function.type) if isinstance(function, FuncDef) else None
    return kind.ret_type if isinstance(kind, CallableType) else None


def _item_of(given: Type | None) -> Type | None:
    container = known_type(given)
    if isinstance(container, TupleType):
        return container.items[0] if len(set(container.items)) == 1 else None
    if not isinstance(container, Instance) or not container.args:
        return None
    return container.args[ITEMS.get(container.type.fullname, -1)]


def _is_module(expression: Expression) -> bool:
    return isinstance(expression, RefExpr) and isinstance(expression.node, MypyFile)
