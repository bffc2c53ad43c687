"""``jdc-transform-input`` for the trees that one call of ``jax.tree.map`` goes along together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from jdc_spec.facts import Related
from jdc_spec.rules import TRANSFORM_INPUT

from ...host.diagnostics import Diagnostic, span
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import positional
from ..places import TREE_MAP, TreeMap, asked
from .tree_differences import Difference, differences, static_differences
from .trees import Tree
from .written_trees import TreeReader

_LEAVES: Final = ("array", "value")


@asked(TRANSFORM_INPUT, at=TREE_MAP)
def check(site: TreeMap) -> Iterator[Diagnostic]:
    """Report trees after the first that have None, another container or another static value than it has."""
    for each in mapped_differences(site):
        yield Diagnostic(
            TRANSFORM_INPUT,
            f"{each.where} is {each.shown[0]} in the first tree of jax.tree.map and {each.shown[1]} here: the trees "
            "must have one structure, where None is not a leaf and static values count, and JAX raises a ValueError",
            each.at,
            related=(Related(f"{each.shown[0]} here", "", span(each.one.at)),),
        )


def mapped_differences(site: TreeMap) -> list[Difference]:
    """Return what JAX refuses of the trees of a call, as far as the source shows them."""
    given = positional(site.node)
    if len(given) != len(site.node.args) or len(given) < 3 or may_be_caught(site.node, site.api.tree):
        return []
    reader = TreeReader(site.api)
    first, *others = (reader.read(each) for each in given[1:])
    return [] if first is None else [one for each in others if each is not None for one in _differences(first, each)]


def _differences(first: Tree, other: Tree) -> Iterator[Difference]:
    """Yield what JAX refuses: a leaf of the first tree may be a whole tree in another."""
    yield from (each for each in differences(first, other, "the tree") if each.one.what not in _LEAVES)
    yield from static_differences(first, other)
