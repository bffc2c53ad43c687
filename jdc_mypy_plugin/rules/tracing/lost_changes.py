"""``jdc-lost-mutation``: a traced function changes a list or a dict of an argument in place, and uses it no more.

JAX flattens a container with what it holds, so the function has one of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    Var,
    WhileStmt,
)
from mypy.types import Instance, Type

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax import INDEX
from ...syntax.ranges import position_of, range_of
from ...traced.functions import TracedFunction, bound_again
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked

_CONTAINERS: Final = ("builtins.list", "builtins.dict")
_LATER: Final = (FuncDef, ForStmt, GeneratorExpr, LambdaExpr, WhileStmt)
"""Code that may run a part of the function after what stands below it."""
_ALL_NAMES: Final = "builtins.locals"
_CHANGES: Final = frozenset(("append", "clear", "extend", "insert", "remove", "reverse", "sort", "update"))


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report changes of containers that nothing in the function sees."""
    if any(isinstance(each, _LATER) for each in (*site.body.statements, *site.body.expressions)):
        return
    if any(each.fullname == _ALL_NAMES for each in site.body.expressions_of(NameExpr)):
        return
    changes = [*_changes(site)]
    rebound = bound_again(site.body) if changes else set[object]()
    for container, statement in changes:
        variable = _root(container)
        if variable is None or variable in rebound or not _is_container(container, site.copied):
            continue
        if not _is_seen(container, statement, variable, site):
            shown = container.name if isinstance(container, NameExpr) else f"{variable.name}.{_name(container)}"
            yield Diagnostic(
                LOST_MUTATION,
                f'the change of "{shown}" is lost: {site.by} calls "{site.definition.name}" with a copy of '
                f'"{variable.name}", and the caller\'s {_kind(container, site.copied)} stays as it is; return the '
                "changed one",
                statement.expr if isinstance(statement, ExpressionStmt) else container,
            )


def _changes(site: TracedFunction) -> Iterator[tuple[Expression, Statement]]:
    """Yield the containers that statements do nothing with but change them."""
    for statement in site.body.statements:
        if isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr):
            callee = statement.expr.callee
            if isinstance(callee, MemberExpr) and callee.name in _CHANGES:
                yield callee.expr, statement
        elif isinstance(statement, AssignmentStmt | OperatorAssignmentStmt):
            targets = statement.lvalues if isinstance(statement, AssignmentStmt) else [statement.lvalue]
            yield from ((each.base, statement) for each in targets if isinstance(each, IndexExpr))


def _root(container: Expression) -> Var | None:
    """Return the variable of ``xs`` and of ``state.xs``."""
    named = container.expr if isinstance(container, MemberExpr) else container
    return named.node if isinstance(named, NameExpr) and isinstance(named.node, Var) else None


def _name(container: Expression) -> str:
    return container.name if isinstance(container, MemberExpr) else ""


def _declared(container: Expression, traced: Mapping[Var, Type]) -> Type | None:
    """Return the type of a parameter, or of a data field of one."""
    variable = _root(container)
    declared = None if variable is None else traced.get(variable)
    if not isinstance(container, MemberExpr):
        return declared
    owner = sole_instance(declared)
    model = None if owner is None else model_of(owner.type)
    is_data = model is not None and container.name in model.fields and model.role_of(container.name) == "data"
    return model.type_of(container.name) if model is not None and is_data else None


def _fields(declared: Type | None) -> Collection[str]:
    owner = sole_instance(declared)
    model = None if owner is None else model_of(owner.type)
    return () if model is None else model.fields


def _is_container(container: Expression, traced: Mapping[Var, Type]) -> bool:
    kind = known_type(_declared(container, traced))
    return isinstance(kind, Instance) and kind.type.fullname in _CONTAINERS


def _kind(container: Expression, traced: Mapping[Var, Type]) -> str:
    kind = known_type(_declared(container, traced))
    return kind.type.name if isinstance(kind, Instance) else ""


def _is_seen(container: Expression, change: Statement, variable: Var, site: TracedFunction) -> bool:
    """Return whether the function uses what it has changed: below, or under another name."""
    index, end = INDEX.of(site.api.tree), range_of(change)[1]
    for name in site.body.expressions_of(NameExpr):
        if name.node is not variable:
            continue
        used: Expression = name
        outer = index.parent(name)
        if isinstance(container, MemberExpr):
            if not isinstance(outer, MemberExpr) or outer.name not in _fields(site.copied.get(variable)):
                return True  # the whole object, which holds the container, or a method of it
            if outer.name != container.name:
                continue
            used, outer = outer, index.parent(outer)
        is_part = isinstance(outer, IndexExpr) and outer.base is used
        is_change = isinstance(outer, MemberExpr) and outer.name in _CHANGES
        if not (is_part or is_change) or position_of(name) >= end:
            return True
    return False
