"""``jdc-carry``: a function of `while_loop` or `fori_loop` that returns nothing, so that the carry becomes None.

Functions that declare what they return are judged by that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import CallExpr, FuncDef, FuncItem, LambdaExpr, NameExpr, Var
from mypy.types import AnyType, CallableType, NoneType, UnionType

from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax.arguments import argument, has_stars
from ...syntax.functions import parameters, returns_nothing
from ...syntax.names.targets import targets
from ...syntax.walk import statements
from ...traced.eager_functions import is_apart
from ...transformed.given_functions import is_here
from ..places import LOOP, Loop, asked
from .carried_trees import function_of

_FUNCTIONS: Final[Mapping[str, tuple[tuple[int, str, str], ...]]] = {
    "jax.lax.while_loop": ((0, "cond_fun", "whether to go on"), (1, "body_fun", "the next carry")),
    "jax.lax.fori_loop": ((2, "body_fun", "the next carry"),),
}
"""Position and name of each function of a loop, with what it must return."""
_FIRST: Final = {"jax.lax.while_loop": 2, "jax.lax.fori_loop": 3}


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report functions that come to their end without a return statement."""
    if site.name not in _FUNCTIONS or has_stars(site.node) or is_apart(site.node, site.api.tree):
        return
    for position, name, wanted in _FUNCTIONS[site.name]:
        given = argument(site.node, position, name)
        function = None if given is None else _run(function_of(given, site.api), site)
        if given is None or not isinstance(function, FuncDef) or _says_what_it_returns(function):
            continue
        if returns_nothing(function) and (name == "cond_fun" or _has_carry(function, site)):
            yield Diagnostic(
                CARRY,
                f'"{function.name}" returns nothing, and {site.name} wants {wanted}: a TypeError; return it',
                given,
            )


def _run(function: FuncItem | None, site: Loop) -> FuncItem | None:
    """Return the function of the module whose result a lambda gives back, ``lambda _, state: step(state)``."""
    made = function.expr() if isinstance(function, LambdaExpr) else None
    called = made.callee.node if isinstance(made, CallExpr) and isinstance(made.callee, NameExpr) else None
    is_plain = isinstance(called, FuncDef) and not called.is_decorated and is_here(called, site.api)
    return called if is_plain and isinstance(called, FuncDef) else function


def _says_what_it_returns(function: FuncDef) -> bool:
    kind = known_type(function.type)
    return isinstance(kind, CallableType) and not isinstance(known_type(kind.ret_type), AnyType)


def _has_carry(function: FuncDef, site: Loop) -> bool:
    """Return whether the first carry is certain not to be None, or the function assigns to its carry."""
    first = argument(site.node, _FIRST[site.name], "init_val")
    kind = None if first is None else known_type(site.api.lookup_type_or_none(first))
    if kind is None or isinstance(kind, NoneType | UnionType):
        return False
    return not isinstance(kind, AnyType) or _assigns(function, parameters(function)[-1:])


def _assigns(function: FuncDef, carry: list[Var]) -> bool:
    """Return whether a statement of a function gives its carry another value."""
    written = [each.expression for statement in statements(function.body.body) for each in targets(statement)]
    return any(isinstance(each, NameExpr) and each.node in carry for each in written)
