"""``jdc-static-array`` in classes of `flax.nnx`: a plain list, tuple or dict of modules, variables or arrays.

Such an attribute is static, and flax refuses data in it as soon as it is assigned, or once the object is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    Statement,
    SymbolNode,
)

from jdc_spec.rules import STATIC_ARRAY

from ...evaluate import Evaluator, evaluator_of
from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.names.flow import FLOW
from ..places import NNX_CLASS, asked
from ..sites import NnxClass
from .nnx_attributes import held, is_checked, is_data, items, kind_of, static_containers

_GROWING: Final = {"append": 0, "insert": 1}
"""Methods of lists that take one more item, with its place among the arguments."""


@asked(STATIC_ARRAY, at=NNX_CLASS)
def check(site: NnxClass) -> Iterator[Diagnostic]:
    """Report containers with data that an attribute is given, or that ``__init__`` makes of an empty one."""
    if not is_checked(site):
        return
    evaluator = evaluator_of(site.api, is_ahead=True)
    for name, written in static_containers(site).items():
        given = [(statement, value) for statement, value in written if value is not None]
        found = [value for statement, value in given if _holds_data(site, statement, value)]
        places = found or list(_filled_later(site, name, evaluator))
        made = evaluator.source(found[0] if found else given[0][1])
        yield from (Diagnostic(STATIC_ARRAY, _sentence(site, name, made), at) for at in places)


def _sentence(site: NnxClass, name: str, made: Expression) -> str:
    kind = kind_of(made)
    is_nested = any(kind_of(item) is not None for item in items(made))
    wrapped = "nnx.data(...)" if is_nested or kind not in ("list", "dict") else f"nnx.{kind.capitalize()}(...)"
    return (
        f'attribute "{name}" of "{site.info.name}" is a plain {kind}, which flax.nnx takes for static, and holds '
        f"modules, variables or arrays, which no static attribute may: it raises a ValueError; write {wrapped}"
    )


def _holds_data(site: NnxClass, statement: Statement, written: Expression) -> bool:
    """Return whether a container that a statement gives to an attribute holds data by then."""
    evaluator = evaluator_of(site.api, is_ahead=True)
    value = evaluator.source(written)
    if any(is_data(each, evaluator) for each in held(value)):
        return True
    return value is not written and _is_filled(site, statement, written, evaluator)


def _is_filled(site: NnxClass, statement: Statement, name: Expression, evaluator: Evaluator) -> bool:
    """Return whether a function appends data to a list before it gives the list to an attribute."""
    function = FLOW.of(site.api.tree).function_around(statement)
    node = name.node if isinstance(name, NameExpr) else None
    if function is None or node is None:
        return False
    return any(
        _is_named(container, node) and is_data(item, evaluator)
        for container, item, at in _additions(INDEX.of(site.api.tree).inside(function))
        if at.line < statement.line
    )


def _filled_later(site: NnxClass, name: str, evaluator: Evaluator) -> Iterator[Expression]:
    """Yield where ``__init__`` puts data into a container that an attribute has already."""
    for method in site.node.defs.body:
        if isinstance(method, FuncDef) and method.name == "__init__":
            for container, item, at in _additions(INDEX.of(site.api.tree).inside(method)):
                is_own = isinstance(container, MemberExpr) and container.name == name
                if is_own and _is_self(container) and is_data(item, evaluator):
                    yield at


def _additions(body: Body) -> Iterator[tuple[Expression, Expression, Expression]]:
    """Yield each container that gets an item, with the item and what puts it there."""
    for call in body.expressions_of(CallExpr):
        position = _GROWING.get(call.callee.name) if isinstance(call.callee, MemberExpr) else None
        if isinstance(call.callee, MemberExpr) and position is not None and len(call.args) == position + 1:
            yield call.callee.expr, call.args[position], call
    for statement in body.statements_of(AssignmentStmt):
        for target in statement.lvalues:
            if isinstance(target, IndexExpr):
                yield target.base, statement.rvalue, target


def _is_named(expression: Expression, node: SymbolNode) -> bool:
    return isinstance(expression, NameExpr) and expression.node is node


def _is_self(expression: Expression) -> bool:
    return (
        isinstance(expression, MemberExpr)
        and isinstance(expression.expr, NameExpr)
        and expression.expr.name == "self"
    )
