"""``jdc-transform-input``: a gradient of what returns a tuple, a dict or an object, or no pair under ``has_aux``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression
from mypy.types import TupleType

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.functions import returns_nothing
from ...traced.gradient_functions import GradientFunction
from ...transformed.function_expressions import is_lambda
from ..places import GRADIENT_FUNCTION, asked
from .returned_elsewhere import returned_elsewhere
from .returned_trees import declared_result, returned_trees
from .tree_differences import shown
from .trees import Tree
from .written_parts import is_no_tuple

_CONTAINERS: Final = ("tuple", "list", "dict", "object")
_BECOMES_ARRAY: Final = "__jax_array__"


@asked(TRANSFORM_INPUT, at=GRADIENT_FUNCTION)
def check(site: GradientFunction) -> Iterator[Diagnostic]:
    """Report a function under a gradient that returns another tree than one number, or a pair under ``has_aux``."""
    told = None if may_be_caught(site.at, site.api.tree) else _returned(site)
    if told is not None:
        wanted = "a pair, of one number and what else there is" if site.has_aux else "one number"
        name = "the lambda" if is_lambda(site.definition) else f'"{site.definition.name}"'
        yield Diagnostic(
            TRANSFORM_INPUT,
            f"{site.by} wants a function that returns {wanted}, and raises a TypeError: {name} returns {told}",
            site.at,
        )


def _returned(site: GradientFunction) -> str | None:
    """Return the words for what a function returns, with the advice; None where that may be right."""
    results = _results(site)
    if results is None:
        return "nothing"
    source = evaluator_of(site.api).source
    found = [
        None if each is None else _no_pair(each, source(each.at)) if site.has_aux else _no_number(each)
        for each in results
    ]
    if not found or found[0] is None or None in found:
        return None
    return f"{found[0]}; {_advice(results, is_pair=site.has_aux)}"


def _results(site: GradientFunction) -> list[Tree | None] | None:
    """Return what a function returns at each of its ends; None where it returns nothing."""
    if site.elsewhere is None or not isinstance(site.at, CallExpr):
        if returns_nothing(site.definition):
            return None
        is_declared = not _may_say_gradient(site)
        return returned_trees(site.definition, site.api, is_declared=is_declared, keeps_values=True)
    result = returned_elsewhere(site.elsewhere, {}, site.at, site.api)
    return None if result is not None and result.what == "None" else [result]


def _may_say_gradient(site: GradientFunction) -> bool:
    """Return whether the annotation of a decorated function may tell of what the decorator makes of it."""
    is_pair = isinstance(known_type(declared_result(site.definition)), TupleType)
    return isinstance(site.at, Decorator) and (is_pair or not site.by.endswith("value_and_grad"))


def _no_number(tree: Tree) -> str | None:
    """Return the words for a tree that is certain to be no number and no array."""
    if tree.what not in _CONTAINERS or (tree.info is not None and tree.info.get(_BECOMES_ARRAY) is not None):
        return None
    return f"a {tree.what}" if tree.what in ("list", "dict") and not tree.parts else shown(tree)


def _no_pair(tree: Tree, written: Expression) -> str | None:
    """Return the words for a tree that is certain to be no pair of a number and something else."""
    if tree.what == "array" or (tree.what == "value" and is_no_tuple(written)):
        return "an array"
    if tree.what in ("dict", "object"):
        return _no_number(tree)
    if tree.what != "tuple":
        return None
    if len(tree.parts) != 2:
        return shown(tree)
    first = next(iter(tree.parts.values()))
    inner = None if first is None else _no_number(first)
    return None if inner is None else f"{inner} as the first of the two"


def _advice(results: Sequence[Tree | None], *, is_pair: bool) -> str:
    if is_pair:
        return "return (loss, aux), or leave has_aux out"
    are_pairs = all(each is not None and each.what == "tuple" and len(each.parts) == 2 for each in results)
    return "write has_aux=True if the loss is the first of them" if are_pairs else "return the loss alone"
