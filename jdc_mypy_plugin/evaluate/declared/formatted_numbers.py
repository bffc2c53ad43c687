"""Numbers that an annotation has in braces, ``Float[Array, "{n} 3"]``: a size is what the call gives for them.

A function that compares the number may make another array for some of them, and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IfStmt,
    MemberExpr,
    NameExpr,
    WhileStmt,
)

from jdc_operations.values import Scalar
from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.scoped_names import ScopedName
from jdc_spec.sizes import Linear, named, names_in

from ...host.freshness import is_settled
from ...model.annotations.signatures import HAS_SIGNATURES, signature_of
from ...syntax import INDEX
from ...syntax.names.targets import members
from ...syntax.per_module import PerModule
from ...syntax.walk import descendants
from ..scope import ModuleScope
from .declarations import scope_of
from .sizes_beside import numbers_beside

_NONE: Final[frozenset[str]] = frozenset()


def number_in_braces(read: Expression, scope: ModuleScope, api: TypeChecker) -> Scalar | None:
    """Return a number that the annotations of its function have in braces, ``n`` or ``self.n``; None of others."""
    if not HAS_SIGNATURES.of(api.tree) or not isinstance(read, NameExpr | MemberExpr):
        return None
    given = read.expr if isinstance(read, MemberExpr) else read
    function = scope.parameter_of(given) if isinstance(given, NameExpr) else None
    if not isinstance(function, FuncDef):
        return None
    name = ScopedName(_written(read), scope_of(function))
    return Scalar("int", named(name)) if name in names_in_braces(function, api) else None


def names_in_braces(function: FuncDef, api: TypeChecker) -> frozenset[str]:
    """Return the names of the sizes that a function's annotations give by numbers of the call."""
    known = _OF_FUNCTIONS.of(api.tree) if is_settled() else {}
    if function not in known:
        known[function] = _NONE  # to read a function may ask for its numbers
        known[function] = _names(function, api)
    return known[function]


_OF_FUNCTIONS: Final = PerModule[dict[FuncDef, frozenset[str]]](lambda _: {})


def numbers_beside_braces(function: FuncDef, api: TypeChecker) -> frozenset[tuple[str, int]]:
    """Return pairs of such a name and a number that are sizes of one result."""
    scope, names = scope_of(function), names_in_braces(function, api)
    shapes = [said.shape for said in _results(function, api) if said.shape is not None] if names else []
    pairs = ((ScopedName(name, scope), number) for name, number in numbers_beside(shapes))
    return frozenset(pair for pair in pairs if pair[0] in names)


def _results(function: FuncDef, api: TypeChecker) -> Sequence[ArrayAnnotation]:
    signature = signature_of(function, api)
    return [] if signature is None else [said for said in (signature.result, *signature.items) if said is not None]


def _names(function: FuncDef, api: TypeChecker) -> frozenset[str]:
    given = {argument.variable.name for argument in function.arguments if argument.kind.is_required()}
    written = {name for said in _results(function, api) for name in _in_braces(said)}
    meant = {name for name in written if name.strip("{}").partition(".")[0] in given}
    if not meant:
        return _NONE
    asked = {_written(part) for part in _questions(function, api)}
    return frozenset(ScopedName(name, scope_of(function)) for name in meant - asked)


def _in_braces(said: ArrayAnnotation) -> Iterator[str]:
    for axis in () if said.shape is None else (*said.shape.prefix, *said.shape.suffix):
        yield from (name for name in names_in(axis) if name[0] == "{") if isinstance(axis, Linear) else ()


def _questions(function: FuncDef, api: TypeChecker) -> Iterator[NameExpr | MemberExpr]:
    """Yield the names and attributes that a function asks something about, or gives another value."""
    inside = INDEX.of(api.tree).inside(function)
    conditions: list[Expression] = [*inside.expressions_of(ComparisonExpr)]
    conditions += [each.cond for each in inside.expressions_of(ConditionalExpr)]
    conditions += [each for choice in inside.statements_of(IfStmt) for each in choice.expr]
    conditions += [loop.expr for loop in inside.statements_of(WhileStmt)]
    for condition in conditions:
        yield from (part for part in descendants(condition) if isinstance(part, NameExpr | MemberExpr))
    yield from (member for each in inside.targets for member in members(each.expression))


def _written(read: NameExpr | MemberExpr) -> str:
    owner = f"{read.expr.name}." if isinstance(read, MemberExpr) and isinstance(read.expr, NameExpr) else ""
    return f"{{{owner}{read.name}}}"
