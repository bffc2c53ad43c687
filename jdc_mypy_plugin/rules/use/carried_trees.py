"""``jdc-carry``: what goes around a loop has another tree after a turn than at first.

None is no leaf but a part of the treedef, so a field that is None at first and an array then changes the tree of the
carry (https://github.com/jax-ml/jax/pull/15178). So do a tuple with another length, a list in its place, a new key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import Expression, FuncDef, LambdaExpr, MypyFile, NameExpr, Var

from jdc_spec.facts import Related
from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic, span
from ...model.signature_reader import is_bound_once
from ...syntax.arguments import argument, has_stars
from ...syntax.expected_failures import may_be_caught
from ...syntax.functions import parameters
from ...syntax.targets import row
from ..places import LOOP, Loop, asked
from ..sites import evaluator_of
from .tree_differences import differences
from .written_trees import Tree, TreeReader, result_of

_PLACES: Final[Mapping[str, tuple[int, str, int, str, int]]] = {
    "jax.lax.scan": (0, "f", 1, "init", 0),
    "jax.lax.while_loop": (1, "body_fun", 2, "init_val", 0),
    "jax.lax.fori_loop": (2, "body_fun", 3, "init_val", 1),
}
"""For each loop, position and name of its body and of the first carry, and the position of the carry in the body."""


class Carried(NamedTuple):
    """What goes around a loop, as far as the source writes it out."""

    function: FuncDef | LambdaExpr
    parameter: Var
    """The parameter of the function that takes it."""
    first: Tree
    made: Tree | None
    """What the function gives back; None where nothing is known of it."""


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a body that puts an array into a field that is None at first, the reverse, and another container."""
    around = carried(site)
    if around is None or around.made is None:
        return
    found = list(differences(around.first, around.made, "the carry"))
    if found and not any(evaluator_of(site.api).mismatches(site.node, site.name)):
        for each in found:
            yield Diagnostic(
                CARRY,
                f"{each.where} is {each.shown[0]} before {site.name} and {each.shown[1]} in what its function gives "
                "back: the carry must keep its tree, where None is no leaf, and JAX raises a TypeError; let it hold "
                "the same at first",
                each.at,
                related=(Related(f"{each.shown[0]} here", "", span(each.one.at)),),
            )


def carried(site: Loop) -> Carried | None:
    """Read the first carry of a loop and what its function makes of that; None where either is not written out."""
    places = _PLACES.get(site.name)
    if places is None or has_stars(site.node) or may_be_caught(site.node, site.api.tree):
        return None
    body, init = argument(site.node, *places[:2]), argument(site.node, *places[2:4])
    function = None if body is None else function_of(body, site.api.tree)
    returned = None if function is None else _carry(function, is_scan=site.name == "jax.lax.scan")
    if init is None or function is None or returned is None or places[4] >= len(function.arguments):
        return None
    first, parameter = TreeReader(site.api).read(init), parameters(function)[places[4]]
    if first is None:
        return None
    return Carried(function, parameter, first, TreeReader(site.api, {parameter: first}).read(returned))


def function_of(named: Expression, module: MypyFile) -> FuncDef | LambdaExpr | None:
    """Return the function that an expression is, or names and nothing else has the name."""
    node = named.node if isinstance(named, NameExpr) else named
    if isinstance(node, LambdaExpr):
        return node
    return node if isinstance(node, FuncDef) and not node.info and is_bound_once(node, module) else None


def _carry(function: FuncDef | LambdaExpr, *, is_scan: bool) -> Expression | None:
    """Return the only carry that a function gives back; None where it returns in several places."""
    value = result_of(function)
    if not is_scan or value is None:
        return value
    parts = row(value)
    return parts[0] if len(parts) == 2 else None
