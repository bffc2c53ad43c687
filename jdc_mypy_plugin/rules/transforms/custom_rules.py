"""``jdc-transform-input``: ``f.defvjp(fwd, bwd)`` with functions that do not fit the one under ``jax.custom_vjp``.

JAX calls them when it differentiates the function, and raises then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, MemberExpr, NameExpr, OpExpr

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import positional
from ...syntax.functions import returns_nothing
from ...transformed.custom_functions import CustomFunction, custom_function
from ...transformed.function_expressions import is_lambda
from ...transformed.given_functions import given_function
from ..places import CUSTOM_RULES, CustomRules, asked
from .returned_trees import returned_trees
from .tree_differences import shown
from .trees import Tree
from .written_parts import is_no_tuple

_BY: Final = "jax.custom_vjp"
_ROWS: Final = ("tuple", "list")
_OTHERS: Final = ("array", "dict", "object", "None")
_PAIR: Final = 2


@asked(TRANSFORM_INPUT, at=CUSTOM_RULES)
def check(site: CustomRules) -> Iterator[Diagnostic]:
    """Report what takes other arguments than JAX gives it, or returns another tree than JAX wants."""
    callee, given = site.node.callee, positional(site.node)
    named = callee.expr if isinstance(callee, MemberExpr) and len(given) == _PAIR == len(site.node.args) else None
    custom = None if named is None else custom_function(named, site.api)
    count = None if custom is None else custom.size
    if custom is None or count is None or may_be_caught(site.node, site.api.tree):
        return
    forward, backward = (_defined(each, site.api) for each in given)
    if forward is not None:
        told = _arity(forward, count, f'those of "{custom.definition.name}"') or _no_pair(forward, site.api)
        yield from _told(told, given[0])
    if backward is not None:
        first = "what nondiff_argnums names, " if custom.kept else ""
        told = _arity(backward, len(custom.kept) + 2, f"{first}the residuals and the cotangent")
        yield from _told(told or _no_row(backward, custom, count, site.api), given[1])


def _told(words: str | None, at: Expression) -> Iterator[Diagnostic]:
    if words is not None:
        yield Diagnostic(TRANSFORM_INPUT, f"{_BY} {words}", at)


def _defined(given: Expression, api: TypeChecker) -> FuncDef | None:
    found = given_function(given, api)
    return None if found is None or found.bound else found.definition


def _name(function: FuncDef) -> str:
    return "the lambda" if is_lambda(function) else f'"{function.name}"'


def _arity(function: FuncDef, count: int, which: str) -> str | None:
    """Return the words for a function that cannot be called with so many arguments by position."""
    kinds = function.arg_kinds
    if any(kind.is_star() for kind in kinds):
        return None
    most = sum(kind.is_positional() for kind in kinds)
    least = sum(kind.is_required() for kind in kinds)
    if least <= count <= most:
        return None
    takes = f"{most}" if least == most else f"{least} to {most}"
    return f"calls {_name(function)} with {count} arguments, {which}, and raises a TypeError: it takes {takes}"


def _no_pair(forward: FuncDef, api: TypeChecker) -> str | None:
    """Return the words for a function that does not return its result with the residuals."""
    told = _returned(forward, _PAIR, api)
    wanted = f"wants of {_name(forward)} a pair of the result and the residuals, and raises a TypeError: it returns "
    return None if told is None else wanted + told


def _no_row(backward: FuncDef, custom: CustomFunction, count: int, api: TypeChecker) -> str | None:
    """Return the words for a function that does not return one cotangent for each argument."""
    wanted = count - len(custom.kept)
    told = _returned(backward, wanted, api)
    if told is None:
        return None
    items = "one item, for the argument" if wanted == 1 else f"{wanted} items, one for each argument"
    return (
        f'wants of {_name(backward)} a tuple of {items} of "{custom.definition.name}" that is differentiated, and '
        f"raises a TypeError: it returns {told}; write None for an argument without a derivative"
    )


def _returned(function: FuncDef, count: int, api: TypeChecker) -> str | None:
    """Return the words for what a function returns at each of its ends, if that is never a tuple of so many items."""
    if returns_nothing(function):
        return "nothing"
    trees, source = returned_trees(function, api, keeps_values=True), evaluator_of(api).source
    found = [None if each is None else _wrong(each, count, source(each.at), function) for each in trees]
    return None if not found or None in found else found[0]


def _wrong(tree: Tree, count: int, written: Expression, function: FuncDef) -> str | None:
    if tree.what in _ROWS and tree.info is None:
        return shown(tree) if tree.parts and len(tree.parts) != count else None
    if tree.what == "value":
        return "an array" if is_no_tuple(written) or _multiplies_cotangent(written, function) else None
    return shown(tree) if tree.what in _OTHERS else None


def _multiplies_cotangent(written: Expression, function: FuncDef) -> bool:
    """Return whether an expression is the product of the last parameter and another value that has a name."""
    last = function.arguments[-1].variable if function.arguments else None
    sides = [written.left, written.right] if isinstance(written, OpExpr) and written.op == "*" else []
    return all(isinstance(each, NameExpr) for each in sides) and any(
        isinstance(each, NameExpr) and each.node is last for each in sides
    )
