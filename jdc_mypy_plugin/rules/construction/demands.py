"""Demands of a ``__post_init__`` on the arrays in data fields, before anything guards it.

A demand on axes, ``self.x.ndim == 2``, fails as soon as a transformation takes a leaf apart along an axis. Others,
such as ``self.x.shape[-1] == 3`` or ``self.x.shape == self.y.shape``, bear that, and only need arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DictionaryComprehension,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RaiseStmt,
    RefExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.patterns import AsPattern, OrPattern, Pattern, SequencePattern, StarredPattern, ValuePattern
from mypy.types import AnyType, Type

from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.arguments import argument
from ...syntax.names.imported_names import as_imported, spelled
from ...syntax.names.targets import row, targets, unpacked
from ...syntax.walk import descendants
from ...typefacts.arrays import has_axes
from ..sites import ClassSite

_GUARDS: Final = frozenset(
    ("isinstance", "issubclass", "hasattr", "getattr", "callable", "type", "is_array", "all_leaves")
)
_AXES: Final = ("shape", "ndim", "size", "length")
_MEMBERS: Final = ("shape", "ndim", "size", "dtype")
_LIBRARIES: Final = ("jax.", "numpy.")
_CONVERSIONS: Final = ("asarray", "array")
_CHECKS_OF_CHEX: Final = ("chex.assert_rank", "chex.assert_shape")
_COMPARISONS_OF_CHEX: Final = ("chex.assert_equal_shape", "chex.assert_equal_rank", "chex.assert_equal_size")


_PASSING_OVER: Final = (ConditionalExpr, LambdaExpr, GeneratorExpr, DictionaryComprehension)
"""Expressions that need not come to all of their parts."""
_SHORT: Final = ("and", "or")


class Demand(NamedTuple):
    """Something that must hold of the array in a field, or ``__post_init__`` raises."""

    field: str
    of_axes: bool
    """True if it fails when the array has an axis less, or more."""
    is_declared: bool
    """True if the type of the field says that it is an array."""
    is_conversion: bool = False
    """True if it converts the field to an array, which works for numbers too."""


class _Look(NamedTuple):
    """An expression that looks at an array."""

    field: str
    at: str
    """The attribute, ``length`` for that of one axis, or ``part`` for anything else of the shape."""
    needs_array: bool = True
    """False if it works with numbers too, as ``jnp.ndim(x)`` does."""


class Demands(NamedTuple):
    """Reads the demands of the statements of a method, or of a function that it hands fields to."""

    source: Callable[[Expression], Expression]
    """Gives what a name stands for."""
    declared: Callable[[str], Type | None]
    """Gives the type of a data field; None for anything else."""
    handed: Mapping[Var, str]
    """The parameters of the function that are fields."""
    module: MypyFile
    by_name: Mapping[str, str] = MappingProxyType({})
    """The same by the names of the parameters, where no name is bound."""

    def of(self, statement: Statement) -> Iterator[Demand]:
        """Yield what a statement demands."""
        yield from self._converted(statement)
        if isinstance(statement, AssertStmt):
            yield from self._condition(statement.expr, holds=True)
        elif isinstance(statement, IfStmt):
            for condition in _raising(statement):
                yield from self._condition(condition, holds=False)
        elif isinstance(statement, AssignmentStmt):
            yield from self._unpacked(statement)
            yield from self._read(statement.rvalue)
        elif isinstance(statement, MatchStmt):
            yield from self._matched(statement)
        elif isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr):
            yield from self._checked_by_chex(statement.expr)

    def _converted(self, statement: Statement) -> Iterator[Demand]:
        """Yield what ``self.x = jnp.asarray(self.x)`` demands."""
        written = written_field(statement)
        call = None if written is None else written[1]
        if written is None or not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr) or not call.args:
            return
        module, _, function = call.callee.fullname.rpartition(".")
        field = self.field(call.args[0]) if function in _CONVERSIONS and module.startswith("jax.") else None
        if field is not None and field == written[0]:
            yield self._demand(field, of_axes=False)._replace(is_conversion=True)

    def field(self, expression: Expression) -> str | None:
        """Return the data field that an expression is, if it is an array or nothing is known of its type."""
        source = self.source(expression)
        if isinstance(source, NameExpr):
            by_name = None if source.node is not None else self.by_name.get(source.name)
            name = self.handed.get(source.node) if isinstance(source.node, Var) else by_name
        else:
            name = of_self(source)
        declared = None if name is None else known_type(self.declared(name))
        is_open = isinstance(declared, AnyType) or (declared is not None and has_axes(declared))
        return name if is_open else None

    def _is_declared(self, field: str) -> bool:
        declared = self.declared(field)
        return declared is not None and has_axes(declared)

    def _demand(self, field: str, *, of_axes: bool) -> Demand:
        return Demand(field, of_axes, self._is_declared(field))

    def _condition(self, condition: Expression, *, holds: bool) -> Iterator[Demand]:
        parts = descendants(condition)
        for comparison, is_true in _compared(condition, holds=holds):
            for operator, left, right in comparison.pairwise():
                is_equal = operator == ("==" if is_true else "!=")
                for one, other in ((left, right), (right, left)) if is_equal else ():
                    look = self._look(one)
                    if look is None or look.at not in _AXES:
                        continue
                    if self._is_fixed(look, other) or self._is_square(look, one, other):
                        yield self._demand(look.field, of_axes=True)
        asks_for_none = any(isinstance(each, ComparisonExpr) and "is" in each.operators[0] for each in parts)
        looks = [] if asks_for_none else [each for each in map(self._look, parts) if each is not None]
        yield from (self._demand(each.field, of_axes=False) for each in looks if each.needs_array)

    def _is_fixed(self, look: _Look, other: Expression) -> bool:
        """Return whether something that axes are compared with stays the same when all arrays have an axis less."""
        source = self.source(other)
        if look.at == "shape" and isinstance(source, TupleExpr):
            return not any(isinstance(item, StarExpr) for item in source.items)
        return not any(self._look(part) is not None or self.field(part) for part in descendants(source))

    def _is_square(self, look: _Look, one: Expression, other: Expression) -> bool:
        """Return whether two axes of one array are compared that are counted from the first: ``x.shape[0]``."""
        sources = [self.source(one), self.source(other)]
        found = [
            each.index.value for each in sources if isinstance(each, IndexExpr) and isinstance(each.index, IntExpr)
        ]
        return self._look(other) == look and len(found) == 2 and found[0] != found[1]

    def _look(self, expression: Expression) -> _Look | None:
        source = self.source(expression)
        if isinstance(source, MemberExpr) and source.name in _MEMBERS:
            field = self.field(source.expr)
            return None if field is None else _Look(field, source.name)
        if isinstance(source, IndexExpr):
            whole = self._look(source.base)
            is_of_shape = whole is not None and whole.at == "shape"
            at = "length" if isinstance(source.index, IntExpr) else "part"
            return whole._replace(at=at) if whole is not None and is_of_shape else None
        is_call = isinstance(source, CallExpr) and isinstance(source.callee, RefExpr) and len(source.args) == 1
        return self._look_of_call(source) if is_call and isinstance(source, CallExpr) else None

    def _look_of_call(self, call: CallExpr) -> _Look | None:
        name = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
        field, look = self.field(call.args[0]), self._look(call.args[0])
        if name == "builtins.len":
            if look is not None and look.at == "shape":
                return look._replace(at="ndim")
            return _Look(field, "length") if field is not None and self._is_declared(field) else None
        function = name.rpartition(".")[2]
        is_known = function in ("ndim", "shape", "size") and name.startswith(_LIBRARIES)
        return _Look(field, function, needs_array=False) if is_known and field is not None else None

    def _unpacked(self, statement: AssignmentStmt) -> Iterator[Demand]:
        """Yield what ``n, m = self.x.shape`` demands, a number of axes."""
        look = self._look(statement.rvalue)
        rows = [row(target) for target in statement.lvalues]
        if look is not None and look.at == "shape" and any(rows):
            has_star = any(isinstance(item, StarExpr) for items in rows for item in items)
            yield self._demand(look.field, of_axes=not has_star)

    def _read(self, value: Expression) -> Iterator[Demand]:
        """Yield what ``n = len(self.x.shape)`` demands, an array, unless the value may pass over it."""
        parts = list(descendants(value))
        if any(isinstance(each, _PASSING_OVER) or (isinstance(each, OpExpr) and each.op in _SHORT) for each in parts):
            return
        looks = (self._look(each) for each in parts if isinstance(each, MemberExpr))
        yield from (self._demand(each.field, of_axes=False) for each in looks if each is not None)

    def _matched(self, statement: MatchStmt) -> Iterator[Demand]:
        """Yield what ``match self.x.shape:`` demands where it raises for every other number of axes."""
        look = self._look(statement.subject)
        *patterns, last = statement.patterns
        raises = isinstance(last, AsPattern) and last.pattern is None and _raises(statement.bodies[-1].body)
        if look is not None and look.at in ("shape", "ndim") and raises:
            sizes = {_size(each) for whole in patterns for each in _alternatives(whole)}
            yield self._demand(look.field, of_axes=len(sizes) == 1 and None not in sizes)

    def _checked_by_chex(self, call: CallExpr) -> Iterator[Demand]:
        """Yield what ``chex.assert_rank(self.x, 2)`` demands."""
        name = spelled(call.callee, self.module) or as_imported(call.callee, self.module)
        if name in _COMPARISONS_OF_CHEX:
            for each in row(argument(call, 0, "inputs")):
                field = self.field(each)
                if field is not None:
                    yield self._demand(field, of_axes=False)
        is_known = name in _CHECKS_OF_CHEX
        inputs, expected = argument(call, 0, "inputs"), argument(call, 1, _expected(call))
        if not is_known or inputs is None or expected is None or not (_is_one(expected) or _has_axis(expected)):
            return
        for each in row(inputs) or [inputs]:
            field = self.field(each)
            if field is not None:
                yield self._demand(field, of_axes=_is_one(expected))


def is_asking(expressions: Iterable[Expression]) -> bool:
    """Return whether code asks what its leaves are."""
    calls = (each.callee for each in expressions if isinstance(each, CallExpr))
    return any(isinstance(each, NameExpr | MemberExpr) and each.name in _GUARDS for each in calls)


def of_self(expression: Expression) -> str | None:
    """Return the attribute in ``self.x``; None of anything else."""
    if not isinstance(expression, MemberExpr) or not isinstance(expression.expr, NameExpr):
        return None
    return expression.name if expression.expr.name == "self" else None


def written_field(statement: Statement) -> tuple[str, Expression] | None:
    """Return the attribute of ``self`` that a statement assigns, and what it gets."""
    if isinstance(statement, OperatorAssignmentStmt):
        name = of_self(statement.lvalue)
        return None if name is None else (name, OpExpr(statement.op, statement.lvalue, statement.rvalue))
    if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
        name = of_self(statement.lvalues[0])
        return None if name is None else (name, statement.rvalue)
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr) or len(call.args) != 3:
        return None
    receiver, written, value = call.args
    is_set = isinstance(call.callee, MemberExpr) and call.callee.name == "__setattr__"
    if not is_set and call.callee.fullname != "builtins.setattr":
        return None
    is_self = isinstance(receiver, NameExpr) and receiver.name == "self"
    return (written.value, value) if is_self and isinstance(written, StrExpr) else None


def handed_fields(site: ClassSite, call: CallExpr) -> tuple[FuncDef, Mapping[Var, str]] | None:
    """Return a function of the module that is given fields, and its parameters that get them and keep them."""
    function = call.callee.node if isinstance(call.callee, NameExpr) else None
    index = INDEX.of(site.api.tree)
    if not isinstance(function, FuncDef) or index.position(function) is None:
        return None
    if not all(kind.is_positional() for kind in call.arg_kinds) or len(call.args) > len(function.arguments):
        return None
    written = (each for statement in index.inside(function).statements for each in targets(statement))
    bound = {each.node for target in written for each in unpacked(target.expression) if isinstance(each, NameExpr)}
    variables = [each.variable for each in function.arguments]
    names = ((variable, of_self(value)) for variable, value in zip(variables, call.args, strict=False))
    return function, {each: name for each, name in names if name is not None and each not in bound}


def _compared(condition: Expression, *, holds: bool) -> Iterator[tuple[ComparisonExpr, bool]]:
    """Yield the comparisons in a condition that must be true, or false, for it to hold, or not to."""
    if isinstance(condition, UnaryExpr) and condition.op == "not":
        yield from _compared(condition.expr, holds=not holds)
    elif isinstance(condition, OpExpr) and condition.op == ("and" if holds else "or"):
        yield from _compared(condition.left, holds=holds)
        yield from _compared(condition.right, holds=holds)
    elif isinstance(condition, ComparisonExpr) and (holds or len(condition.operators) == 1):
        yield condition, holds


def _raising(statement: IfStmt) -> Iterator[Expression]:
    """Yield the conditions of ``if ...: raise ...``, and of the ``elif`` after it that raise too."""
    for condition, block in zip(statement.expr, statement.body, strict=True):
        if not _raises(block.body):
            return
        yield condition


def _raises(body: list[Statement]) -> bool:
    return any(isinstance(statement, RaiseStmt) for statement in body)


def _alternatives(pattern: Pattern) -> Sequence[Pattern]:
    return pattern.patterns if isinstance(pattern, OrPattern) else [pattern]


def _size(pattern: Pattern) -> int | None:
    """Return how many axes a pattern takes; None where that may differ."""
    if isinstance(pattern, SequencePattern):
        is_fixed = not any(isinstance(each, StarredPattern) for each in pattern.patterns)
        return len(pattern.patterns) if is_fixed else None
    value = pattern.expr if isinstance(pattern, ValuePattern) else None
    return value.value if isinstance(value, IntExpr) else None


def _expected(call: CallExpr) -> str:
    return next((name for name in call.arg_names if name is not None and name.startswith("expected")), "")


def _is_one(expected: Expression) -> bool:
    """Return whether a rank or a shape is one, and none of several: no set of ranks, and no ``...``."""
    items = row(expected)
    return isinstance(expected, IntExpr) or (bool(items) and not any(isinstance(i, EllipsisExpr) for i in items))


def _has_axis(expected: Expression) -> bool:
    """Return whether a shape has an axis beside its ``...``, which no number has."""
    return len(row(expected)) > 1
