"""``jdc-lost-mutation``: a traced function assigns to a field of an object that an argument holds.

``agent.posterior.mean = ...`` changes the object that was made anew with its owner, and so does a method of that
object which does nothing but assign: ``agent.posterior.observe(x)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Var,
)
from mypy.types import Instance, Type

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...model.functions.function_notes import note_of
from ...model.subclasses_in_sight import is_overridden_in_sight
from ...objects.patched_functions import is_replaced
from ...syntax import INDEX
from ...syntax.ranges import position_of, range_of
from ...traced.functions import TracedFunction, bound_again
from ...typefacts.instances import besides_none, sole_instance
from ..places import TRACED_FUNCTION, asked
from .argument_writes import mutable_fields
from .reading_methods import LATER, only_reads


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
        for (part, _), node in last.items():
            changed = _changed(node, outer, site)
            if changed and _is_mutable(part, changed, outer, site) and not _is_read_after(node, changed, outer, site):
                path = f"{variable.name}.{part}.{changed[0]}"
                yield Diagnostic(LOST_MUTATION, _sentence(site, path, variable), node)


def _written(site: TracedFunction) -> Sequence[MemberExpr]:
    """Return the attributes of attributes of names that the function assigns, or calls for what they do."""
    plain = (target for each in site.body.statements_of(AssignmentStmt) for target in each.lvalues)
    updated = (each.lvalue for each in site.body.statements_of(OperatorAssignmentStmt))
    calls = (each.expr for each in site.body.statements_of(ExpressionStmt))
    called = (each.callee for each in calls if isinstance(each, CallExpr))
    return [each for each in (*plain, *updated, *called) if isinstance(each, MemberExpr) and _root(each) is not None]


def _changed(written: MemberExpr, outer: PytreeClass, site: TracedFunction) -> tuple[str, ...]:
    """Return the fields that an assignment or a call changes: of a method those that it is seen to assign."""
    if INDEX.of(site.api.tree).is_written(written):
        return (written.name,)
    instance = _instance(outer.type_of(_part(written).name) if _part(written).name in outer.fields else None)
    symbol = None if instance is None else instance.type.get(written.name)
    method = None if symbol is None else symbol.node
    if instance is None or not isinstance(method, FuncDef) or not method.arg_names:
        return ()
    is_other = is_replaced(method, site.api.tree) or is_overridden_in_sight(instance.type, written.name, site.api)
    note = None if is_other else note_of(method)
    return () if note is None else tuple(note.changes.get(method.arg_names[0] or "", ()))


def _part(written: MemberExpr) -> MemberExpr:
    assert isinstance(written.expr, MemberExpr)
    return written.expr


def _root(member: Expression) -> Var | None:
    """Return the variable in ``variable.part.field``."""
    part = member.expr if isinstance(member, MemberExpr) else None
    owner = part.expr if isinstance(part, MemberExpr) else None
    return owner.node if isinstance(owner, NameExpr) and isinstance(owner.node, Var) else None


def _instance(declared: Type | None) -> Instance | None:
    return None if declared is None else sole_instance(besides_none(declared))


def _model(declared: Type | None) -> PytreeClass | None:
    instance = _instance(declared)
    return None if instance is None else model_of(instance.type)


def _is_mutable(part: str, changed: tuple[str, ...], outer: PytreeClass, site: TracedFunction) -> bool:
    """Return whether a data field holds an object whose fields may be assigned."""
    declared = outer.type_of(part) if part in outer.fields and outer.role_of(part) == "data" else None
    return declared is not None and mutable_fields(declared, site.api.tree).issuperset(changed)


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
        if model is not None and not (isinstance(around, MemberExpr) and _is_harmless(around, model, outer, site)):
            return False
    return True


def _is_harmless(read: MemberExpr, model: PytreeClass, outer: PytreeClass, site: TracedFunction) -> bool:
    """Return whether an attribute is a field, or a method that is called and hands the object to nobody."""
    call = INDEX.of(site.api.tree).parent(read)
    if read.name in model.fields:
        return True
    is_called = isinstance(call, CallExpr) and call.callee is read
    return is_called and (only_reads(read.name, model.info, site) or bool(_changed(read, outer, site)))


def _is_read_after(written: MemberExpr, changed: tuple[str, ...], outer: PytreeClass, site: TracedFunction) -> bool:
    """Return whether the function uses the new value itself, perhaps through a method."""
    statement = INDEX.of(site.api.tree).parent(written)
    end = range_of(written if statement is None else statement)[1]
    below = [each for each in site.body.expressions_of(MemberExpr) if position_of(each) >= end]
    model = _model(outer.type_of(_part(written).name))
    return any(
        _root(each) is _root(written) and (each.name in changed or model is None or each.name not in model.fields)
        for each in below
    )


def _sentence(site: TracedFunction, written: str, variable: Var) -> str:
    return (
        f'the assignment to "{written}" is lost: {site.by} calls "{site.definition.name}" with a copy of '
        f'"{variable.name}", and the caller\'s object keeps its old value; return the changed object, or the value'
    )
