"""A project's own decorators, where their body shows which library makes a class a pytree.

``def pytree(cls): return register_dataclass(dataclass(cls))``, with the field lists that the metadata of the fields
gives, ``functools.partial(chex.dataclass, frozen=True)``, and lambdas. What a body does besides makes it unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mypy.nodes import (
    ARG_POS,
    ARG_STAR2,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    Import,
    ImportFrom,
    LambdaExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    SuperExpr,
)

from jdc_spec.markers import STATIC_KEY

from ..syntax.definitions import Defined, definitions, written_name
from .definition import LISTS, PARTIAL
from .library import Library
from .own_field_lists import Listed, comprehended, filled_by, listed
from .register_dataclass import REGISTER_DATACLASS
from .registry import LIBRARIES

_SUBCLASSES: Final = "__init_subclass__"
_STANDARD: Final = "dataclasses.dataclass"
_TRANSFORMS: Final = ("typing.dataclass_transform", "typing_extensions.dataclass_transform")
_LIBRARIES: Final[Mapping[str, Library]] = {name: each for each in LIBRARIES for name in each.names.decorators}

Keywords = Mapping[str, bool]


class UnknownError(Exception):
    """A body does what is not understood."""


@dataclass(slots=True)
class _Class:
    """The class that a decorator is given, with what has been done to it so far."""

    library: str | None = None
    """The library that has registered it."""
    keywords: Keywords = field(default_factory=dict[str, bool])
    """The keywords of what has made it a dataclass."""
    is_dataclass: bool = False


def read_decorator(name: str, defined: Defined, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return what a definition of a module does as a class decorator, fit for JSON; None where it is unknown."""
    try:
        if isinstance(defined, CallExpr):
            return _partial(defined, tree)
        made = _Body(tree, (name,)).applied(defined)
    except UnknownError:
        return None
    return {"library": made.library, "keywords": dict(made.keywords), "takes": False}


