"""``jdc-carry``: what goes around a loop has another tree after a turn than at first.

None is not a leaf but a part of the treedef, so a field that is None at first and an array then changes the tree
of the carry (https://github.com/jax-ml/jax/pull/15178). So do a tuple with another length, a list in its place and a
new key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    CallExpr,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    Var,
)

from jdc_spec.facts import Related
from jdc_spec.rules import CARRY

from ...evaluate import evaluator_of
from ...evaluate.calls.helpers import helper_of
from ...host.diagnostics import Diagnostic, span
from ...objects.functions_elsewhere import is_partial
from ...syntax.arguments import argument, has_stars
from ...syntax.functions import only_result, parameters
from ...syntax.names.targets import row
from ...syntax.values.kept_dicts import kept_item
from ...traced.eager_functions import is_apart
from ...transformed.function_expressions import called_method, without_first, without_self
from ..places import LOOP, Loop, asked
from .carried_objects import check as check_classes
from .changed_dicts import dicts_given_back
from .changed_objects import objects_given_back
from .tree_differences import Difference, differences, is_of_classes, static_differences
from .trees import Known, Tree
from .written_parts import is_no_tuple
from .written_trees import TreeReader

PLACES: Final[Mapping[str, tuple[int, str, int, str, int]]] = {
    "jax.lax.scan": (0, "f", 1, "init", 0),
    "jax.lax.while_loop": (1, "body_fun", 2, "init_val", 0),
    "jax.lax.fori_loop": (2, "body_fun", 3, "init_val", 1),
}
"""For each loop, position and name of its body and of the first carry, and the position of the carry in the body."""


class Carried(NamedTuple):
    """The carry of a loop, as far as the source writes it out."""

    function: FuncItem
    parameter: Var
    """The parameter of the function that takes it."""
    first: Tree
    made: Tree | None
    """The carry that the function gives back; None where nothing is known of it."""


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a body that puts an array into a field that is None at first, the reverse, and another container."""
    around = carried(site)
    if around is None or around.made is None:
        return
    found = tree_changes(around) or _class_changes(around, site)
    if found and not any(evaluator_of(site.api).mismatches(site.node, site.name)):
        yield from (changed_in(each, site) for each in found)


def changed_in(each: Difference, site: Loop) -> Diagnostic:
    """Return what there is to say of a part of a carry that changes."""
    return Diagnostic(
        CARRY,
        f"{each.where} is {each.shown[0]} before {site.name} and {each.shown[1]} in what its function returns: "
        "the carry must keep its tree, where None is not a leaf and static values count, and JAX raises a TypeError; "
        "let it hold the same at first",
        each.at,
        related=(Related(f"{each.shown[0]} here", "", span(each.one.at)),),
    )


def _class_changes(around: Carried, site: Loop) -> list[Difference]:
    """Return how the classes in a carry change, where the function declares no types and so no other rule sees it."""
    is_open = around.function.type is None or isinstance(around.function, LambdaExpr)
    found = _changes(around) if is_open else []
    return found if found and not any(check_classes(site)) else []


def tree_changes(around: Carried) -> list[Difference]:
    """Return how the tree of a carry changes, its classes left out: those are judged by types."""
    return [each for each in _changes(around) if not is_of_classes(each)]


def _changes(around: Carried) -> list[Difference]:
    if around.made is None:
        return []
    statics = static_differences(around.first, around.made)
    written = [each for each in statics if not each.other.counts]  # a count is reported where it is made
    return [*differences(around.first, around.made, "the carry"), *written]


def carried(site: Loop) -> Carried | None:
    """Read the first carry of a loop and what its function makes of that; None where either is not written out."""
    places = PLACES.get(site.name)
    if places is None or has_stars(site.node) or is_apart(site.node, site.api.tree):
        return None
    body, init = argument(site.node, *places[:2]), argument(site.node, *places[2:4])
    function = None if body is None else function_of(body, site.api)
    result = None if function is None else only_result(function)
    if init is None or function is None or result is None or places[4] >= len(function.arguments):
        return None
    first, parameter = TreeReader(site.api).read_given(init), parameters(function)[places[4]]
    if first is None:
        return None
    known = {**_beside(function, site), parameter: first}
    read = TreeReader(site.api, known).read
    ended = {
        **dicts_given_back(first, function, parameter, site.api.tree),
        **objects_given_back(first, function, parameter, read, site.api.tree),
    }
    made = _given_back(result, TreeReader(site.api, known, ended=ended), site)
    is_open = made is None or made.what == "value"
    calculated = _calculated(first, function, read, site) if is_open else None
    return Carried(function, parameter, first, calculated or made)


