"""``jdc-aliased``: an object is read after a jitted function that donates it has run.

A donated buffer is deleted as soon as a result takes its place (https://docs.jax.dev/en/latest/faq.html#buffer-donation).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    BreakStmt,
    CallExpr,
    Expression,
    ForStmt,
    MemberExpr,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    WhileStmt,
)
from mypy.types import CallableType, TupleType

from jdc_spec.rules import ALIASED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.expected_failures import may_be_caught
from ...syntax.flow import FLOW
from ...syntax.references import REFERENCES
from ...typefacts.instances import sole_instance
from ..places import TRANSFORM_ARGUMENT, asked
from ..transform_arguments import TransformArgument, transformed_by_name
from ..transformations import Transformed

_ABOUT: Final = frozenset(("shape", "ndim", "size", "dtype", "sharding", "is_deleted", "aval", "weak_type", "nbytes"))
"""What a deleted array still tells."""


@asked(ALIASED, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report the first read of an array of an object that was donated."""
    given = site.argument
    call = INDEX.of(site.api.tree).parent(given) if isinstance(given, NameExpr) and not site.object.where else None
    if not isinstance(given, NameExpr) or not isinstance(call, CallExpr) or not isinstance(call.callee, NameExpr):
        return
    transformed = transformed_by_name(call.callee, site.api)
    if transformed is None or not transformed.donates(*_place(call, given)) or not _gives_back(transformed, site):
        return
    read = next(_reads(given, site), None)
    if read is not None and not may_be_caught(read, site.api.tree):
        yield Diagnostic(
            ALIASED,
            f'"{given.name}" was given to "{call.callee.name}", which donates it: its arrays are gone, and reading '
            "one raises a RuntimeError; read what the call returns, or do not donate",
            read,
        )
    elif read is None and _is_given_again(given, site) and not may_be_caught(call, site.api.tree):
        yield Diagnostic(
            ALIASED,
            f'"{given.name}" is given to "{call.callee.name}" in each turn of the loop, which donates it: its arrays '
            "are gone after the first, and the second raises an error; bind what the call returns to "
            f'"{given.name}", or do not donate',
            given,
        )


def _place(call: CallExpr, given: Expression) -> tuple[int | None, str | None]:
    at = call.args.index(given)
    return (at if call.arg_kinds[at].is_positional() else None), call.arg_names[at]


def _gives_back(transformed: Transformed, site: TransformArgument) -> bool:
    """Return whether the function returns an object of the class, whose arrays take the place of those given.

    It may return it in a tuple.
    """
    kind = known_type(transformed.function.type) if transformed.function is not None else None
    result = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
    returned = map(sole_instance, result.items if isinstance(result, TupleType) else [result])
    return any(each is not None and each.type is site.object.model.info for each in returned)


def _reads(given: NameExpr, site: TransformArgument) -> Iterator[MemberExpr]:
    """Yield the reads of arrays of the variable that are certain to come after the call, before it is bound again."""
    index, flow = INDEX.of(site.api.tree), FLOW.of(site.api.tree)
    statement = flow.statement_of(given)
    start = None if statement is None else index.position(statement)
    around = flow.function_over(given)
    if around is not None and around.is_decorated:  # under another jit nothing is donated
        return
    written = flow.variables.writes_of(given.node).positions
    if start is None or given.node is None or start in written:
        return
    for use in REFERENCES.of(site.api.tree).get(given.node, ()):
        field = index.parent(use)
        at = _position(use, site)
        is_data = isinstance(field, MemberExpr) and _is_data(field.name, site)
        if at is None or at <= start or not is_data or not flow.has_run(start, at):
            continue
        if (
            not any(start < each <= at for each in written)
            and isinstance(field, MemberExpr)
            and _computes(field, site)
        ):
            yield field


def _is_given_again(given: NameExpr, site: TransformArgument) -> bool:
    """Return whether a loop gives the function the same object in each turn, and runs to its end."""
    index, flow = INDEX.of(site.api.tree), FLOW.of(site.api.tree)
    statement, around = flow.statement_of(given), flow.function_over(given)
    start = None if statement is None else index.position(statement)
    loop = None if start is None else flow.loop_around(start, start)
    if (
        given.node is None
        or not isinstance(loop, ForStmt | WhileStmt)
        or (around is not None and around.is_decorated)
    ):
        return False
    inside, at = index.inside(loop), index.position(loop)
    is_bound = any(each == at or each in inside.range for each in flow.variables.writes_of(given.node).positions)
    is_left = any(isinstance(each, BreakStmt | RaiseStmt | ReturnStmt) for each in inside.statements)
    return statement in loop.body.body and not is_bound and not is_left


def _position(use: NameExpr, site: TransformArgument) -> int | None:
    statement: Statement | None = FLOW.of(site.api.tree).statement_of(use)
    return None if statement is None else INDEX.of(site.api.tree).position(statement)


def _is_data(name: str, site: TransformArgument) -> bool:
    model = site.object.model
    return name in model.fields and model.role_of(name) == "data"


def _computes(field: MemberExpr, site: TransformArgument) -> bool:
    """Return whether the value of an array is needed, and not its shape alone."""
    around = INDEX.of(site.api.tree).parent(field)
    return isinstance(around, Expression) and not (isinstance(around, MemberExpr) and around.name in _ABOUT)
