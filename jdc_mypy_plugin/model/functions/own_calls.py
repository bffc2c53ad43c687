"""The methods of its own object that a method is certain to call, and what it gives them, as it is written.

A call is kept as a list: the name of the method, what it is given by position, and what by name. Values have the form
of `returning_functions`; None in the place of the former says that JAX gives the method nothing but tracers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    PassStmt,
    RaiseStmt,
    ReturnStmt,
    Statement,
)

from ...syntax.arguments import has_stars
from ...syntax.names.scopes import names_bound
from ...syntax.names.targets import row, unpacked
from ...syntax.walk import blocks, statements
from ..modules.imported_names import Imported
from .needing_functions import evaluated, first_evaluated
from .returning_functions import Reader
from .said_values import ARRAY, AT, UNKNOWN, Said, is_written_out

OwnCall = list[Any]
TRACED: Final[Said] = [AT, ""]
"""A value that JAX is certain to give a function as a tracer, or as a tree of them."""
GIVEN: Final[Said] = ["given"]
"""A parameter that a call may leave out, or what a branch may put in the place of one."""

_LOOPS: Final = {
    "jax.lax.scan": (0,),
    "jax.lax.while_loop": (0, 1),
    "jax.lax.fori_loop": (2,),
    "jax.lax.map": (0,),
    "jax.lax.cond": (1, 2),
}
"""The positions of the functions that a loop or a branch calls."""
_TRANSFORMING: Final = frozenset(
    (
        *(f"jax.{name}" for name in ("checkpoint", "grad", "hessian", "jacfwd", "jacrev", "jit", "remat")),
        *(f"jax.{name}" for name in ("value_and_grad", "vmap")),
    )
)
"""Functions that make of a function one that calls it with what that is given itself."""
_OF_ARRAYS: Final = ("jax.random.", "jax.nn.")
"""How the names of functions begin that make arrays of arrays."""
_LINEAR: Final = (AssertStmt, AssignmentStmt, ExpressionStmt, OperatorAssignmentStmt, PassStmt, ReturnStmt)
_ENDING: Final = (RaiseStmt, ReturnStmt)
_MOST: Final = 2
"""How deep functions that are handed over inside one another are read."""


def own_calls(method: FuncDef, imported: Imported) -> list[OwnCall]:
    """Return the calls that a method makes before it may return, in order."""
    if method.is_static or method.is_class or method.is_coroutine or method.is_generator or not method.arguments:
        return []
    reader = _OwnCalls(method, imported)
    reader.follow(method.body.body)
    return reader.found


class _OwnCalls(Reader):
    """Reads the calls of a method statement by statement."""

    def __init__(self, method: FuncDef, imported: Imported) -> None:
        super().__init__(method, imported, functions=())
        self.found: list[OwnCall] = []
        self._parameters = {each.variable.name for each in method.arguments}
        for name in self._parameters:
            self._values[name] = self._values[name] or GIVEN
        self._own = [AT, method.arguments[0].variable.name]
        self._inner: dict[str, FuncDef] = {}
        self._made: dict[str, Expression] = {}
        self._depth = 0

    def follow(self, body: Sequence[Statement]) -> None:
        """Take over the calls of some statements, up to the first that may end the function."""
        for statement in body:
            if isinstance(statement, FuncDef):
                self._forget([statement])
                self._inner[statement.name] = statement
                continue
            if isinstance(statement, ClassDef | Decorator):
                self._forget([statement])
                continue
            for part in self._evaluated_by(statement):
                if isinstance(part, CallExpr) and not has_stars(part):
                    self._call(part)
            if any(isinstance(each, _ENDING) for each in statements([statement])):
                return
            if isinstance(statement, ForStmt):  # the first turn sees the values from before
                names = (each.name for each in unpacked(statement.index) if isinstance(each, NameExpr))
                self._values.update(dict.fromkeys(names, UNKNOWN))
                self.follow(statement.body.body)
            self._bind(statement)

    def read(self, value: Expression) -> Said:
        """Return what is known of a value: functions of `jax.random` make arrays, loops and branches tracers."""
        name = self.full_name(value.callee) if isinstance(value, CallExpr) else ""
        if isinstance(value, CallExpr) and name.startswith(_OF_ARRAYS):
            return self._calculated(value.args, ARRAY)
        return TRACED if name in _LOOPS else super().read(value)

    def _binds(self, target: Expression, said: Said) -> bool:
        names = row(target)
        if names and is_written_out(said) and (said == TRACED or said[0] == ARRAY):
            self._values.update((each.name, said) for each in names if isinstance(each, NameExpr))
            return True
        return super()._binds(target, said)

    @staticmethod
    def _evaluated_by(statement: Statement) -> Iterator[Expression]:
        if isinstance(statement, OperatorAssignmentStmt):
            yield from evaluated(statement.rvalue)
        elif blocks(statement) or isinstance(statement, _LINEAR):
            first = first_evaluated(statement)
            yield from () if first is None else evaluated(first)

    def _bind(self, statement: Statement) -> None:
        """Take over the values that a statement gives to names."""
        target = statement.lvalue if isinstance(statement, OperatorAssignmentStmt) else None
        if isinstance(statement, OperatorAssignmentStmt) and isinstance(target, NameExpr):
            made = OpExpr(statement.op, target, statement.rvalue)
            self._values[target.name] = self.read(made)
        elif not isinstance(statement, AssignmentStmt) or len(statement.lvalues) != 1:
            self._forget([statement])
        else:
            said, name = self.read(statement.rvalue), statement.lvalues[0]
            self._forget([statement])
            self._binds(name, said)
            if isinstance(name, NameExpr) and self._function_made(statement.rvalue) is not None:
                self._made[name.name] = statement.rvalue

    def _forget(self, bound: Sequence[Statement]) -> None:
        is_branch = isinstance(bound[0], IfStmt)
        for name in names_bound(bound):
            self._values[name] = GIVEN if is_branch and name in self._parameters else UNKNOWN
            self._inner.pop(name, None)
            self._made.pop(name, None)

    def _call(self, call: CallExpr) -> None:
        """Take over a call of a method, or what JAX calls where a function of it is called."""
        callee = call.callee
        positions = _LOOPS.get(self.full_name(callee), ())
        for position in positions:
            if position < len(call.args) and call.arg_kinds[position].is_positional():
                self._called_by_loop(call.args[position])
        if isinstance(callee, NameExpr):
            callee = self._made.get(callee.name, callee)
        function = self._function_made(callee) or callee
        name = self._own_name(function)
        given = [(key, self._argument(each)) for key, each in zip(call.arg_names, call.args, strict=True)]
        if name:
            by_position, by_name = [said for key, said in given if not key], {key: said for key, said in given if key}
            self.found.append([name, by_position, by_name])
        inner = self._inner.get(function.name) if isinstance(function, NameExpr) else function
        if isinstance(inner, FuncDef | LambdaExpr):
            self._enter(inner, [said for key, said in given if not key])

    def _function_made(self, made: Expression) -> Expression | None:
        """Return the function that a call transforms, through others too: ``jax.vmap(jax.grad(f))``."""
        is_made = isinstance(made, CallExpr) and bool(made.args) and self.full_name(made.callee) in _TRANSFORMING
        inner = made.args[0] if is_made and isinstance(made, CallExpr) else None
        return None if inner is None else self._function_made(inner) or inner

    def _own_name(self, function: Expression) -> str:
        is_own = isinstance(function, MemberExpr) and self.read(function.expr) == self._own
        return function.name if is_own and isinstance(function, MemberExpr) else ""

    def _called_by_loop(self, function: Expression) -> None:
        name = self._own_name(function)
        if name:
            self.found.append([name, None, {}])
        elif isinstance(function, LambdaExpr):
            self._enter(function, [TRACED] * len(function.arguments))
        elif isinstance(function, NameExpr) and function.name in self._inner:
            inner = self._inner[function.name]
            self._enter(inner, [TRACED] * len(inner.arguments))

    def _enter(self, function: FuncDef | LambdaExpr, given: Sequence[Said]) -> None:
        """Take over the calls of a function inside, which sees the names around it as they are now."""
        if self._depth == _MOST:
            return
        around = self._values, self._inner, self._made
        self._values, self._inner, self._made = dict(self._values), dict(self._inner), dict(self._made)
        self._values.update((each.variable.name, UNKNOWN) for each in function.arguments)
        self._values.update((each.variable.name, said) for each, said in zip(function.arguments, given, strict=False))
        self._depth += 1
        self.follow(function.body.body)
        self._depth -= 1
        self._values, self._inner, self._made = around
