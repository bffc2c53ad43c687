"""The values of fields once an object is made, as far as the class body and its ``__init__`` write them out.

Whoever makes an object may be in another module, where a method has no syntax tree any more, so this is written to
the metadata of the class, without the parts that tell nothing of functions and of objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    DictExpr,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TupleExpr,
    TypeInfo,
)

from ..host.freshness import looked_at
from ..syntax.arguments import by_keyword, has_stars
from ..syntax.names.imported_names import as_imported
from ..syntax.names.targets import members, targets, unpacked
from ..syntax.walk import statements
from .fields import annotated_assignments

KEY: Final = "jdc-initial-values"
_INIT: Final = "__init__"
_ROWS: Final = ("tuple", "list")

Kind = Literal["function", "name", "parameter", "row", "call", "unknown"]


class Written(NamedTuple):
    """An expression of a class body or a method."""

    kind: Kind
    name: str = ""
    """The full name of what is named or called, or that of a parameter."""
    parts: tuple[tuple[str | None, Written], ...] = ()
    """The items of a row, or the arguments of a call, each with its keyword."""

    @property
    def stored(self) -> list[object]:
        """The expression as metadata."""
        return [self.kind, self.name, [[key, part.stored] for key, part in self.parts]]


_UNKNOWN: Final = Written("unknown")
_FUNCTION: Final = Written("function")


def _loaded(stored: Mapping[str, Any]) -> dict[str, Written]:
    return {name: _load(value) for name, value in stored.items()}


def _load(stored: Sequence[Any]) -> Written:
    kind, name, parts = stored
    return Written(kind, name, tuple((key, _load(part)) for key, part in parts))


def note_initial_values(cls: ClassDef, tree: MypyFile) -> None:
    """Write to the metadata of a class what its body and its ``__init__`` give the fields."""
    defaults = {name: _Reader(tree).read(_default(statement)) for name, statement in annotated_assignments(cls)}
    written = [each for each in statements(cls.defs.body) if getattr(each, "name", None) == _INIT]
    method = written[0] if len(written) == 1 and written[0] in cls.defs.body else None
    sets, parameters = _of_method(method, tree) if isinstance(method, FuncDef) else ({}, {})
    found = {"defaults": _known(defaults), "sets": _known(sets), "parameters": _known(parameters)}
    if any(found.values()):
        cls.info.metadata[KEY] = found


def defaults_of(info: TypeInfo) -> Mapping[str, Written]:
    """Return the defaults of the fields of a class, those that it inherits too."""
    looked_at(info)
    found: dict[str, Written] = {}
    for base in reversed(info.mro):
        written = _loaded(base.metadata.get(KEY, {}).get("defaults", {}))
        found = {name: value for name, value in found.items() if name not in base.names}
        found.update(written)
    return found


def assigned_by(info: TypeInfo) -> tuple[Mapping[str, Written], Mapping[str, Written]]:
    """Return what the ``__init__`` of a class assigns to fields, and the defaults of its parameters."""
    looked_at(info)
    stored = info.metadata.get(KEY, {})
    return _loaded(stored.get("sets", {})), _loaded(stored.get("parameters", {}))


def _known(found: Mapping[str, Written]) -> dict[str, object]:
    return {name: written.stored for name, written in found.items() if written != _UNKNOWN}


def _default(statement: AssignmentStmt) -> Expression | None:
    value = statement.rvalue
    return by_keyword(value, "default") if isinstance(value, CallExpr) else value


def _of_method(method: FuncDef, tree: MypyFile) -> tuple[dict[str, Written], dict[str, Written]]:
    """Read what a method assigns to attributes of its object, each once and in any case."""
    arguments = method.arguments
    receiver = arguments[0].variable.name if arguments else ""
    bound = [target.expression for statement in statements(method.body.body) for target in targets(statement)]
    written = [each.name for target in bound for each in members(target) if _is_of(each, receiver)]
    local = {each.name for target in bound for each in unpacked(target) if isinstance(each, NameExpr)}
    names = {argument.variable.name for argument in arguments[1:]} - local
    reader = _Reader(tree, names, local)
    sets = {
        target.name: reader.read(statement.rvalue)
        for statement in method.body.body
        if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1
        for target in statement.lvalues
        if isinstance(target, MemberExpr) and _is_of(target, receiver) and written.count(target.name) == 1
    }
    defaults = {each.variable.name: _Reader(tree).read(each.initializer) for each in arguments[1:]}
    return sets, {name: value for name, value in defaults.items() if name in names}


def _is_of(member: MemberExpr, receiver: str) -> bool:
    return isinstance(member.expr, NameExpr) and member.expr.name == receiver


class _Reader:
    """Reads expressions of one function or class body."""

    def __init__(
        self, tree: MypyFile, parameters: set[str] | frozenset[str] = frozenset(), local: set[str] | None = None
    ) -> None:
        self._tree = tree
        self._parameters = parameters
        self._local = local or set()

    def read(self, value: Expression | None) -> Written:
        """Return an expression for the metadata."""
        if isinstance(value, LambdaExpr):
            return _FUNCTION
        if isinstance(value, NameExpr) and value.name in self._parameters:
            return Written("parameter", value.name)
        if isinstance(value, NameExpr | MemberExpr):
            return self._reference(value)
        if isinstance(value, CallExpr):
            return self._call(value)
        items = [self.read(each) for each in _items(value)]
        return Written("row", "", tuple((None, item) for item in items)) if set(items) - {_UNKNOWN} else _UNKNOWN

    def _reference(self, value: NameExpr | MemberExpr) -> Written:
        name = self._imported(value)
        if name:
            return Written("name", name)
        is_function = isinstance(value, NameExpr) and isinstance(self._defined(value.name), FuncDef)
        return _FUNCTION if is_function else _UNKNOWN

    def _call(self, call: CallExpr) -> Written:
        callee = call.callee
        if isinstance(callee, NameExpr) and callee.name in _ROWS and len(call.args) == 1:
            return self.read(call.args[0])
        name = self._imported(callee)
        if not name and isinstance(callee, NameExpr) and isinstance(self._defined(callee.name), ClassDef):
            name = f"{self._tree.fullname}.{callee.name}"
        if not name or has_stars(call):
            return _UNKNOWN
        arguments = zip(call.arg_names, map(self.read, call.args), strict=True)
        return Written("call", name, tuple(arguments))

    def _imported(self, value: Expression) -> str:
        first = value
        while isinstance(first, MemberExpr):
            first = first.expr
        is_hidden = isinstance(first, NameExpr) and first.name in {*self._local, *self._parameters}
        return "" if is_hidden else as_imported(value, self._tree)

    def _defined(self, name: str) -> FuncDef | ClassDef | None:
        """Return the only function or class that the module defines under a name."""
        if name in self._local or name in self._parameters:
            return None
        found = [each for each in self._tree.defs if getattr(each, "name", None) == name]
        only = found[0] if len(found) == 1 else None
        return only if isinstance(only, FuncDef | ClassDef) else None


def _items(value: Expression | None) -> Iterator[Expression]:
    if isinstance(value, TupleExpr | ListExpr):
        yield from value.items
    elif isinstance(value, DictExpr):
        yield from (item for _, item in value.items)
