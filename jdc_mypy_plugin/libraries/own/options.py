"""Parameters of a project's own decorators: the class, and options that they pass on.

``def pytree(cls=None, *, frozen=True):`` works as ``@pytree`` and as ``@pytree(frozen=False)``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import (
    ARG_NAMED,
    ARG_NAMED_OPT,
    ARG_OPT,
    ARG_POS,
    ARG_STAR2,
    Argument,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    SetExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from ...syntax.names.definitions import Defined, written_name
from ..definition import LISTS

TRANSFORMS: Final = ("typing.dataclass_transform", "typing_extensions.dataclass_transform")
"""Decorators that tell type checkers of one that makes dataclasses."""

_LEAVING: Final = ("typing.no_type_check",)
"""Decorators that leave a function as it is."""
_NONE: Final = "None"
_NOT: Final = "not "
_REST: Final = "**"
_COPIES: Final = ("list", "sorted", "tuple")


class UnknownError(Exception):
    """A body does what is not understood."""


class Parameters(NamedTuple):
    """The parameters of a function that is a class decorator, or makes one."""

    cls: str | None
    """The parameter that is the class; None of a function that takes options alone."""
    may_be_none: bool
    """True if a call may leave the class out."""
    options: Mapping[str, bool]
    """The defaults of the options."""
    lists: Mapping[str, tuple[str, ...]]
    """The defaults of the options that list fields by name; none of one without a default."""
    rest: str | None
    """The name of ``**kwargs``."""


class Option(NamedTuple):
    """The value of an option, whatever it is, or the opposite of it: ``frozen=not mutable``."""

    name: str
    is_opposite: bool = False

    def where(self, options: Mapping[str, bool]) -> bool:
        """Return the value where the options have these values."""
        return options[self.name] is not self.is_opposite

    @property
    def text(self) -> str:
        """The option as JSON can say it."""
        return f"{_NOT}{self.name}" if self.is_opposite else self.name


def option_said(text: str) -> Option:
    """Return the option that a text stands for."""
    return Option(text.removeprefix(_NOT), is_opposite=text.startswith(_NOT))


def _option_in(value: Expression, options: Collection[str]) -> Option | None:
    """Return the option that an expression hands on, as it is or the opposite of it."""
    is_opposite = isinstance(value, UnaryExpr) and value.op == "not"
    named = value.expr if isinstance(value, UnaryExpr) and is_opposite else value
    is_option = isinstance(named, NameExpr) and named.name in options
    return Option(named.name, is_opposite) if isinstance(named, NameExpr) and is_option else None


Keywords = Mapping[str, "bool | Option"]
"""Keywords of what makes a class a dataclass."""


def parameters_of(function: FuncDef | LambdaExpr) -> Parameters:
    """Return the parameters of a function; UnknownError where one is not the class, True or False, or names."""
    first = function.arguments[0] if function.arguments else None
    may_be_none = first is not None and first.kind is ARG_OPT and is_none_literal(first.initializer)
    cls = first if first is not None and (first.kind is ARG_POS or may_be_none) else None
    options: dict[str, bool] = {}
    lists: dict[str, tuple[str, ...]] = {}
    rest: str | None = None
    for each in function.arguments if cls is None else function.arguments[1:]:
        names = names_in(each.initializer)
        if each.kind is ARG_STAR2:
            rest = each.variable.name
        elif names is not None and each.kind in (ARG_OPT, ARG_NAMED_OPT, ARG_NAMED):
            lists[each.variable.name] = names
        else:
            options[each.variable.name] = _default(each)
    return Parameters(None if cls is None else cls.variable.name, may_be_none, options, lists, rest)


def names_in(value: Expression | None) -> tuple[str, ...] | None:
    """Return the names in ``("x", "y")``; none of ``None`` and of nothing; None for any other expression."""
    if value is None or is_none_literal(value):
        return ()
    if not isinstance(value, ListExpr | SetExpr | TupleExpr):
        return None
    names = tuple(item.value for item in value.items if isinstance(item, StrExpr))
    return names if len(names) == len(value.items) else None


def list_named(value: Expression, lists: Collection[str]) -> str | None:
    """Return the option that an expression gives the names of: ``static``, ``list(static)``, ``static or ()``."""
    if isinstance(value, NameExpr):
        return value.name if value.name in lists else None
    if isinstance(value, OpExpr):
        return list_named(value.left, lists) if value.op == "or" and names_in(value.right) == () else None
    is_copy = isinstance(value, CallExpr) and isinstance(value.callee, NameExpr) and value.callee.name in _COPIES
    return list_named(value.args[0], lists) if is_copy and isinstance(value, CallExpr) and value.args else None


def _default(argument: Argument) -> bool:
    says = constant(argument.initializer) if argument.kind in (ARG_OPT, ARG_NAMED_OPT) else None
    if says is None:
        raise UnknownError
    return says


def constant(value: Expression | None) -> bool | None:
    """Return what ``True`` or ``False`` says, before mypy has looked the name up; None for any other expression."""
    return value.name == "True" if isinstance(value, NameExpr) and value.name in ("True", "False") else None


def is_none_literal(value: Expression | None) -> bool:
    """Return whether an expression is ``None``, before mypy has looked the name up."""
    return isinstance(value, NameExpr) and value.name == _NONE


def statics_listed(arguments: Sequence[tuple[str | None, Expression]], parameters: Parameters) -> str | None:
    """Return the option that lists the static fields of a registration; JAX holds that the others are data."""
    given = {key or order: value for (key, value), order in zip(arguments, LISTS, strict=False)}
    is_whole = len(arguments) == 2 and {*given} == {"data_fields", "meta_fields"}
    return list_named(given["meta_fields"], parameters.lists) if is_whole else None


def arguments_of(call: CallExpr, parameters: Parameters) -> Sequence[tuple[str | None, Expression]]:
    """Return the arguments of a call; ``**`` stands for the further keywords of the decorator."""
    found: list[tuple[str | None, Expression]] = []
    for key, kind, value in zip(call.arg_names, call.arg_kinds, call.args, strict=True):
        is_rest = kind is ARG_STAR2 and isinstance(value, NameExpr) and value.name == parameters.rest
        if kind.is_star() and not is_rest:
            raise UnknownError
        found.append((_REST if is_rest else key, value))
    return found


def constants(arguments: Sequence[tuple[str | None, Expression]], parameters: Parameters) -> tuple[Keywords, bool]:
    """Return keywords, each True or False or an option, and whether the further keywords are among them."""
    known: dict[str, bool | Option] = {}
    for key, value in arguments:
        says = constant(value)
        handed_on = _option_in(value, parameters.options) if says is None else None
        if key == _REST:
            continue
        if key is None or (says is None and handed_on is None):
            raise UnknownError
        known[key] = says is True if handed_on is None else handed_on
    return known, any(key == _REST for key, _ in arguments)


def hands_everything_on(call: CallExpr, parameters: Parameters) -> bool:
    """Return whether ``functools.partial(decorator, frozen=frozen)`` hands on every option as it is."""
    given = arguments_of(call, parameters)[1:]
    lists = {key for key, value in given if key is not None and list_named(value, parameters.lists) == key}
    handed = constants([(key, value) for key, value in given if key not in lists], parameters)
    options = {name: Option(name) for name in parameters.options}
    return lists == {*parameters.lists} and handed == (options, parameters.rest is not None)


def dump(keywords: Keywords) -> Mapping[str, Any]:
    """Return keywords as JSON can say them: an option by its name."""
    return {key: value.text if isinstance(value, Option) else value for key, value in keywords.items()}


def plain_function(defined: FuncDef | Decorator, tree: MypyFile) -> FuncDef:
    """Return a function inside a body, under nothing that could change it."""
    function = defined.func if isinstance(defined, Decorator) else defined
    applied = defined.original_decorators if isinstance(defined, Decorator) else ()
    is_plain = not function.is_coroutine and not function.is_generator
    if not is_plain or any(written_name(each, tree) not in _LEAVING for each in applied):
        raise UnknownError
    return function


def function_of(defined: Defined, tree: MypyFile) -> FuncDef | LambdaExpr:
    """Return the function of a definition, under nothing that could change it."""
    if isinstance(defined, Decorator):
        applied = [each.callee if isinstance(each, CallExpr) else each for each in defined.original_decorators]
        if any(written_name(each, tree) not in TRANSFORMS for each in applied):
            raise UnknownError
        return defined.func
    if not isinstance(defined, FuncDef | LambdaExpr) or defined.is_coroutine or defined.is_generator:
        raise UnknownError
    return defined
