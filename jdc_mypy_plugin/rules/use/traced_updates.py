"""``jdc-frozen`` and ``jdc-discarded`` for objects that a transformation hands to a function without annotations.

mypy takes the parameters of such a function for anything, and asks nobody. ``jax.lax.scan(step, state, xs)`` tells
what they are, and so does a call in a function that is traced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile, NameExpr, TypeInfo, Var
from mypy.types import AnyType

from jdc_spec.rules import DISCARDED, FROZEN

from ...copies.writes import Write
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.frozen_classes import frozen_model
from ...model.replacing import REPLACE, adds_replace
from ...syntax import INDEX
from ...syntax.names.flow import FLOW, Parameter
from ...syntax.names.write_kinds import WriteKind
from ...syntax.per_module import PerModule
from ...traced.functions import TracedFunction
from ...traced.objects import traced_type
from ...typefacts.instances import besides_none, sole_instance
from ..places import TRACED_FUNCTION, asked
from ..tracing.traced_runs import TracedRun, traced_runs
from .frozen import judged
from .frozen_results import WRITTEN
from .promised_objects import gives_fields, thrown_away
from .untyped_updates import given_type


@asked(FROZEN, DISCARDED, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report writes to such objects, and new ones that nobody takes."""
    tree = site.api.tree
    written, replaced = _CANDIDATES.of(tree)
    written = [each for each in written if _is_open(each[0].expr, site.api)]
    replaced = [each for each in replaced if _is_open(each.callee, site.api)]
    for run in traced_runs(site) if written or replaced else ():
        inside = set(run.site.body.statements)
        for member, kind in written:
            info = _class_of(member.expr, run) if FLOW.of(tree).statement_of(member) in inside else None
            model = None if info is None else frozen_model(info)
            if model is not None and not model.facts.opens_in_construction:
                yield from judged(model, member.name, Write(kind, in_copy=False), member)
        for call in replaced:
            owner = call.callee.expr if isinstance(call.callee, MemberExpr) else call
            info = _class_of(owner, run) if FLOW.of(tree).statement_of(call) in inside else None
            if info is not None and adds_replace(info) and gives_fields(call, info):
                yield thrown_away(call, owner)


class _Candidates(NamedTuple):
    """The writes to attributes of a module, and the calls of ``replace`` whose result it throws away."""

    written: list[tuple[MemberExpr, WriteKind]]
    replaced: list[CallExpr]


def _candidates(tree: MypyFile) -> _Candidates:
    index = INDEX.of(tree)
    written = [each for found in WRITTEN.of(tree).values() for each in found]
    replaced = [
        call
        for call in index.body.expressions_of(CallExpr)
        if isinstance(call.callee, MemberExpr) and call.callee.name == REPLACE and index.discarded.is_discarded(call)
    ]
    return _Candidates(written, replaced)


_CANDIDATES: Final = PerModule(_candidates)


def _is_open(read: Expression, api: TypeChecker) -> bool:
    """Return whether mypy has no type of an expression, or of the object that an attribute is read of."""
    owner = read.expr if isinstance(read, MemberExpr) else read
    kind = api.lookup_type_or_none(owner) or given_type(owner, api.tree)
    return kind is None or isinstance(known_type(kind), AnyType)


def _class_of(expression: Expression, run: TracedRun) -> TypeInfo | None:
    """Return the class of an object that a traced function is given, or of a copy that it makes of one."""
    tree = run.site.api.tree
    kind = traced_type(expression, run.values, run.reaches, tree)
    if isinstance(expression, NameExpr) and isinstance(expression.node, Var) and expression.node in run.site.passed:
        is_given = isinstance(FLOW.of(tree).value_at(expression), Parameter)
        kind = run.site.passed[expression.node] if is_given else kind
    instance = None if kind is None else sole_instance(besides_none(kind))
    return None if instance is None else instance.type