def _calculated(
    first: Tree, function: FuncItem, read: Callable[[Expression], Tree | None], site: Loop
) -> Tree | None:
    """Return the array in the place of a tuple, ``return total - x, x``, where nothing else is known of it."""
    if first.what != "tuple" or first.info is not None:
        return None
    returned = given_back_first(function, is_scan=site.name == "jax.lax.scan")
    source = None if returned is None else evaluator_of(site.api).source(returned)
    is_array = source is not None and (is_no_tuple(source) or _adds_to_leaf(source, read))
    return Tree("array", returned) if is_array and returned is not None else None


def _adds_to_leaf(value: Expression, read: Callable[[Expression], Tree | None]) -> bool:
    """Return whether an expression calculates with a part of the carry that is a number or an array at first.

    A tuple can be repeated a whole number of times.
    """
    if not isinstance(value, OpExpr) or value.op in ("and", "or"):
        return False
    sides = [each for each in (value.left, value.right) if not (value.op == "*" and isinstance(each, IntExpr))]
    parts = map(read, sides)
    is_with_leaf = any(part is not None and part.what == "array" for part in parts)
    return is_with_leaf or any(_adds_to_leaf(each, read) for each in sides)


def _beside(function: FuncItem, site: Loop) -> Known:
    """Return what the parameter beside the carry holds: the number of the turn, or an item of an array."""
    if site.name == "jax.lax.fori_loop":
        return {parameters(function)[0]: Tree("array", site.node)}
    rows = argument(site.node, 2, "xs") if site.name == "jax.lax.scan" else None
    tree = None if rows is None else TreeReader(site.api).read(rows)
    is_array = tree is not None and tree.what == "array" and len(function.arguments) > 1
    return {parameters(function)[1]: Tree("array", site.node)} if is_array else {}


def _given_back(result: Expression, reader: TreeReader, site: Loop) -> Tree | None:
    """Return the carry in what a function returns: all of it, or the first of a pair that may be made elsewhere."""
    if site.name != "jax.lax.scan":
        return reader.read(result)
    parts = row(result)
    if parts:
        return reader.read(parts[0]) if len(parts) == 2 else None
    whole = reader.read(result)
    return whole.part_at(0) if whole is not None and whole.what == "tuple" and len(whole.parts) == 2 else None


def function_of(given: Expression, api: TypeChecker) -> FuncItem | None:
    """Return the function of the module that an expression is, without the arguments that it has already.

    A name may stand for a partial of it.
    """
    if isinstance(given, NameExpr):
        source = evaluator_of(api).source(given)
        given = source if is_partial(source) else given
    item = kept_item(given, api.tree) if isinstance(given, IndexExpr) else None
    if isinstance(item, NameExpr | LambdaExpr):
        return function_of(item, api)
    if isinstance(given, MemberExpr):
        method = called_method(given, api)
        return None if method is None else without_self(method)
    if isinstance(given, CallExpr) and is_partial(given):
        inner = function_of(given.args[0], api) if given.args else None
        is_known = isinstance(inner, FuncDef) and not has_stars(given)
        count = given.arg_kinds.count(ArgKind.ARG_POS) - 1
        return without_first(inner, count) if isinstance(inner, FuncDef) and is_known else None
    helper = helper_of(given, api.tree)
    is_itself = isinstance(given, NameExpr) or (helper is not None and helper.result is not None)
    return helper.function if helper is not None and is_itself else None


def given_back_first(function: FuncItem, *, is_scan: bool) -> Expression | None:
    """Return the only carry that a function gives back; None where it returns in several places."""
    value = only_result(function)
    if not is_scan or value is None:
        return value
    parts = row(value)
    return parts[0] if len(parts) == 2 else None