def read_base(defined: ClassDef, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return what a class does with its subclasses, fit for JSON; None where it is unknown.

    Type checkers make dataclasses of them where `typing.dataclass_transform` tells them to.
    """
    methods = [each for each in defined.defs.body if getattr(each, "name", None) == _SUBCLASSES]
    applied = [each.callee if isinstance(each, CallExpr) else each for each in defined.decorators]
    if len(methods) != 1 or not applied or any(written_name(each, tree) not in _TRANSFORMS for each in applied):
        return None
    try:
        made = _Body(tree, (defined.name,)).subclass(methods[0])
    except UnknownError:
        return None
    return {"library": made.library, "keywords": dict(made.keywords)}


def _partial(call: CallExpr, tree: MypyFile) -> Mapping[str, Any] | None:
    """Read ``functools.partial(chex.dataclass, frozen=True)``, which takes further keywords."""
    if written_name(call.callee, tree) != PARTIAL or not call.args or call.arg_kinds[0] is not ARG_POS:
        return None
    library = _LIBRARIES.get(written_name(call.args[0], tree))
    if library is None or library is REGISTER_DATACLASS:
        return None
    return {"library": library.names.name, "keywords": _keywords(call, 1), "takes": True}


def _keywords(call: CallExpr, first: int) -> Keywords:
    """Return the arguments of a call from one on, all of which must be keywords that say True or False."""
    given: dict[str, bool] = {}
    for key, value in zip(call.arg_names[first:], call.args[first:], strict=True):
        says = constant(value)
        if key is None or says is None:
            raise UnknownError
        given[key] = says
    return given


def constant(value: Expression | None) -> bool | None:
    """Return what ``True`` or ``False`` says, before mypy has looked the name up; None for any other expression."""
    return value.name == "True" if isinstance(value, NameExpr) and value.name in ("True", "False") else None


class _Body:
    """Runs the body of a function on a class, as far as it is understood."""

    def __init__(self, tree: MypyFile, callers: tuple[str, ...]) -> None:
        self._tree = tree
        self._callers = callers
        self._names: dict[str, _Class | Listed | None] = {}

    def applied(self, defined: Defined) -> _Class:
        """Return the class that a function of one parameter returns: the registered class that it is given."""
        function = _function(defined, self._tree)
        if len(function.arguments) != 1 or function.arg_kinds[0] is not ARG_POS:
            raise UnknownError
        self._names[function.arguments[0].variable.name] = _Class()
        last = function.body.body[-1] if function.body.body else None
        if not isinstance(last, ReturnStmt) or last.expr is None:
            raise UnknownError
        for statement in function.body.body[:-1]:
            self._run(statement)
        made = self._class(last.expr)
        if made.library is None:
            raise UnknownError
        return made

    def subclass(self, method: Statement) -> _Class:
        """Return the class that ``__init_subclass__`` registers: the one that it is called for."""
        if not isinstance(method, FuncDef) or not method.body.body or method.arg_kinds[:1] != [ARG_POS]:
            raise UnknownError
        if any(kind is not ARG_STAR2 for kind in method.arg_kinds[1:]):
            raise UnknownError
        made = self._names[method.arguments[0].variable.name] = _Class()
        for statement in method.body.body:
            call = statement.expr if isinstance(statement, ExpressionStmt) else None
            callee = call.callee if isinstance(call, CallExpr) else None
            if not isinstance(callee, SuperExpr) or callee.name != _SUBCLASSES:
                self._run(statement)
        if made.library is None:
            raise UnknownError
        return made

    def _run(self, statement: Statement) -> None:
        if isinstance(statement, Import | ImportFrom):
            return
        if isinstance(statement, ExpressionStmt):
            if not isinstance(statement.expr, StrExpr):
                self._class(statement.expr)
        elif isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
            self._names.update(self._assigned(statement))
        elif isinstance(statement, ForStmt):
            self._names.update(self._filled(statement))
        else:
            raise UnknownError

    def _assigned(self, statement: AssignmentStmt) -> Mapping[str, _Class | Listed | None]:
        lists = listed(statement, self._is_fields)
        if lists is not None:
            return lists
        target = statement.lvalues[0]
        if not isinstance(target, NameExpr):
            raise UnknownError
        return {target.name: self._class(statement.rvalue)}

    def _filled(self, statement: ForStmt) -> Mapping[str, Listed]:
        filled = filled_by(statement, self._is_fields)
        if filled is None or any(self._names.get(name, "") is not None for name in filled):
            raise UnknownError
        return filled

    def _is_fields(self, expression: Expression) -> bool:
        """Return whether an expression is ``dataclasses.fields(cls)`` of the class, by now a dataclass."""
        if not isinstance(expression, CallExpr) or len(expression.args) != 1:
            return False
        if written_name(expression.callee, self._tree) != "dataclasses.fields":
            return False
        return self._class(expression.args[0]).is_dataclass

    def _class(self, expression: Expression) -> _Class:
        """Return the class that an expression stands for."""
        if isinstance(expression, NameExpr):
            known = self._names.get(expression.name)
            if isinstance(known, _Class):
                return known
        if not isinstance(expression, CallExpr) or not expression.args or expression.arg_kinds[0] is not ARG_POS:
            raise UnknownError
        given = self._class(expression.args[0])
        function, further = expression.callee, _without_first(expression)
        if isinstance(function, CallExpr):  # dataclass(frozen=True)(cls), partial(dataclass, frozen=True)(cls)
            if further:
                raise UnknownError
            function, further = self._curried(function)
        return self._decorated(given, function, further)

    def _curried(self, call: CallExpr) -> tuple[Expression, Sequence[tuple[str | None, Expression]]]:
        if written_name(call.callee, self._tree) != PARTIAL:
            return call.callee, _arguments(call)
        if not call.args or call.arg_kinds[0] is not ARG_POS:
            raise UnknownError
        return call.args[0], _without_first(call)

    def _decorated(
        self, given: _Class, function: Expression, arguments: Sequence[tuple[str | None, Expression]]
    ) -> _Class:
        name = written_name(function, self._tree)
        if isinstance(function, NameExpr) and function.name in self._names:
            raise UnknownError
        library = _LIBRARIES.get(name)
        if library is REGISTER_DATACLASS:
            if not given.is_dataclass or given.library is not None or not self._splits(arguments):
                raise UnknownError
            given.library = REGISTER_DATACLASS.names.name
            return given
        if given.is_dataclass:
            raise UnknownError
        given.is_dataclass = True
        if library is not None or name == _STANDARD:
            given.library = None if library is None else library.names.name
            given.keywords = _constants(arguments)
            return given
        return self._by_own(given, function, arguments)

    def _by_own(
        self, given: _Class, function: Expression, arguments: Sequence[tuple[str | None, Expression]]
    ) -> _Class:
        """Apply another decorator of the module."""
        defined = definitions(self._tree).get(function.name) if isinstance(function, NameExpr) else None
        if not isinstance(function, NameExpr) or defined is None or arguments or function.name in self._callers:
            raise UnknownError
        if isinstance(defined, CallExpr):
            made = _partial(defined, self._tree)
            if made is None:
                raise UnknownError
            given.library, given.keywords = made["library"], made["keywords"]
            return given
        made_here = _Body(self._tree, (*self._callers, function.name)).applied(defined)
        given.library, given.keywords = made_here.library, made_here.keywords
        return given

    def _splits(self, arguments: Sequence[tuple[str | None, Expression]]) -> bool:
        """Return whether the field lists are none, or those that the metadata of the fields gives."""
        if not arguments:
            return True
        said = {key or order: self._listed(value) for (key, value), order in zip(arguments, LISTS, strict=False)}
        return len(arguments) == 2 and said == {
            "data_fields": Listed(STATIC_KEY, is_static=False),
            "meta_fields": Listed(STATIC_KEY, is_static=True),
        }

    def _listed(self, value: Expression) -> Listed | None:
        if not isinstance(value, NameExpr):
            return comprehended(value, self._is_fields)
        known = self._names.get(value.name)
        return known if isinstance(known, Listed) else None


def _function(defined: Defined, tree: MypyFile) -> FuncDef | LambdaExpr:
    if isinstance(defined, Decorator):
        applied = [each.callee if isinstance(each, CallExpr) else each for each in defined.original_decorators]
        if any(written_name(each, tree) not in _TRANSFORMS for each in applied):
            raise UnknownError
        return defined.func
    if isinstance(defined, CallExpr | ClassDef) or defined.is_coroutine or defined.is_generator:
        raise UnknownError
    return defined


def _arguments(call: CallExpr) -> Sequence[tuple[str | None, Expression]]:
    if any(kind.is_star() for kind in call.arg_kinds):
        raise UnknownError
    return list(zip(call.arg_names, call.args, strict=True))


def _without_first(call: CallExpr) -> Sequence[tuple[str | None, Expression]]:
    return _arguments(call)[1:]


def _constants(arguments: Sequence[tuple[str | None, Expression]]) -> Keywords:
    said = {key: constant(value) for key, value in arguments}
    known = {key: value for key, value in said.items() if key is not None and value is not None}
    if len(known) < len(arguments):
        raise UnknownError
    return known
