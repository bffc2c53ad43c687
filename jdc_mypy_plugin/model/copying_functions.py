"""Functions that give back a copy of what they are given, with other fields, as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    Import,
    ImportFrom,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    ReturnStmt,
    StrExpr,
    UnaryExpr,
)

from ..syntax.arguments import has_stars

NONE: Final = "None"
SOME: Final = "some"
"""A value that is not None."""
UNKNOWN: Final = ""
GIVEN: Final = "given"
"""Followed by the name of a parameter: what that is given."""
PART: Final = "part"
"""Followed by the names of a parameter and of a field of it."""

_REPLACING: Final = "replace"
_NUMPY: Final = "jax.numpy"
_WITH_REPLACE: Final = frozenset(("copy", "dataclasses", "jax_dataclasses", "jdc_runtime"))
"""Modules with a function `replace` that copies an object."""


class Copy(NamedTuple):
    """A copy of an object with other fields."""

    of: str
    """The parameter of which it is a copy."""
    fields: Mapping[str, str]
    """The fields that it gives other values, and what is known of these."""


class Imported(NamedTuple):
    """The names under which a module imports others."""

    numpy: frozenset[str]
    """Those of `jax.numpy`."""
    replacing: frozenset[str]
    """Those of modules with a function that copies an object."""


def imported_in(module: MypyFile) -> Imported:
    """Return the names under which a module imports those that matter here."""
    found = list(_imported(module))
    numpy = frozenset(alias for name, alias in found if name == _NUMPY)
    return Imported(numpy, frozenset(alias for name, alias in found if name in _WITH_REPLACE))


def _imported(module: MypyFile) -> Iterator[tuple[str, str]]:
    for statement in module.imports:
        if isinstance(statement, Import):
            yield from ((name, alias or name) for name, alias in statement.ids)
        elif isinstance(statement, ImportFrom):
            yield from ((f"{statement.id}.{name}", alias or name) for name, alias in statement.names)


def copy_of(function: FuncDef, imported: Imported) -> Copy | None:
    """Return the copy that a function gives back at its end, if all above binds names."""
    if function.is_coroutine or function.is_generator or function.is_static or function.is_class:
        return None
    reader = _Reader(function, imported)
    last = function.body.body[-1] if function.body.body else None
    if not isinstance(last, ReturnStmt) or last.expr is None or not all(map(reader.takes, function.body.body[:-1])):
        return None
    made = reader.read(last.expr)
    return made if isinstance(made, Copy) else None


class _Reader:
    """What names stand for in a function, statement by statement."""

    def __init__(self, function: FuncDef, imported: Imported) -> None:
        parameters = frozenset(each.variable.name for each in function.arguments)
        names = [each.variable.name for each in function.arguments if each.initializer is None]
        self._values: dict[str, Copy | str] = {name: Copy(name, {}) for name in names}
        self._numpy = imported.numpy - parameters
        self._replacing = imported.replacing - parameters

    def takes(self, statement: object) -> bool:
        """Take a statement into account; return False if it may do more than bind a name."""
        if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
            target = statement.lvalues[0]
            if isinstance(target, NameExpr) and target.name not in self._numpy | self._replacing:
                self._values[target.name] = self.read(statement.rvalue)
                return True
            return False
        return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)

    def read(self, value: Expression) -> Copy | str:
        """Return what is known of a value."""
        if isinstance(value, NameExpr):
            return NONE if value.name == "None" else self._values.get(value.name, UNKNOWN)
        if isinstance(value, IntExpr | FloatExpr) or (isinstance(value, OpExpr) and value.op not in ("and", "or")):
            return SOME
        if isinstance(value, UnaryExpr):
            return SOME
        if isinstance(value, MemberExpr):
            return self._part(value)
        return self._called(value) if isinstance(value, CallExpr) and not has_stars(value) else UNKNOWN

    def _part(self, value: MemberExpr) -> str:
        owner = self.read(value.expr)
        if not isinstance(owner, Copy):
            return UNKNOWN
        return owner.fields.get(value.name, f"{PART} {owner.of} {value.name}")

    def _called(self, call: CallExpr) -> Copy | str:
        callee = call.callee
        if not isinstance(callee, MemberExpr):
            return UNKNOWN
        if isinstance(callee.expr, NameExpr) and callee.expr.name in self._numpy:
            return SOME
        if callee.name != _REPLACING:
            return UNKNOWN
        owner, rest = self.read(callee.expr), call.args
        if isinstance(callee.expr, NameExpr) and callee.expr.name in self._replacing and call.args:
            owner, rest = self.read(call.args[0]), call.args[1:]
        names = call.arg_names[len(call.args) - len(rest) :]
        if not isinstance(owner, Copy) or None in names:
            return UNKNOWN
        given = {name: self._kept(value) for name, value in zip(names, rest, strict=True) if name is not None}
        return owner._replace(fields={**owner.fields, **given})

    def _kept(self, value: Expression) -> str:
        known = self.read(value)
        if isinstance(known, Copy):
            return UNKNOWN if known.fields else f"{GIVEN} {known.of}"
        return known
