"""``jdc-carry``: the function of a loop takes its carry apart into some values, and gives back more or fewer.

Nothing need be known of the first carry: whatever it is, one turn changes its tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import AssignmentStmt, Expression, FuncDef, NameExpr, StarExpr, TupleExpr, Var

from jdc_spec.facts import Related
from jdc_spec.rules import CARRY

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic, span
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import argument, has_stars
from ...syntax.functions import parameters
from ...syntax.names.flow import FLOW, Parameter
from ...syntax.names.targets import row
from ...traced.eager_functions import is_apart
from ..places import LOOP, Loop, asked
from .carried_trees import PLACES, function_of, given_back_first


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a function whose carry has another number of values after a turn."""
    places = PLACES.get(site.name)
    if places is None or has_stars(site.node) or is_apart(site.node, site.api.tree):
        return
    body = argument(site.node, *places[:2])
    function = None if body is None else function_of(body, site.api)
    if not isinstance(function, FuncDef) or places[4] >= len(function.arguments):
        return
    taken = taken_apart(function, parameters(function)[places[4]], site)
    returned = given_back_first(function, is_scan=site.name == "jax.lax.scan")
    given = _row(returned, site)
    if taken is None or given is None or len(taken.items) == len(given.items):
        return
    if may_be_caught(site.node, site.api.tree) or any(evaluator_of(site.api).mismatches(site.node, site.name)):
        return
    one, other = len(taken.items), len(given.items)
    yield Diagnostic(
        CARRY,
        f'"{function.name}" takes {_values(one)} as its carry and gives back {_values(other)}: {site.name} wants the '
        f"same tree after each turn, and raises a TypeError; give back {_values(one)}",
        given,
        related=(Related(f"the carry is taken apart into {_values(one)} here", "", span(taken)),),
    )


def taken_apart(function: FuncDef, carry: Var, site: Loop) -> TupleExpr | None:
    """Return the names that each turn takes the carry apart into."""
    for statement in function.body.body:
        value = statement.rvalue if isinstance(statement, AssignmentStmt) else None
        if not isinstance(value, NameExpr) or value.node is not carry or not isinstance(statement, AssignmentStmt):
            continue
        names = statement.lvalues[0]
        is_given = isinstance(FLOW.of(site.api.tree).value_at(value), Parameter)
        if is_given and isinstance(names, TupleExpr) and len(statement.lvalues) == 1 and row(names):
            return names
    return None


def _row(returned: Expression | None, site: Loop) -> TupleExpr | None:
    """Return the tuple that a function gives back, under a name too."""
    made = FLOW.of(site.api.tree).value_at(returned) if isinstance(returned, NameExpr) else returned
    is_row = isinstance(made, TupleExpr) and not any(isinstance(each, StarExpr) for each in made.items)
    return made if is_row and isinstance(made, TupleExpr) else None


def _values(count: int) -> str:
    return "1 value" if count == 1 else f"{count} values"
