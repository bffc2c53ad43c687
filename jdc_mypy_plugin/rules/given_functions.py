"""The functions of the module that a transformation or a loop is given: by name, as a lambda, a method, a partial."""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr, RefExpr

from ..libraries.definition import PARTIAL
from ..model.signature_reader import other_values
from ..syntax import INDEX
from ..syntax.arguments import has_stars, positional
from ..syntax.functions import only_result
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
    if isinstance(given, NameExpr):
        node = given.node
        return Given(node) if isinstance(node, FuncDef) and is_here(node, api) and is_meant(node, api) else None
    if isinstance(given, MemberExpr):
        return _attribute(given, api)
    return given_partial(given, api) or given_by_maker(given, api)


def given_partial(given: Expression, api: TypeChecker) -> Given | None:
    """Return the function of ``functools.partial(f, x, n=3)``, without what that gives it."""
    if not isinstance(given, CallExpr) or not isinstance(given.callee, RefExpr) or has_stars(given):
        return None
    inner = given_function(given.args[0], api) if given.callee.fullname == PARTIAL and given.args else None
    if inner is None:
        return None
    count = len(positional(given)) - 1
    definition = without_first(inner.definition, count) if count else inner.definition
    return Given(definition, inner.bound | {name for name in given.arg_names if name is not None})


def given_by_maker(given: Expression, api: TypeChecker) -> Given | None:
    """Return the function that ``make_step(config)`` gives back, which a function of the module defines in itself."""
    maker = given.callee.node if isinstance(given, CallExpr) and isinstance(given.callee, NameExpr) else None
    if not isinstance(maker, FuncDef) or not is_here(maker, api) or not is_meant(maker, api):
        return None
    is_plain = not (maker.is_generator or maker.is_coroutine or maker.is_decorated)
    made = only_result(maker) if is_plain else None
    node = made.node if isinstance(made, NameExpr) else None
    is_inner = isinstance(node, FuncDef) and node in INDEX.of(api.tree).inside(maker).statements
    if isinstance(node, FuncDef) and is_inner:
        return Given(node) if is_meant(node, api) else None
    return Given(as_function(made)) if isinstance(made, LambdaExpr) else None


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
