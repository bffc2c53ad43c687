"""Functions and attributes that are declared otherwise and are given what a function of NumPy makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    TupleExpr,
)
from mypy.types import CallableType, UnboundType

from ...syntax.functions import returned_by
from ...syntax.names.targets import row
from ...syntax.walk import statements
from ..modules.imported_names import Imported

_NUMPY: Final = "numpy"
_DEVICE_GET: Final = "jax.device_get"
_FACTORIES: Final = ("default_factory", "factory")
_ROUNDS: Final = 3
"""How deep functions that call one another are read."""


def numpy_unsaid(functions: Mapping[str, FuncDef], module: MypyFile, imported: Imported) -> set[str]:
    """Return the names of functions that declare no array of NumPy and return what a function of NumPy makes.

    What they return may be a variable, or a part of it, or an object that is made with it, or come from another such
    function or from an attribute that a method gives such an array. These attributes are among the names, as
    ``Loader.rows``, fields that have such an array by default, and variables of the module with an annotation.
    """
    values = _Values("", imported, set())
    variables = [
        each for each in module.defs if isinstance(each, AssignmentStmt) and each.unanalyzed_type is not None
    ]
    given = [target for each in variables if values.are_numpy(each.rvalue) for target in each.lvalues]
    known = {target.name for target in given if isinstance(target, NameExpr)}
    made_by = {each.name for each in _factories(module.defs) if isinstance(each, NameExpr)}
    sought = {name: each for name, each in functions.items() if name in made_by or _may_tell(each, imported)}
    for _ in range(_ROUNDS):
        found = {told for name, each in sought.items() for told in _told(name, each, _Values(name, imported, known))}
        if found <= known:
            break
        known |= found
    known |= set(_by_default("", module.defs, _Values("", imported, known)))
    return known | set(_constructed(functions, module, imported, known))


def _constructed(
    functions: Mapping[str, FuncDef], module: MypyFile, imported: Imported, known: set[str]
) -> Iterator[str]:
    """Yield the fields of classes that a function of the module, or the module itself, gives an array of NumPy."""
    fields = {each.name: _annotated(each) for each in module.defs if isinstance(each, ClassDef)}
    if not any(each.partition(".")[0] == _NUMPY for each in imported.values()):
        return
    for name, function in functions.items() if any(fields.values()) else ():
        values = _Values(name, imported, known)
        for _ in _told(name, function, values):
            pass  # notes the variables
        yield from _given_to_fields(statements(function.body.body), values, fields)
    yield from _given_to_fields(module.defs, _Values("", imported, known), fields)


def _annotated(defined: ClassDef) -> list[str]:
    """Return the names that the body of a class annotates, in order."""
    annotated = (
        each for each in defined.defs.body if isinstance(each, AssignmentStmt) and each.unanalyzed_type is not None
    )
    return [target.name for each in annotated for target in each.lvalues if isinstance(target, NameExpr)]


def _given_to_fields(
    body: Iterable[Statement], values: _Values, fields: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    for each in body:
        made = each.expr if isinstance(each, ReturnStmt) else getattr(each, "rvalue", None)
        callee = made.callee if isinstance(made, CallExpr) else None
        if not isinstance(made, CallExpr) or not isinstance(callee, NameExpr):
            continue
        owner = values.owner if callee.name == "cls" else callee.name
        names = fields.get(owner, ())
        for at, (keyword, given) in enumerate(zip(made.arg_names, made.args, strict=True)):
            name = keyword or (names[at] if at < len(names) else "")
            if name in names and values.are_numpy(given):
                yield f"{owner}.{name}"


def _by_default(owner: str, body: Sequence[Statement], values: _Values) -> Iterator[str]:
    """Yield the fields of classes, and of classes in them, that a default or a factory gives an array of NumPy."""
    for each in body:
        if isinstance(each, ClassDef):
            yield from _by_default(f"{owner}{each.name}.", each.defs.body, values)
        elif owner and isinstance(each, AssignmentStmt) and _is_default_of_numpy(each.rvalue, values):
            yield from (f"{owner}{target.name}" for target in each.lvalues if isinstance(target, NameExpr))


def _is_default_of_numpy(value: Expression, values: _Values) -> bool:
    if values.are_numpy(value):
        return True
    factory = _factory(value)
    if isinstance(factory, LambdaExpr):
        return any(
            each.expr is not None and values.are_numpy(each.expr)
            for each in factory.body.body
            if isinstance(each, ReturnStmt)
        )
    return factory is not None and values.call_numpy(factory)


def _factories(body: Sequence[Statement]) -> Iterator[Expression]:
    """Yield what makes the defaults of fields, in classes and in classes of those."""
    for each in body:
        if isinstance(each, ClassDef):
            yield from _factories(each.defs.body)
            given = (part.rvalue for part in each.defs.body if isinstance(part, AssignmentStmt))
            yield from (factory for value in given if (factory := _factory(value)) is not None)


def _factory(value: Expression) -> Expression | None:
    """Return the function that makes the default of a field, also one of which a partial is given."""
    given = zip(value.arg_names, value.args, strict=True) if isinstance(value, CallExpr) else ()
    factory = next((each for name, each in given if name in _FACTORIES), None)
    if isinstance(factory, CallExpr) and _dotted(factory.callee).rpartition(".")[2] == "partial":
        return factory.args[0] if factory.args else None
    return factory


def _may_tell(function: FuncDef, imported: Imported) -> bool:
    signature = function.unanalyzed_type
    result = signature.ret_type if isinstance(signature, CallableType) else None
    is_declared = isinstance(result, UnboundType) and not _is_of_numpy(result.name, imported)
    return is_declared or function.name == "__init__"


def _is_of_numpy(name: str, imported: Imported) -> bool:
    return imported.get(name.partition(".")[0], "").partition(".")[0] == _NUMPY


def _told(name: str, function: FuncDef, values: _Values) -> Iterator[str]:
    for statement in statements(function.body.body):
        if isinstance(statement, AssignmentStmt) and values.are_numpy(statement.rvalue):
            for target in (part for each in statement.lvalues for part in (row(each) or [each])):
                if isinstance(target, NameExpr | IndexExpr):
                    values.local.add(_variable(target))
                elif isinstance(target, MemberExpr) and _is_self(target.expr):
                    yield f"{values.owner}.{target.name}"
    if function.name != "__init__" and any(
        each and values.are_numpy(each) for each in returned_by(function.body.body)
    ):
        yield name


def _variable(target: Expression) -> str:
    while isinstance(target, IndexExpr):
        target = target.base
    return target.name if isinstance(target, NameExpr) else ""


def _is_self(owner: Expression) -> bool:
    return isinstance(owner, NameExpr) and owner.name == "self"


class _Values:
    """Expressions in one function, as they are written."""

    def __init__(self, function: str, imported: Imported, known: set[str]) -> None:
        self.owner = function.rpartition(".")[0]
        self.local: set[str] = set()
        """Variables that are given an array of NumPy."""
        self._imported = imported
        self._known = known

    def are_numpy(self, value: Expression) -> bool:
        """Return whether a value is an array of NumPy, or holds one."""
        parts = _parts(value)
        if parts is not None:
            return any(map(self.are_numpy, parts))
        return self._makes_numpy(value) if isinstance(value, CallExpr) else self._is_known(value)

    def _is_known(self, value: Expression) -> bool:
        if isinstance(value, NameExpr):
            return value.name in self.local
        if not isinstance(value, MemberExpr):
            return False
        is_own = _is_self(value.expr) and f"{self.owner}.{value.name}" in self._known
        return is_own or self.are_numpy(value.expr)

    def call_numpy(self, function: Expression) -> bool:
        """Return whether a function is one of NumPy, or is known to return what one makes."""
        if isinstance(function, NameExpr) and function.name in self._known:
            return True
        root, _, rest = _dotted(function).partition(".")
        imported = self._imported.get(root, "")
        return imported.partition(".")[0] == _NUMPY or f"{imported}.{rest}".rstrip(".") == _DEVICE_GET

    def _makes_numpy(self, call: CallExpr) -> bool:
        callee = call.callee
        if _dotted(callee).rpartition(".")[2][:1].isupper() and any(map(self.are_numpy, call.args)):
            return True
        return self.call_numpy(callee) or (isinstance(callee, MemberExpr) and self._is_known(callee))


def _parts(value: Expression) -> Sequence[Expression] | None:
    """Return what is in a display, or what an item or one of two values is taken from; None for anything else."""
    if isinstance(value, TupleExpr | ListExpr):
        return value.items
    if isinstance(value, DictExpr):
        return [each for _, each in value.items]
    if isinstance(value, ConditionalExpr):
        return [value.if_expr, value.else_expr]
    if isinstance(value, DictionaryComprehension):
        return [value.value]
    if isinstance(value, ListComprehension):
        return [value.generator.left_expr]
    return [value.base] if isinstance(value, IndexExpr) else None


def _dotted(callee: Expression) -> str:
    names: list[str] = []
    while isinstance(callee, MemberExpr):
        names.append(callee.name)
        callee = callee.expr
    return ".".join((callee.name, *reversed(names))) if isinstance(callee, NameExpr) else ""
