"""``jdc-cached`` on objects from outside: a traced function is the first to read a cached property of one.

The value that the property computes there is a tracer, which stays on the object; the next that reads it raises an
UnexpectedTracerError (https://github.com/patrick-kidger/equinox/issues/539). An object that a function is given is
made anew for the trace, and goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    ReturnStmt,
    Statement,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import Instance

from jdc_spec.rules import CACHED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.ranges import is_in, position_of, range_of
from ...traced.eager_functions import is_run_apart, runs_eagerly
from ...traced.functions import TracedFunction, bound_again
from ...transformed.function_expressions import called_in_messages
from ..cached_properties import CachedProperty, cached_properties
from ..places import TRACED_FUNCTION, asked
from ..sites import class_site
from .runs import calls_of, follows

_MAPPED: Final = frozenset(("jax.vmap", "eqx.filter_vmap"))
"""Transformations in which what is computed from an object from outside has a value."""
_EVALUATING: Final = (CallExpr, IndexExpr, ListExpr, MemberExpr, OpExpr, TupleExpr)
"""Expressions whose parts Python evaluates from left to right."""


class _Read(NamedTuple):
    """A cached property of an object from outside that a traced function reads."""

    variable: Var
    info: TypeInfo
    name: str


@asked(CACHED, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report cached properties that keep a tracer on an object, where the object is used again."""
    if (
        not site.is_abstract
        or site.by in _MAPPED
        or runs_eagerly(site.api.tree, site.definition)
        or is_run_apart(site)
    ):
        return
    for read in dict.fromkeys(_reads(site)):
        cached = _cached(read, site)
        if cached is not None and _is_read_again(read, site):
            yield Diagnostic(CACHED, _sentence(read, cached, site), cached.written)


def _sentence(read: _Read, cached: CachedProperty, site: TracedFunction) -> str:
    first = called_in_messages(site.definition)
    return (
        f'cached property "{cached.name}" of "{read.info.name}" keeps what it computes from data field '
        f'"{cached.field}": {first} is the first to read it from "{read.variable.name}", and in {site.by} that is a '
        "tracer, which stays on the object and raises UnexpectedTracerError later; make it a property, or compute it "
        "once and keep it in a field"
    )


def _reads(site: TracedFunction) -> Iterator[_Read]:
    own: set[object] = {each.variable for each in site.definition.arguments} | bound_again(site.body)
    for part in site.body.expressions_of(MemberExpr):
        variable = part.expr.node if isinstance(part.expr, NameExpr) else None
        if isinstance(variable, Var) and variable not in own:
            kind = known_type(variable.type)
            if isinstance(kind, Instance) and kind.type.module_name == site.api.tree.fullname:
                yield _Read(variable, kind.type, part.name)


def _cached(read: _Read, site: TracedFunction) -> CachedProperty | None:
    owner = next((base for base in read.info.mro if read.name in base.names), None)
    is_here = owner is not None and owner.module_name == site.api.tree.fullname
    definition = class_site(owner, site.api) if is_here and owner is not None else None
    if definition is None:
        return None
    return next((each for each in cached_properties(definition) if each.name == read.name), None)


def _is_read_again(read: _Read, site: TracedFunction) -> bool:
    """Return whether code that runs the function reads the property after that, and not before."""
    flow, index = FLOW.of(site.api.tree), INDEX.of(site.api.tree)
    names = REFERENCES.of(site.api.tree).get(read.variable, ())
    parents = (index.parent(name) for name in names if not is_in(name, [range_of(site.definition)]))
    others = [each for each in parents if isinstance(each, MemberExpr) and each.name == read.name]
    for call in calls_of(site) if others else ():
        statement = flow.statement_of(call)
        if statement is None or any(position_of(other) < range_of(call)[1] for other in others):
            continue
        inside = [other for other in others if position_of(other) < range_of(statement)[1]]
        if inside:
            if any(_is_evaluated(other, statement, index) for other in inside):
                return True
            continue
        around = flow.function_around(statement)
        below = [at for at in map(flow.statement_of, others) if at is not None and flow.function_around(at) is around]
        if any(follows(at, statement, site.api.tree) for at in below):
            return True
    return False


def _is_evaluated(read: Expression, statement: Statement, index: ModuleIndex) -> bool:
    """Return whether a statement evaluates an expression from left to right, in no branch."""
    around = index.parent(read)
    while isinstance(around, _EVALUATING) and not (isinstance(around, OpExpr) and around.op in ("and", "or")):
        around = index.parent(around)
    return around is statement and isinstance(statement, ExpressionStmt | ReturnStmt | AssignmentStmt)
