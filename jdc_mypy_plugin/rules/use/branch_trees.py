"""``jdc-carry``: branches of ``jax.lax.cond`` and ``jax.lax.switch`` give back different trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import Expression, ListExpr, TupleExpr

from jdc_spec.facts import Related
from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic, span
from ...syntax.arguments import positional
from ...syntax.expected_failures import may_be_caught
from ...syntax.functions import parameters
from ..places import LOOP, Loop, asked
from ..sites import evaluator_of
from .carried_trees import function_of
from .tree_differences import Difference, differences, static_differences
from .written_trees import Known, Tree, TreeReader, result_of

_BRANCHES: Final = ("jax.lax.cond", "jax.lax.switch")


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report branches of which one gives back None, another container or another static value than the first."""
    given = positional(site.node)
    if site.name not in _BRANCHES or len(given) != len(site.node.args) or may_be_caught(site.node, site.api.tree):
        return
    branches, operands = _split(site.name, given)
    first, *others = [_tree(each, operands, site) for each in branches] or [None]
    found = [] if first is None else [list(_differences(first, each)) for each in others if each is not None]
    if any(found) and not any(evaluator_of(site.api).mismatches(site.node, site.name)):
        for each in (one for ones in found for one in ones):
            yield Diagnostic(
                CARRY,
                f"{each.where} is {each.shown[0]} in the first branch of {site.name} and {each.shown[1]} here: "
                "branches must return the same tree, where None is no leaf and static values count, and JAX raises a "
                "TypeError",
                each.at,
                related=(Related(f"{each.shown[0]} here", "", span(each.one.at)),),
            )


def _split(name: str, given: Sequence[Expression]) -> tuple[Sequence[Expression], Sequence[Expression]]:
    """Return the branches and what they are called with."""
    if name == "jax.lax.cond":
        return given[1:3], given[3:]
    listed = given[1] if len(given) > 1 else None
    return (listed.items if isinstance(listed, ListExpr | TupleExpr) else ()), given[2:]


def _tree(branch: Expression, operands: Sequence[Expression], site: Loop) -> Tree | None:
    function = function_of(branch, site.api.tree)
    returned = None if function is None else result_of(function)
    if function is None or returned is None:
        return None
    trees = [TreeReader(site.api).read(each) for each in operands]
    pairs = zip(parameters(function), trees, strict=False)
    known: Known = {variable: tree for variable, tree in pairs if tree is not None}
    return TreeReader(site.api, known).read(returned)


def _differences(first: Tree, other: Tree) -> Iterator[Difference]:
    yield from differences(first, other, "the result")
    yield from static_differences(first, other)
