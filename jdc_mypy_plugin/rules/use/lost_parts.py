"""``jdc-lost-mutation``: a traced function assigns to a field of an object that an argument holds.

``agent.posterior.mean = ...`` changes the object that was made anew with its owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.nodes import AssignmentStmt, Expression, MemberExpr, NameExpr, OperatorAssignmentStmt, Var
from mypy.types import Type

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...syntax.ranges import position_of, range_of
from ...typefacts.instances import besides_none, sole_instance
from ..places import TRACED_FUNCTION, asked
from ..traced_functions import TracedFunction, bound_again
from .argument_writes import mutable_fields
from .reading_methods import LATER


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the last assignment to each such field, if the function uses both objects for their fields alone."""
    written = _written(site)
    if not written or any(isinstance(each, LATER) for each in (*site.body.statements, *site.body.expressions)):
        return
    for variable, declared in site.copied.items():
        own = [each for each in written if _root(each) is variable]
        outer = _model(declared) if own and variable not in bound_again(site.body) else None
        if outer is None or not _used_for_fields(variable, outer, site):
            continue
        last = {(_part(each).name, each.name): each for each in own}
        for (part, name), node in last.items():
            if _is_mutable(part, name, outer, site) and not _is_read_after(node, site):
                yield Diagnostic(LOST_MUTATION, _sentence(site, f"{variable.name}.{part}.{name}", variable), node)


def _written(site: TracedFunction) -> Sequence[MemberExpr]:
    """Return the attributes of attributes of names that the function assigns."""
    plain = (target for each in site.body.statements_of(AssignmentStmt) for target in each.lvalues)
    updated = (each.lvalue for each in site.body.statements_of(OperatorAssignmentStmt))
    return [each for each in (*plain, *updated) if isinstance(each, MemberExpr) and _root(each) is not None]


def _part(written: MemberExpr) -> MemberExpr:
    assert isinstance(written.expr, MemberExpr)
    return written.expr


def _root(member: Expression) -> Var | None:
    """Return the variable in ``variable.part.field``."""
    part = member.expr if isinstance(member, MemberExpr) else None
    owner = part.expr if isinstance(part, MemberExpr) else None
    return owner.node if isinstance(owner, NameExpr) and isinstance(owner.node, Var) else None


def _model(declared: Type | None) -> PytreeClass | None:
    instance = None if declared is None else sole_instance(besides_none(declared))
    return None if instance is None else model_of(instance.type)


def _is_mutable(part: str, name: str, outer: PytreeClass, site: TracedFunction) -> bool:
    """Return whether a data field holds an object whose field may be assigned."""
    declared = outer.type_of(part) if part in outer.fields and outer.role_of(part) == "data" else None
    return declared is not None and name in mutable_fields(declared, site.api.tree)


def _used_for_fields(variable: Var, outer: PytreeClass, site: TracedFunction) -> bool:
    """Return whether a function does nothing with an object but read fields, and fields of those that are objects."""
    index = INDEX.of(site.api.tree)
    inner: Mapping[str, PytreeClass | None] = {name: _model(outer.type_of(name)) for name in outer.fields}
    for name in site.body.expressions_of(NameExpr):
        if name.node is not variable:
            continue
        read = index.parent(name)
        if not isinstance(read, MemberExpr) or read.name not in inner or index.is_written(read):
            return False
        model, around = inner[read.name], index.parent(read)
        if model is not None and not (isinstance(around, MemberExpr) and around.name in model.fields):
            return False
    return True


def _is_read_after(written: MemberExpr, site: TracedFunction) -> bool:
    """Return whether the function uses the new value itself."""
    statement = INDEX.of(site.api.tree).parent(written)
    end = range_of(written if statement is None else statement)[1]
    reads = (each for each in site.body.expressions_of(MemberExpr) if each.name == written.name)
    return any(position_of(each) >= end and _root(each) is _root(written) for each in reads)


def _sentence(site: TracedFunction, written: str, variable: Var) -> str:
    return (
        f'the assignment to "{written}" is lost: {site.by} calls "{site.definition.name}" with a copy of '
        f'"{variable.name}", and the caller\'s object keeps its old value; return the changed object, or the value'
    )
