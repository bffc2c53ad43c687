"""``jdc-unregistered`` where ``jax.tree.map`` gets an object of a subclass that nothing registers: it is one leaf.

JAX gives the function the whole object. A function that calculates with it raises an error, or does what an operator
of the class does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Expression, FuncDef, LambdaExpr, NameExpr, TypeInfo
from mypy.operators import op_methods

from jdc_spec.rules import UNREGISTERED

from ...host.diagnostics import Diagnostic
from ...model.classes import pytree_bases
from ...model.functions.pure_methods import calculates
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import positional
from ...transformed.given_functions import is_here
from ..places import TREE_MAP, TreeMap, asked
from ..related_places import defined_at
from ..tests_at_hand import is_in_test
from .unregistered_objects import certain_class, why_no_pytree

_OPERATORS: Final = frozenset(op_methods[each] for each in ("+", "-", "*", "/", "//", "%", "**", "@"))


@asked(UNREGISTERED, at=TREE_MAP)
def check(site: TreeMap) -> Iterator[Diagnostic]:
    """Report the object itself; what is inside of another tree may be meant to be a leaf."""
    given = positional(site.node)
    if len(given) != len(site.node.args) or is_in_test(site.api) or may_be_caught(site.node, site.api.tree):
        return
    if not given or not _calculates(given[0], site):
        return
    for value in given[1:]:
        info = certain_class(value, site.api)
        why = None if info is None or not _looks_like_a_tree(info) else why_no_pytree(info, site.api)
        if info is not None and why is not None:
            message = f'jax.tree.map takes an object of "{info.name}" for one leaf, and calculates with that: {why}'
            yield Diagnostic(UNREGISTERED, message, value, related=defined_at(info, site.api))


def _calculates(function: Expression, site: TreeMap) -> bool:
    named = function.node if isinstance(function, NameExpr) else function
    is_own = isinstance(named, LambdaExpr) or (isinstance(named, FuncDef) and is_here(named, site.api))
    return is_own and isinstance(named, FuncDef | LambdaExpr) and calculates(named)


def _looks_like_a_tree(info: TypeInfo) -> bool:
    """Return whether a class inherits from a pytree dataclass, and no class has operators for its objects."""
    base = next(pytree_bases(info), None)
    return base is not None and not any(_OPERATORS.intersection(each.names) for each in info.mro)
