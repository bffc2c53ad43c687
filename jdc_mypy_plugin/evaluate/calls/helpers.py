"""Functions of a program without annotations of arrays: ``def scale(x): return x * 2``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    ExpressionStmt,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    SymbolNode,
    Var,
)

from jdc_operations.values import Value

from ...libraries.definition import PARTIAL
from ...libraries.other_names import meant
from ...model.annotations.signature_reader import is_bound_once
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.functions import only_result, returned_by
from .tracing import Traced, given

_JITS: Final = {
    "jax.jit": Traced.ALL,
    "jax._src.api.jit": Traced.ALL,
    "jax._src.ad_checkpoint.checkpoint": Traced.MAYBE_SCALARS,
    "jax._src.ad_checkpoint.remat": Traced.MAYBE_SCALARS,
    "equinox._jit.filter_jit": Traced.ARRAYS,
}
"""Transformations of which a call gives what the function gives, by full name."""
_GRADIENTS: Final = ("jax.grad", "jax.value_and_grad", "jax._src.api.grad", "jax._src.api.value_and_grad")


class Helper(NamedTuple):
    """A function that its module defines."""

    function: FuncItem
    parameters: Sequence[tuple[Var, Expression | None]]
    """Each with its default."""
    result: Expression | None
    """The expression that it returns, if it returns at its end and nowhere else."""
    traced: Traced

    @property
    def is_typed(self) -> bool:
        """True of several statements in a function with annotations: they say more once mypy has checked them."""
        return len(self.function.body.body) > 1 and not self.function.is_dynamic()

    def given(self, values: Sequence[Value]) -> Mapping[SymbolNode, Value]:
        """Return what the parameters hold in a call with these values."""
        filled = zip(self.parameters, values, strict=True)
        return {variable: given(value, self.traced) for (variable, _), value in filled}

    def given_by(self, call: CallExpr) -> Sequence[Expression] | None:
        """Return what a call gives to each parameter; None where it does not say so of all."""
        names = [variable.name for variable, _ in self.parameters]
        filled = {name: value for value, name in bound(call, names)}
        written = [filled.get(variable.name, default) for variable, default in self.parameters]
        known = [value for value in written if value is not None]
        return known if len(known) == len(written) and filled.keys() <= set(names) else None


def helper_of(callee: Expression, module: MypyFile) -> Helper | None:
    """Return the function of a module that a call names, or a lambda, under transformations that call it at once.

    None where something else decorates it.
    """
    node = callee.node if isinstance(callee, NameExpr) else callee
    if isinstance(node, CallExpr) and isinstance(node.callee, RefExpr) and node.callee.fullname in _GRADIENTS:
        inner = helper_of(node.args[0], module) if node.args else None
        return None if inner is None else _within(inner, Traced.MAYBE_SCALARS)._replace(result=None)
    if isinstance(node, CallExpr):
        how = _jits(node.callee)
        inner = helper_of(node.args[0], module) if how is not None and node.args else None
        is_alone = len(node.args) == 1 or how is Traced.ARRAYS
        return None if inner is None or how is None else _within(inner, how if is_alone else Traced.MAYBE_SCALARS)
    if isinstance(node, Decorator):
        found = _plain(node.func, module)
        for decorator in reversed(node.original_decorators):
            how = _jits(decorator)
            found = None if found is None or how is None else _within(found, how)
        return found
    return None if isinstance(node, FuncDef) and node.is_decorated else _plain(node, module)


def _plain(node: object, module: MypyFile) -> Helper | None:
    if not isinstance(node, FuncDef | LambdaExpr) or any(kind.is_star() for kind in node.arg_kinds):
        return None
    if isinstance(node, FuncDef) and (node.is_coroutine or node.is_generator or node.info):
        return None
    if isinstance(node, FuncDef) and not is_bound_once(node, module):
        return None
    parameters = [(each.variable, each.initializer) for each in node.arguments]
    return Helper(node, parameters, only_result(node), Traced.NOTHING)


def decorated_helper(callee: Expression, module: MypyFile) -> Helper | None:
    """Return the function under the decorators of what a call names."""
    node = callee.node if isinstance(callee, RefExpr) else None
    return _plain(node.func, module) if isinstance(node, Decorator) else None


def method_helper(method: FuncDef, module: MypyFile) -> Helper | None:
    """Return a method of an object as a function of what its calls give it; None of one that is decorated."""
    is_plain = not (method.is_coroutine or method.is_generator or method.is_decorated)
    if not is_plain or any(kind.is_star() for kind in method.arg_kinds) or not is_bound_once(method, module):
        return None
    parameters = [(each.variable, each.initializer) for each in method.arguments[1:]]
    return Helper(method, parameters, only_result(method), Traced.NOTHING)


def _within(helper: Helper, how: Traced) -> Helper:
    """Return a function under a jit, which another jit around it leaves as it is."""
    both = {helper.traced, how} - {Traced.NOTHING}
    return helper._replace(traced=how if len(both) == 1 else Traced.MAYBE_SCALARS)


def _jits(decorator: Expression) -> Traced | None:
    """Return how the function gets its arguments under a decorator that leaves its result as it is."""
    decorator = meant(decorator)
    if isinstance(decorator, CallExpr):
        is_partial = isinstance(decorator.callee, RefExpr) and decorator.callee.fullname == PARTIAL
        made = meant(decorator.args[0] if is_partial and decorator.args else decorator.callee)
        how = _JITS.get(made.fullname) if isinstance(made, RefExpr) else None
        return Traced.MAYBE_SCALARS if how is Traced.ALL else how
    return _JITS.get(decorator.fullname) if isinstance(decorator, RefExpr) else None


class Certain:
    """The expressions that every call of a function evaluates before it may return, in their order.

    If a ``raise`` comes first, the call fails all the same.
    """

    def __init__(self, function: FuncItem, module: MypyFile) -> None:
        self._function = function
        self._index = INDEX.of(module)
        self._statements = list(_certain(function))
        self.expressions = [each for statement in self._statements for each in _evaluated(statement)]

    def runs(self, expression: Expression) -> bool:
        """Return whether an expression is in one of the statements, and in no function inside."""
        around: Node | None = expression
        while isinstance(around, Expression) and not isinstance(around, LambdaExpr):
            around = self._index.parent(around)
        return around is self._function or any(around is each for each in self._statements)


def _certain(function: FuncItem) -> Iterator[Statement]:
    for statement in function.body.body:
        yield statement
        if returned_by([statement]):
            return


def _evaluated(statement: Statement) -> Iterator[Expression]:
    if isinstance(statement, ExpressionStmt | ReturnStmt | AssertStmt):
        if statement.expr is not None:
            yield statement.expr
    elif isinstance(statement, AssignmentStmt) or (
        isinstance(statement, OperatorAssignmentStmt) and isinstance(statement.lvalue, NameExpr)
    ):
        yield statement.rvalue
