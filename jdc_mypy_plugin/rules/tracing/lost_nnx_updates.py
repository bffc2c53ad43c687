"""``jdc-lost-mutation`` for objects of `flax.nnx` under a transformation of JAX itself.

``nnx.jit`` brings back what a function does to its arguments; to ``jax.jit`` they are trees, which it makes anew:
``optimizer.update(model, grads)`` changes these, and the program trains nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    Statement,
    StrExpr,
    Var,
    WhileStmt,
)
from mypy.types import Type

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...libraries.nnx import is_of_nnx
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.ranges import is_in, position_of, range_of
from ...traced.eager_functions import is_run_apart, runs_eagerly
from ...traced.functions import TracedFunction, bound_again
from ...transformed.chosen_transformations import may_be_left_out
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked
from .read_by_callers import is_read_by_callers

_UPDATED: Final = ("flax.nnx.training.optimizer.Optimizer", "flax.nnx.training.metrics.Metric")
"""Classes whose ``update`` changes the object."""
_UPDATES: Final = ("flax.nnx.graphlib.update", "flax.nnx.graph.update", "flax.nnx.update")
"""The names of `nnx.update`, which changes its first argument."""
_GRADIENTS: Final = frozenset(("grad", "value_and_grad"))
_SHARED: Final = ("hijax", "array_ref", "use_ref")
"""Parts of the names of settings under which arrays can be changed, also those of an argument."""


class _Change(NamedTuple):
    """A statement that changes objects, the first of which is named."""

    statement: Statement
    named: NameExpr
    others: tuple[Var, ...]
    at: Expression


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report changes of arguments after which the function mentions nothing changed, or which its callers read."""
    objects = {variable for variable, kind in site.traced.items() if site.by.startswith("jax.") and is_nnx(kind)}
    changes = list(_changes(site, objects)) if objects else []
    if not changes or may_last(site) or any(variable in bound_again(site.body) for variable in objects):
        return
    changing = [range_of(change.statement) for change in changes]
    for change in changes:
        variables = {change.named.node, *change.others}
        names = [each for each in site.body.expressions_of(NameExpr) if each.node in variables]
        if not any(_may_keep(each, change, site) for each in names if not is_in(each, changing)):
            yield Diagnostic(LOST_MUTATION, sentence(site, change.named.name), change.at)


def is_nnx(kind: Type) -> bool:
    """Return whether a type is that of objects of `flax.nnx`."""
    instance = sole_instance(kind)
    return instance is not None and is_of_nnx(instance.type)


def _changes(site: TracedFunction, objects: set[Var]) -> Iterator[_Change]:
    """Yield the statements of the function itself that change an argument, those in loops left out."""
    flow = FLOW.of(site.api.tree)
    loops = [range_of(each) for each in (*site.body.statements_of(ForStmt), *site.body.statements_of(WhileStmt))]
    for statement in site.body.statements:
        if flow.function_around(statement) is not site.definition or is_in(statement, loops):
            continue
        if isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr):
            changed = _updated(statement.expr, site)
            others = [each.node for each in statement.expr.args if isinstance(each, NameExpr)]
            at: Expression = statement.expr
        elif isinstance(statement, AssignmentStmt | OperatorAssignmentStmt):
            at = statement.lvalue if isinstance(statement, OperatorAssignmentStmt) else statement.lvalues[0]
            changed, others = changed_object(at), []
        else:
            continue
        if changed is not None and changed.node in objects:
            yield _Change(
                statement, changed, tuple(each for each in others if isinstance(each, Var) and each in objects), at
            )


def _updated(call: CallExpr, site: TracedFunction) -> NameExpr | None:
    """Return the object that ``optimizer.update(...)`` and ``nnx.update(model, state)`` change."""
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname in _UPDATES:
        return call.args[0] if call.args and isinstance(call.args[0], NameExpr) else None
    owner = callee.expr if isinstance(callee, MemberExpr) and callee.name == "update" else None
    kind = site.traced.get(owner.node) if isinstance(owner, NameExpr) and isinstance(owner.node, Var) else None
    instance = sole_instance(kind)
    is_updated = instance is not None and any(instance.type.has_base(base) for base in _UPDATED)
    return owner if isinstance(owner, NameExpr) and is_updated else None


def changed_object(target: Expression) -> NameExpr | None:
    """Return the object that an assignment changes: ``model.count[...] = x``, ``model.count.value += 1``."""
    if isinstance(target, IndexExpr) and not isinstance(target.index, EllipsisExpr):
        return None
    part = target.base if isinstance(target, IndexExpr) else target
    is_inside = part is not target or isinstance(part, MemberExpr)
    while isinstance(part, MemberExpr):
        part = part.expr
    return part if is_inside and isinstance(part, NameExpr) else None


def may_last(site: TracedFunction) -> bool:
    """Return whether the program may run the function as it is, or makes arrays that can be changed."""
    tree = site.api.tree
    if runs_eagerly(tree, site.definition) or may_be_left_out(site.at, site.definition, tree) or is_run_apart(site):
        return True
    body = INDEX.of(tree).body
    said = *(each.name for each in body.references), *(each.value for each in body.expressions_of(StrExpr))
    return any(word in each.lower() for each in said for word in _SHARED)


def _may_keep(name: NameExpr, change: _Change, site: TracedFunction) -> bool:
    """Return whether a mention of an object may bring its new state out of the function."""
    parent, written = INDEX.of(site.api.tree).parent(name), attribute_written(change.at)
    if position_of(name) >= range_of(change.statement)[1]:
        if not isinstance(parent, MemberExpr) or not isinstance(name.node, Var) or not written:
            return True
        is_same = parent.name == written and not is_read_by_callers(site, name.node, written)
        return is_same or not is_attribute(parent, name.node, site)
    if isinstance(parent, MemberExpr):
        return False
    return not (isinstance(parent, CallExpr) and (parent.callee is name or _differentiates(parent.callee, site)))


def attribute_written(target: Expression) -> str:
    """Return the attribute of an object that an assignment writes, or writes in."""
    part = target.base if isinstance(target, IndexExpr) else target
    name = ""
    while isinstance(part, MemberExpr):
        name, part = part.name, part.expr
    return name


def is_attribute(read: MemberExpr, variable: Var, site: TracedFunction) -> bool:
    """Return whether what is read is an attribute, and no method or property that may read others."""
    instance = sole_instance(site.traced.get(variable))
    symbol = None if instance is None else instance.type.get(read.name)
    return symbol is not None and isinstance(symbol.node, Var) and not symbol.node.is_property


def _differentiates(callee: Expression, site: TracedFunction) -> bool:
    """Return whether a function is one that ``nnx.value_and_grad(loss)`` or the like returns."""
    made = FLOW.of(site.api.tree).value_at(callee) if isinstance(callee, NameExpr) else callee
    by = made.callee if isinstance(made, CallExpr) else None
    return isinstance(by, NameExpr | MemberExpr) and by.name in _GRADIENTS


def sentence(site: TracedFunction, name: str) -> str:
    """Word that the change of an argument is lost."""
    instead = f"nnx.{site.by.rpartition('.')[2]}"
    return (
        f'the change of "{name}" is lost: {site.by} calls "{site.definition.name}" with copies of the objects of '
        f"flax.nnx, and the caller's keep their old state; use {instead}, or return nnx.state({name})"
    )
