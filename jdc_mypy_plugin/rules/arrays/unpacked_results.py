"""``jdc-shape`` where a call of a function of the module unpacks into more or fewer names than it returns values.

mypy sees that of functions that declare what they return.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    ListExpr,
    MypyFile,
    NameExpr,
    StarExpr,
    TupleExpr,
)
from mypy.types import AnyType, CallableType

from jdc_spec.rules import SHAPE

from ...evaluate.calls.helpers import helper_of
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ..places import CALL, Call, asked


@asked(SHAPE, at=CALL)
def check(site: Call) -> Iterator[Diagnostic]:
    """Report a call of a function that returns a tuple of another length at each of its ends."""
    tree = site.api.tree
    statement = INDEX.of(tree).parent(site.node)
    if not isinstance(statement, AssignmentStmt) or statement.rvalue is not site.node:
        return
    targets = [each for each in statement.lvalues if isinstance(each, TupleExpr | ListExpr)]
    helper = helper_of(site.node.callee, tree) if targets and isinstance(site.node.callee, NameExpr) else None
    count = returned_count(site.node, tree)
    if helper is None or count is None or may_be_caught(site.node, tree):
        return
    for target in targets:
        names, is_open = len(target.items), any(isinstance(item, StarExpr) for item in target.items)
        if count < names - 1 if is_open else count != names:
            said = f'the {count} values that "{helper.function.name}" returns do not unpack into '
            yield Diagnostic(SHAPE, f"{said}{f'at least {names - 1}' if is_open else names} names", site.node)


def returned_count(call: CallExpr, tree: MypyFile) -> int | None:
    """Return how many values a function of the module returns at each of its ends; None where that is not certain."""
    helper = helper_of(call.callee, tree) if isinstance(call.callee, NameExpr) else None
    return _returned(helper.function) if helper is not None and isinstance(helper.function, FuncDef) else None


def _returned(function: FuncDef) -> int | None:
    """Return how many values a function without a declared result returns; None where that is not certain."""
    kind = known_type(function.type)
    if isinstance(kind, CallableType) and not isinstance(known_type(kind.ret_type), AnyType):
        return None
    lengths = {_length(each) for each in returned_by(function.body.body)}
    return next(iter(lengths)) if len(lengths) == 1 else None


def _length(returned: Expression | None) -> int | None:
    if not isinstance(returned, TupleExpr) or any(isinstance(item, StarExpr) for item in returned.items):
        return None
    return len(returned.items)
