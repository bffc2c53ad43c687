"""``jdc-frozen`` for items of parameters without annotations that a call gives an array of JAX.

``def put(rows, x): rows[0] = x`` is right for arrays of NumPy; ``put(state.rows, x)`` says what it is given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import DelStmt, FuncDef, IndexExpr, MypyFile, NameExpr, RaiseStmt, ReturnStmt, Statement, StrExpr, Var
from mypy.types import Instance

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.rules import FROZEN

from ...evaluate.declared.given_arrays import may_hold_numpy
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.arguments import bound, has_stars
from ...syntax.failures.expected_failures import is_expected_to_fail, is_tried
from ...syntax.names.flow import FLOW, Parameter
from ...syntax.per_module import PerModule
from ...syntax.walk import statements
from ...transformed.given_functions import is_here, is_meant
from ..places import CALL, Call, asked
from .frozen_items import may_change, sentence


@asked(FROZEN, at=CALL)
def check(site: Call) -> Iterator[Diagnostic]:
    """Report the items that a function of the module assigns to, of an array that this call gives it."""
    tree, callee = site.api.tree, site.node.callee
    function = callee.node if isinstance(callee, NameExpr) else None
    written = _WRITTEN.of(tree).get(function) if isinstance(function, FuncDef) else None
    if written is None or not isinstance(function, FuncDef) or has_stars(site.node):
        return
    if not is_here(function, site.api) or not is_meant(function, site.api) or is_expected_to_fail(site.node, tree):
        return
    for value, name in bound(site.node, function.arg_names):
        kind = known_type(site.api.lookup_type_or_none(value))
        if not isinstance(kind, Instance) or kind.type.fullname not in JAX_ARRAYS or may_hold_numpy(value, site.api):
            continue
        for item in written:
            if (
                isinstance(item.base, NameExpr)
                and item.base.name == name
                and not is_tried(site.node, tree, "TypeError")
            ):
                yield Diagnostic(FROZEN, sentence(item, INDEX.of(tree).parent(item)), item)


def _written(tree: MypyFile) -> Mapping[FuncDef, Sequence[IndexExpr]]:
    """Return the items of parameters without annotations that each function is certain to assign to."""
    index, flow = INDEX.of(tree), FLOW.of(tree)
    found: defaultdict[FuncDef, list[IndexExpr]] = defaultdict(list)
    for item in index.body.expressions_of(IndexExpr):
        if not index.is_written(item) or not isinstance(item.base, NameExpr) or isinstance(item.index, StrExpr):
            continue
        function, statement = flow.function_over(item), flow.statement_of(item)
        if function is None or statement is None or isinstance(statement, DelStmt) or function.is_decorated:
            continue
        is_given = isinstance(flow.value_at(item.base), Parameter) and _is_open(item.base.node, function)
        is_caught = may_change(item.base, tree) or is_tried(item, tree, "TypeError")
        if is_given and _always_runs(statement, function) and not is_caught:
            found[function].append(item)
    return dict(found)


_WRITTEN: Final = PerModule(_written)


def _is_open(variable: object, function: FuncDef) -> bool:
    """Return whether a variable is a parameter of a function without annotation."""
    return isinstance(variable, Var) and any(
        each.variable is variable and each.type_annotation is None for each in function.arguments
    )


def _always_runs(statement: Statement, function: FuncDef) -> bool:
    """Return whether each call comes to a statement: nothing around it or before it decides."""
    body = function.body.body
    if function.is_generator or function.is_coroutine or statement not in body:
        return False
    return not any(isinstance(each, ReturnStmt | RaiseStmt) for each in statements(body[: body.index(statement)]))
