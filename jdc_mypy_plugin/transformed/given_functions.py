"""The functions of the module that a transformation or a loop is given: by name, as a lambda, a method, a partial."""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
)

from ..evaluate.scope import SCOPES
from ..libraries.definition import PARTIAL
from ..model.annotations.signature_reader import other_values
from ..syntax import INDEX
from ..syntax.arguments import has_stars, positional
from ..syntax.functions import only_result
from ..syntax.values.kept_dicts import kept_item
from .function_expressions import as_function, called_method, without_first, without_self
from .transformations import made_by, method_by_class


class Given(NamedTuple):
    """A function as whoever is given it calls it."""

    definition: FuncDef
    """Without its ``self``, and without what a partial gives by position."""
    bound: frozenset[str] = frozenset()
    """The parameters that a partial gives by name."""


def given_function(given: Expression, api: TypeChecker) -> Given | None:
    """Return the function that an expression is: no name of a decorated one, and no object that is called."""
    if isinstance(given, LambdaExpr):
        return Given(as_function(given))
    if isinstance(given, NameExpr) and isinstance(given.node, FuncDef):
        is_one = is_here(given.node, api) and is_meant(given.node, api)
        return Given(given.node) if is_one else given_partial(given, api)
    if isinstance(given, MemberExpr):
        return _attribute(given, api)
    item = kept_item(given, api.tree) if isinstance(given, IndexExpr) else None
    if isinstance(item, NameExpr | LambdaExpr):
        return given_function(item, api)
    return given_partial(given, api) or given_by_maker(given, api)


def given_partial(given: Expression, api: TypeChecker) -> Given | None:
    """Return the function of ``functools.partial(f, x, n=3)``, without what that gives it.

    The partial may have a name, ``loss = functools.partial(f, n=3)``, that of the function too.
    """
    if isinstance(given, NameExpr) and isinstance(given.node, FuncDef):
        return _partial_of_its_name(given, given.node, api)
    given = _held(given, api) or given
    if not isinstance(given, CallExpr) or not isinstance(given.callee, RefExpr) or has_stars(given):
        return None
    inner = given_function(given.args[0], api) if given.callee.fullname == PARTIAL and given.args else None
    return None if inner is None else _with_arguments(inner, given)


def _partial_of_its_name(name: NameExpr, definition: FuncDef, api: TypeChecker) -> Given | None:
    """Return what the name of a function stands for below ``f = functools.partial(f, n=3)``."""
    others = other_values(definition, api.tree)
    partial = others[0] if len(others) == 1 else None
    if not isinstance(partial, CallExpr) or not isinstance(partial.callee, RefExpr) or partial.line >= name.line:
        return None
    if partial.callee.fullname != PARTIAL or has_stars(partial) or not partial.args:
        return None
    inner = partial.args[0]
    is_same = isinstance(inner, NameExpr) and inner.node is definition
    return _with_arguments(Given(definition), partial) if is_same else None


def _with_arguments(inner: Given, partial: CallExpr) -> Given:
    """Return a function as a partial of it is called."""
    count = len(positional(partial)) - 1
    definition = without_first(inner.definition, count) if count else inner.definition
    return Given(definition, inner.bound | {name for name in partial.arg_names if name is not None})


def given_by_maker(given: Expression, api: TypeChecker) -> Given | None:
    """Return the function that ``make_step(config)`` gives back, which a function of the module defines in itself.

    It may be in a variable first, ``step = make_step(config)``, and be one of several: ``init, step = make_both()``.
    """
    held = _held(given, api)
    number = held.index if isinstance(held, IndexExpr) else None
    maker = _maker(_held(held.base, api) if isinstance(held, IndexExpr) else held, api)
    made = None if maker is None else only_result(maker)
    if isinstance(number, IntExpr):
        is_one = isinstance(made, TupleExpr) and 0 <= number.value < len(made.items)
        made = made.items[number.value] if is_one and isinstance(made, TupleExpr) else None
    elif number is not None:
        return None
    node = made.node if isinstance(made, NameExpr) else None
    if maker is not None and isinstance(node, FuncDef) and node in INDEX.of(api.tree).inside(maker).statements:
        return Given(node) if is_meant(node, api) else None
    return Given(as_function(made)) if isinstance(made, LambdaExpr) else None


def _held(value: Expression | None, api: TypeChecker) -> Expression | None:
    return SCOPES.of(api.tree).value_of(value) if isinstance(value, NameExpr) else value


def _maker(call: Expression | None, api: TypeChecker) -> FuncDef | None:
    """Return the function of the module that a call runs, if it runs at once and as it is written."""
    callee = call.callee if isinstance(call, CallExpr) else None
    if isinstance(callee, MemberExpr):
        method = called_method(callee, api)
        return method if method is not None and method.name == callee.name and _is_plain(method) else None
    maker = callee.node if isinstance(callee, NameExpr) else None
    is_known = isinstance(maker, FuncDef) and is_here(maker, api) and is_meant(maker, api)
    return maker if is_known and isinstance(maker, FuncDef) and _is_plain(maker) else None


def _is_plain(maker: FuncDef) -> bool:
    return not (maker.is_generator or maker.is_coroutine or maker.is_decorated)


def is_here(definition: FuncDef, api: TypeChecker) -> bool:
    """Return whether a function is written in the module."""
    return INDEX.of(api.tree).position(definition) is not None


def is_meant(definition: FuncDef, api: TypeChecker) -> bool:
    """Return whether the name of a function stands for nothing but it, or for what a transformation makes of it.

    mypy takes the first definition of a name that a program defines twice, and the function after
    ``f = functools.partial(f, n=3)``.
    """
    others = other_values(definition, api.tree)
    return all(isinstance(each, CallExpr) and made_by(each) is not None for each in others)


def _attribute(given: MemberExpr, api: TypeChecker) -> Given | None:
    """Return the method that ``self.step`` is, or the function that ``Solver.step`` is."""
    by_class = method_by_class(given)
    if by_class is not None:
        return Given(by_class) if is_here(by_class, api) else None
    method = called_method(given, api)
    return None if method is None or method.name != given.name else Given(without_self(method))
