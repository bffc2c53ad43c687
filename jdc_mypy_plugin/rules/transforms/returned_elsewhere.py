"""Trees that functions of other modules return, as notes on them and their annotations tell."""

from __future__ import annotations

from collections.abc import Mapping

from mypy.checker import TypeChecker
from mypy.nodes import Expression

from ...model.functions.function_notes import note_of
from ...model.functions.said_values import NEVER
from ...objects.functions_elsewhere import GivenElsewhere
from .declared_trees import tree_of_type
from .noted_results import noted_result
from .returned_trees import declared_result
from .trees import Tree


def returned_elsewhere(
    given: GivenElsewhere, handed: Mapping[str, Tree], at: Expression, api: TypeChecker
) -> Tree | None:
    """Return what a function returns, by what its parameters are given; None where that is not known."""
    noted = noted_result(given.function, handed, at, api)
    if noted is not None and noted.what != "value":
        return noted
    note = note_of(given.function)
    if note is not None and note.result == NEVER:
        return None
    return tree_of_type(declared_result(given.function), at)
