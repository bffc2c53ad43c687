"""Objects that mypy has no type of, and that a function declares to return: ``state = restore()``, ``return state``.

mypy asks nobody about what is done with `Any`. So these are looked at where the module transforms a function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, CallableType, Instance, TupleType, Type

from jdc_spec.rules import DISCARDED, FROZEN

from ...copies.writes import Write
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...model.frozen_classes import frozen_model
from ...model.replacing import REPLACE, adds_replace
from ...objects.bound_values import bound_values
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.write_kinds import WriteKind
from ...syntax.per_module import PerModule
from ...traced.functions import TracedFunction
from ...typefacts.instances import besides_none, sole_instance
from ..places import TRACED_FUNCTION, TRANSFORMED, Transformed, asked
from .frozen import judged
from .frozen_results import WRITTEN

_OPENING: Final = ("enter_context", "mock")
"""Parts of the names of functions that make what may be written to: copies that a manager opens, and mocks."""


@asked(FROZEN, DISCARDED, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report writes and results thrown away of the module where it calls a transformation."""
    yield from _reported(site.api)


@asked(FROZEN, DISCARDED, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report those of the module where a function stands under a transformation."""
    yield from _reported(site.api)


def _reported(api: TypeChecker) -> Iterator[Diagnostic]:
    """Yield the findings of the module; mypy drops those that it has had before."""
    written, replaced = _CANDIDATES.of(api.tree)
    for member, kind in written:
        promised = promised_class(member.expr, api.tree)
        model = None if promised is None else frozen_model(promised)
        if model is not None and not model.facts.opens_in_construction:
            yield from judged(model, member.name, Write(kind, in_copy=False), member)
    for call, name in replaced:
        promised = promised_class(name, api.tree)
        if promised is not None and adds_replace(promised) and gives_fields(call, promised):
            yield thrown_away(call, name)


def thrown_away(call: CallExpr, owner: Expression) -> Diagnostic:
    """Return the finding for a ``replace`` of an object whose result nobody takes."""
    does = f'"{REPLACE}" makes a new object and leaves the old one as it is'
    mend = f"write {owner.name} = {owner.name}.{REPLACE}(...)" if isinstance(owner, NameExpr) else "assign it"
    return Diagnostic(DISCARDED, f"{does}, and nothing takes the result; {mend}", call)


class _Candidates(NamedTuple):
    """The writes to attributes of a module, and the calls of ``replace`` whose result it throws away.

    They are on variables that a call makes and a ``return`` gives back.
    """

    written: Sequence[tuple[MemberExpr, WriteKind]]
    replaced: Sequence[tuple[CallExpr, NameExpr]]


def _candidates(tree: MypyFile) -> _Candidates:
    index = INDEX.of(tree)
    written = [each for found in WRITTEN.of(tree).values() for each in found if _is_handed_back(each[0].expr, tree)]
    replaced = [
        (call, call.callee.expr)
        for call in index.body.expressions_of(CallExpr)
        if isinstance(call.callee, MemberExpr) and call.callee.name == REPLACE
        if isinstance(call.callee.expr, NameExpr) and _is_handed_back(call.callee.expr, tree)
        if index.discarded.is_discarded(call)
    ]
    return _Candidates(written, replaced)


_CANDIDATES: Final = PerModule(_candidates)


def _is_handed_back(owner: Expression, tree: MypyFile) -> bool:
    """Return whether something is a variable that one call makes, and that a function returns."""
    if not isinstance(owner, NameExpr) or not FLOW.of(tree).said_of(owner):
        return False
    values = bound_values(owner, tree)
    return len(values) == 1 and isinstance(values[0], CallExpr)


def gives_fields(call: CallExpr, info: TypeInfo) -> bool:
    """Return whether a call gives nothing but fields of a class by their names."""
    model = model_of(info)
    is_by_keyword = bool(call.args) and all(kind is ArgKind.ARG_NAMED for kind in call.arg_kinds)
    return is_by_keyword and model is not None and all(name in model.fields for name in call.arg_names if name)


def promised_class(name: Expression, tree: MypyFile) -> TypeInfo | None:
    """Return the class that a function declares to return a variable as, of whose object mypy has no type."""
    if not isinstance(name, NameExpr):
        return None
    function, values = FLOW.of(tree).function_over(name), bound_values(name, tree)
    if function is None or len(values) != 1 or not _makes_anything(values[0], function):
        return None
    promised = [_declared(each, function, tree) for each in _returned(name, function, tree)]
    classes = {None if each is None else each.type for each in promised}
    return classes.pop() if len(classes) == 1 else None


def _makes_anything(value: Expression | None, function: FuncDef) -> bool:
    """Return whether a value is what a function returns that says nothing of it, and opens no copy."""
    callee = value.callee if isinstance(value, CallExpr) else None
    if not isinstance(callee, NameExpr | MemberExpr) or any(part in callee.name.lower() for part in _OPENING):
        return False
    node = callee.node
    if (
        isinstance(callee, MemberExpr)
        and isinstance(callee.expr, NameExpr)
        and callee.expr.node is _self_of(function)
    ):
        symbol = function.info.get(callee.name)
        node = None if symbol is None else symbol.node
    if isinstance(node, FuncDef):
        kind = known_type(node.type)
        return not isinstance(kind, CallableType) or isinstance(known_type(kind.ret_type), AnyType)
    return isinstance(node, Var) and node.type is not None and isinstance(known_type(node.type), AnyType)


def _self_of(function: FuncDef) -> Var | None:
    """Return the parameter that is the object of a method."""
    is_method = bool(function.info) and bool(function.arguments) and not function.is_static and not function.is_class
    return function.arguments[0].variable if is_method else None


def _returned(name: NameExpr, function: FuncDef, tree: MypyFile) -> Sequence[NameExpr]:
    """Return where a function returns a variable of its own."""
    flow = FLOW.of(tree)
    return [
        each
        for each in flow.said_of(name)
        if isinstance(flow.statement_of(each), ReturnStmt) and flow.function_over(each) is function
    ]


def _declared(returned: NameExpr, function: FuncDef, tree: MypyFile) -> Instance | None:
    """Return what a function declares to return where it returns a variable, by itself or as an item of a tuple."""
    kind = known_type(function.type)
    if not isinstance(kind, CallableType) or function.is_generator or function.is_coroutine:
        return None
    result: Type = known_type(kind.ret_type)
    row = INDEX.of(tree).parent(returned)
    if isinstance(row, TupleExpr):
        is_whole = isinstance(result, TupleType) and len(result.items) == len(row.items)
        if not is_whole or not isinstance(result, TupleType):
            return None
        result = result.items[row.items.index(returned)]
    return sole_instance(besides_none(result))
