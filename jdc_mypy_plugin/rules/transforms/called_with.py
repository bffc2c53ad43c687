"""``jdc-carry``: a function of a loop or a branch takes another number of arguments than it is called with.

Of `scan` and `while_loop` JAX declares what their functions take, and mypy says so itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ArgKind, CallExpr, Expression, FuncItem, ListExpr, TupleExpr

from jdc_spec.rules import CARRY

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.functions_elsewhere import given_elsewhere
from ...syntax.arguments import argument, by_keyword, has_stars, positional
from ..places import LOOP, Loop, asked
from .carried_objects import shown
from .carried_trees import function_of

_BODIES: Final = {
    "jax.lax.fori_loop": (2, "body_fun", 2, "the counter and the carry"),
    "jax.lax.map": (0, "f", 1, "one item of what it maps over"),
    "jax.lax.associative_scan": (0, "fn", 2, "two values to combine"),
}
"""The position and the name of the function of each loop, with how many arguments it gets, and what they are."""
_COND: Final = "jax.lax.cond"


class _Called(NamedTuple):
    """A function with what a loop calls it with."""

    function: Expression
    given: int
    words: str


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a function that cannot be called as its loop, or the choice between branches, calls it."""
    if has_stars(site.node) or may_be_caught(site.node, site.api.tree):
        return
    if site.name == _COND and _is_older_form(site):
        return
    for each in _called(site.node, site.name):
        definition = None if _has_names(each.function, site.api) else _definition(each.function, site.api)
        taken = None if definition is None else _taken(definition)
        if taken is not None and not taken[0] <= each.given <= taken[1]:
            yield Diagnostic(
                CARRY,
                f"{site.name} calls {shown(each.function)} with {each.words}, {_arguments(each.given)} by position, "
                f"and it takes {_wanted(*taken)}: a TypeError",
                each.function,
            )


def _definition(function: Expression, api: TypeChecker) -> FuncItem | None:
    """Return a function without the arguments that it has already; one of another module has no body."""
    found = function_of(function, api)
    given = None if found is not None else given_elsewhere(function, api)
    return found if given is None else given.as_called()


def _has_names(function: Expression, api: TypeChecker) -> bool:
    """Return whether a partial, under a name too, gives arguments by name, which are taken no more by position."""
    made = evaluator_of(api).source(function)
    return isinstance(made, CallExpr) and any(name is not None for name in made.arg_names)


def _is_older_form(site: Loop) -> bool:
    """Return whether a call may be ``cond(pred, x, f, y, g)``, each branch with its operand, which JAX takes too."""
    given = positional(site.node)
    return len(given) == 5 and function_of(given[1], site.api) is None


def _called(call: CallExpr, name: str) -> Sequence[_Called]:
    if name in _BODIES:
        at, parameter, count, words = _BODIES[name]
        function = argument(call, at, parameter)
        return [] if function is None else [_Called(function, count, words)]
    given = positional(call)
    if len(given) != len(call.args):  # operand=x, of which older versions of JAX make one argument
        return []
    if name == _COND and len(given) > 2:
        return [_Called(each, len(given) - 3, "its operands") for each in given[1:3]]
    if name == "jax.lax.switch" and len(given) > 1 and isinstance(given[1], ListExpr | TupleExpr):
        return [_Called(each, len(given) - 2, "its operands") for each in given[1].items]
    return []


def _taken(function: FuncItem) -> tuple[int, int] | None:
    """Return the least and the largest number of arguments by position; None where that has no bounds."""
    kinds = function.arg_kinds
    if ArgKind.ARG_STAR in kinds:
        return None
    least = kinds.count(ArgKind.ARG_POS)
    return least, least + kinds.count(ArgKind.ARG_OPT)


def _arguments(count: int) -> str:
    return f"{count} argument" if count == 1 else f"{count} arguments"


def _wanted(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


@asked(CARRY, at=LOOP)
def check_length(site: Loop) -> Iterator[Diagnostic]:
    """Report ``jax.lax.scan(f, init)``, which has nothing to scan over and no length."""
    call = site.node
    if site.name != "jax.lax.scan" or has_stars(call) or may_be_caught(call, site.api.tree):
        return
    if len(call.args) == 2 and by_keyword(call, "xs") is None and by_keyword(call, "length") is None:
        yield Diagnostic(
            CARRY,
            "jax.lax.scan has neither arrays to go along nor a length, and raises a ValueError; give it xs, or "
            "length=... for the number of turns",
            call,
        )
