"""A hand-written function that rebuilds an object, as far as it is simple enough to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    ArgKind,
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncItem,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
    StrExpr,
    TypeInfo,
)

from ...libraries.flattening import Flattened
from ...syntax.arguments import positional
from ...syntax.values.parts import Parts, Row, Table, Value, pairs, steps

_SETTERS: Final = ("builtins.setattr", "builtins.object.__setattr__")


class Rebuilt(NamedTuple):
    """An object that unflattening makes, by what flattening put where each value comes from."""

    runs_init: bool
    """False if it is made by ``object.__new__``."""
    positional: Sequence[Value]
    keywords: Mapping[str, Value]
    attributes: dict[str, Value]
    """The attributes that are set after it is made."""


def rebuilt(function: FuncItem, pair: Flattened, info: TypeInfo) -> Rebuilt | None:
    """Read ``return cls(*children, aux)``, or an object whose attributes are set; None where it is anything else."""
    names = [argument.variable.name for argument in function.arguments]
    if not 2 <= len(names) <= 3:
        return None
    reader = _Reader(
        info, names[0] if len(names) == 3 else None, Parts({names[-2]: pair.aux, names[-1]: pair.children})
    )
    for statement in steps(function):
        if isinstance(statement, ReturnStmt):
            return reader.object_of(statement.expr)
        if isinstance(statement, AssignmentStmt):
            is_read = all(reader.assign(target, statement.rvalue) for target in statement.lvalues)
        elif isinstance(statement, ExpressionStmt):
            is_read = reader.run(statement.expr)
        else:
            is_read = isinstance(statement, AssertStmt)
        if not is_read:
            return None
    return None


class _Reader:
    """Follows the statements of one function."""

    def __init__(self, info: TypeInfo, cls: str | None, parts: Parts) -> None:
        self._info = info
        self._cls = cls
        self._parts = parts
        self._objects: dict[str, Rebuilt] = {}

    def object_of(self, expression: Expression | None) -> Rebuilt | None:
        """Return the object that an expression makes or names."""
        if isinstance(expression, NameExpr):
            return self._objects.get(expression.name)
        if not isinstance(expression, CallExpr):
            return None
        if self._is_class(expression.callee):
            return self._made(expression)
        callee = expression.callee
        is_new = isinstance(callee, MemberExpr) and callee.name == "__new__"
        given = positional(expression)
        return Rebuilt(False, (), {}, {}) if is_new and len(given) == 1 and self._is_class(given[0]) else None

    def assign(self, target: Expression, value: Expression) -> bool:
        """Run an assignment; return whether it was understood."""
        made = self.object_of(value)
        if made is not None:
            if isinstance(target, NameExpr):
                self._objects[target.name] = made
            return isinstance(target, NameExpr)
        for each, part in pairs(target, self._parts.of(value)):
            if isinstance(each, NameExpr):
                self._objects.pop(each.name, None)
            if not self._set(each, part) and not self._parts.assign(each, part):
                return False
        return True

    def run(self, expression: Expression) -> bool:
        """Run ``object.__setattr__(obj, "x", value)``; return whether an expression is that."""
        given = positional(expression) if isinstance(expression, CallExpr) else []
        callee = expression.callee if isinstance(expression, CallExpr) else None
        made = self.object_of(given[0]) if len(given) == 3 else None
        name = given[1].value if made is not None and isinstance(given[1], StrExpr) else None
        if made is None or name is None or not _is_setter(callee):
            return False
        made.attributes[name] = self._parts.of(given[2])
        return True

    def _set(self, target: Expression, part: Value) -> bool:
        made = self.object_of(target.expr) if isinstance(target, MemberExpr) else None
        if made is None or not isinstance(target, MemberExpr):
            return False
        made.attributes[target.name] = part
        return True

    def _is_class(self, expression: Expression) -> bool:
        if isinstance(expression, NameExpr) and expression.name == self._cls:
            return True
        if isinstance(expression, NameExpr) and expression.node is None:  # of a module that has only been parsed
            return expression.name == self._info.name
        return isinstance(expression, RefExpr) and expression.node is self._info

    def _made(self, call: CallExpr) -> Rebuilt | None:
        given: list[Value] = []
        keywords: dict[str, Value] = {}
        for value, kind, keyword in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
            part = self._parts.of(value)
            if kind is ArgKind.ARG_STAR and isinstance(part, Row):
                given.extend(part.items)
            elif kind is ArgKind.ARG_STAR2 and isinstance(part, Table):
                keywords.update(part.items)
            elif kind is ArgKind.ARG_POS:
                given.append(part)
            elif kind is ArgKind.ARG_NAMED and keyword is not None:
                keywords[keyword] = part
            else:
                return None
        return Rebuilt(True, given, keywords, {})


def _is_setter(callee: Expression | None) -> bool:
    if isinstance(callee, MemberExpr) and callee.name == "__setattr__":
        return isinstance(callee.expr, NameExpr) and callee.expr.fullname == "builtins.object"
    return isinstance(callee, NameExpr) and callee.fullname in _SETTERS
