"""Expressions of a traced function that are certain to be tracers: parameters, data fields, what is made of them."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    Decorator,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    StrExpr,
    UnaryExpr,
    Var,
)
from mypy.types import AnyType, TupleType, Type

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..model.classes import PytreeClass, model_of
from ..syntax import INDEX
from ..syntax.body import Body
from ..syntax.per_module import PerModule
from ..syntax.targets import By, row, targets, targets_within, unpacked
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import besides_none, sole_instance
from .traced_functions import TracedFunction

_NUMBERS: Final = frozenset(f"builtins.{name}" for name in ("bool", "int", "float", "complex"))
_JAX_ARRAYS: Final = frozenset(("jax.Array", "jax._src.basearray.Array"))
_ARITHMETIC: Final = frozenset(("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "@", "<<", ">>"))
_RANKING: Final = frozenset(("<", "<=", ">", ">="))
_ORDER: Final = frozenset(("==", "!=")) | _RANKING
_METHODS: Final = frozenset(("all", "any", "astype", "max", "mean", "min", "prod", "sum"))
_FUNCTIONS: Final = frozenset(
    ("abs", "all", "allclose", "any", "array_equal", "isfinite", "isnan", "max", "mean", "min", "sum")
)
_OF_NUMBERS: Final = frozenset(
    ("__lt__", "__le__", "__gt__", "__ge__", "__index__", "__int__", "__float__", "__array__", "__bool__")
)
_Position = tuple[int, int]
_NEVER: Final = (sys.maxsize, 0)


class TracedValues:
    """Tells which expressions of a traced function are tracers."""

    def __init__(self, site: TracedFunction) -> None:
        bindings = _bindings(site.body)
        self._traced = dict(site.traced)
        self._until = {variable: min(bindings[variable]) for variable in site.traced if variable in bindings}
        """Where each parameter is bound again first: before that it is what the function was given."""
        self._traced.update(_unpacked(site.body, self._traced, bindings))
        self._evaluator = Evaluator(site.api)
        self._has_trees = not _ORDERED.of(site.api.tree)
        """Whether what a tree of tracers cannot do tells that a parameter of unknown type is none."""

    def __bool__(self) -> bool:
        return bool(self._traced)

    def path(self, expression: Expression) -> str | None:
        """Return how to write the tracer that an expression is or is made of; None where it may be concrete."""
        value = self._source(expression)
        if isinstance(value, NameExpr | MemberExpr):
            found = self._typed(value)
            return found[0] if found is not None and _is_leaf(found[1]) else None
        if isinstance(value, OpExpr) and value.op in _ARITHMETIC:
            return self.path(value.left) or self.path(value.right)
        if isinstance(value, UnaryExpr) and value.op in ("-", "+", "~"):
            return self.path(value.expr)
        if isinstance(value, ComparisonExpr) and value.operators[0] in _ORDER:
            return self._compared(value)
        if isinstance(value, IndexExpr):
            return self.array(value.base)
        return self._called(value) if isinstance(value, CallExpr) else None

    def _source(self, expression: Expression) -> Expression:
        if isinstance(expression, NameExpr) and expression.node in self._traced:
            return expression
        return self._evaluator.source(expression)

    def sizes(self, expression: Expression) -> str | None:
        """Return how to write a tuple of tracers."""
        value = self._source(expression)
        found = self._typed(value) if isinstance(value, NameExpr | MemberExpr) else None
        kind = None if found is None else known_type(found[1])
        is_row = isinstance(kind, TupleType) and any(_is_leaf(each) for each in kind.items)
        return found[0] if found is not None and is_row else None

    def _compared(self, value: ComparisonExpr) -> str | None:
        """Return the tracer in a comparison with something that is a number or an array too.

        Of ``a < b < c`` Python takes the first comparison for a bool, and the others after it.
        """
        one, other = value.operands[:2]
        if any(isinstance(each, StrExpr) or _is_none(each) for each in (one, other)):
            return None
        found = self.path(one) or self.path(other)
        if found is None and value.operators[0] in _RANKING and any(map(_is_number, (one, other))):
            found = self.tree(one) or self.tree(other)
        return found

    def tree(self, expression: Expression) -> str | None:
        """Return how to write a parameter of unknown type that an expression is or is made of.

        It is a tracer or a tree of them: None, a dict and a tuple are neither numbers nor ordered among numbers.
        """
        value = self._source(expression)
        if not self._has_trees:
            return None
        if isinstance(value, OpExpr) and value.op in _ARITHMETIC:
            return self.tree(value.left) or self.tree(value.right)
        if isinstance(value, UnaryExpr) and value.op in ("-", "+"):
            return self.tree(value.expr)
        found = self._typed(value) if isinstance(value, NameExpr) else None
        return found[0] if found is not None and isinstance(known_type(found[1]), AnyType) else None

    def _called(self, call: CallExpr) -> str | None:
        callee = call.callee
        if not isinstance(callee, MemberExpr):
            return None
        if callee.name in _METHODS and (found := self.array(callee.expr)) is not None:
            return found
        is_numpy = isinstance(callee.expr, RefExpr) and callee.expr.fullname == "jax.numpy"
        return self.path(call.args[0]) if is_numpy and callee.name in _FUNCTIONS and call.args else None

    def array(self, expression: Expression) -> str | None:
        """Return how to write the traced array that an expression is or is made of; None of everything else."""
        value = self._source(expression)
        if isinstance(value, ComparisonExpr) and len(value.operators) == 1 and value.operators[0] in _ORDER:
            sides = value.operands
            return None if self._compared(value) is None else self.array(sides[0]) or self.array(sides[1])
        if isinstance(value, OpExpr) and value.op in _ARITHMETIC:
            return self.array(value.left) or self.array(value.right)
        found = self._typed(value)
        return found[0] if found is not None and is_certainly_array(found[1]) else None

    def _typed(self, expression: Expression) -> tuple[str, Type] | None:
        """Return the way to a parameter, or to a data field of one, and its declared type."""
        value = self._source(expression)
        if isinstance(value, NameExpr):
            variable = value.node
            if not isinstance(variable, Var) or variable not in self._traced:
                return None
            is_given = (value.line, value.column) < self._until.get(variable, _NEVER)
            return (value.name, self._traced[variable]) if is_given else None
        owner = self._typed(value.expr) if isinstance(value, MemberExpr) else None
        if owner is None or not isinstance(value, MemberExpr):
            return None
        model = _model_besides_none(owner[1])
        if model is None or value.name not in model.fields or model.role_of(value.name) != "data":
            return None
        declared = model.type_of(value.name)
        return None if declared is None else (f"{owner[0]}.{value.name}", declared)


def _acts_as_number(tree: MypyFile) -> bool:
    """Return whether a class of the module is a number or ordered: a pytree of it may be compared and counted."""
    body = INDEX.of(tree).body
    methods = (*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator)))
    if any(each.name in _OF_NUMBERS for each in methods):
        return True
    bases = (base for each in body.statements_of(ClassDef) for base in each.base_type_exprs)
    return any(isinstance(base, NameExpr) and base.fullname in _NUMBERS for base in bases)


_ORDERED: Final = PerModule(_acts_as_number)


def _bindings(body: Body) -> Mapping[object, list[_Position]]:
    """Return where each variable is bound: behind the value where one is assigned."""
    found: defaultdict[object, list[_Position]] = defaultdict(list)
    bound = [target for statement in body.statements for target in targets(statement)]
    bound += [target for part in body.expressions for target in targets_within(part)]
    for target in bound:
        value = target.value if target.by is By.ASSIGN else None
        position = (target.expression.line, target.expression.column)
        if value is not None and value.end_line is not None and value.end_column is not None:
            position = value.end_line, value.end_column
        for each in unpacked(target.expression):
            if isinstance(each, NameExpr):
                found[each.node].append(position)
    return found


def _unpacked(
    body: Body, traced: Mapping[Var, Type], bindings: Mapping[object, list[_Position]]
) -> Iterator[tuple[Var, Type]]:
    """Yield the names that a parameter is unpacked into, ``i, x = carry``, with the types of the items."""
    for statement in body.statements_of(AssignmentStmt):
        value = statement.rvalue
        variable = value.node if isinstance(value, NameExpr) else None
        kind = known_type(traced.get(variable)) if isinstance(variable, Var) else None
        items = row(statement.lvalues[0]) if len(statement.lvalues) == 1 else []
        is_given = (value.line, value.column) < min(bindings.get(variable, [_NEVER]))
        if not isinstance(kind, TupleType) or len(items) != len(kind.items) or not is_given:
            continue
        for item, part in zip(items, kind.items, strict=True):
            if isinstance(item, NameExpr) and isinstance(item.node, Var) and len(bindings[item.node]) == 1:
                yield item.node, part


def _model_besides_none(declared: Type) -> PytreeClass | None:
    """Return the class of an object of which an attribute is read: None has no fields."""
    instance = sole_instance(besides_none(declared))
    return None if instance is None else model_of(instance.type)


def _is_number(expression: Expression) -> bool:
    """Return whether an expression is a number that is written out."""
    written = expression.expr if isinstance(expression, UnaryExpr) else expression
    return isinstance(written, IntExpr | FloatExpr)


def _is_none(expression: Expression) -> bool:
    return isinstance(expression, NameExpr) and expression.fullname == "builtins.None"


def _is_leaf(declared: Type) -> bool:
    """Return whether a value is a number or an array, which tracing replaces by a tracer."""
    instance = sole_instance(declared)
    if instance is None:
        return False
    if instance.type.fullname in _NUMBERS or instance.type.has_base("enum.IntEnum"):
        return True
    return any(base.fullname in _JAX_ARRAYS for base in instance.type.mro) or is_certainly_array(declared)
