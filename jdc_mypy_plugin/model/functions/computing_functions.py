"""Functions that do nothing but compute, as they are written, and what has to be so as well for it to be true.

A module that has just been parsed binds no names: what a function calls of another module, and which methods its
parameters have, is looked up where somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    PassStmt,
    ReturnStmt,
    Statement,
    StrExpr,
    TupleExpr,
)

from ...libraries.registry import REPLACE_FUNCTIONS
from ...syntax.names.definitions import written_name
from ...syntax.walk import children
from .pure_methods import ARRAY_METHODS, AT_METHODS, COMPUTING, PLAIN, TREE_MAPS

Wanted = Sequence[Sequence[str]]
"""Functions, each as its full name, and methods, as a parameter, the attributes on the way and the name."""

_TREES: Final = TREE_MAPS | {"equinox.tree_at", "equinox.apply_updates", "optax.apply_updates"}
_TRANSFORMATIONS: Final = frozenset(
    (
        *(f"jax.{name}" for name in ("grad", "value_and_grad", "vmap", "jacfwd", "jacrev", "hessian")),
        *(f"equinox.{name}" for name in ("filter_grad", "filter_value_and_grad", "filter_vmap")),
    )
)
"""Functions that make of one that only computes another one."""
_BUILTINS: Final = frozenset(("abs", "bool", "float", "int", "isinstance", "len", "max", "min", "round"))


def wanted_by(function: FuncDef, tree: MypyFile, own: frozenset[str]) -> Wanted | None:
    """Return what has to compute and do nothing else for a function to; None where the function itself does more.

    ``own`` has the names that the module binds.
    """
    if function.is_coroutine or function.is_generator:
        return None
    last = function.body.body[-1] if function.body.body else None
    made = last.expr if isinstance(last, ReturnStmt) else None
    parameters = frozenset(each.variable.name for each in function.arguments)
    if made is None or (isinstance(made, NameExpr) and made.name in parameters):
        return None
    reader = _Reader(tree, own, parameters)
    return reader.wanted if all(map(reader.computes, function.body.body)) else None


class _Reader:
    """Goes through a body and collects what it calls."""

    def __init__(self, tree: MypyFile, own: frozenset[str], parameters: frozenset[str]) -> None:
        self._tree, self._own = tree, own
        self._parameters: set[str] = set(parameters)
        """Names that stand for what the function is given; one that is bound again does no longer."""
        self._bound: set[str] = set(parameters)
        self._pure: set[str] = set()
        """Functions inside the function that only compute."""
        self.wanted: list[list[str]] = []

    def computes(self, statement: Statement) -> bool:
        """Return whether a statement only computes and binds names of its own."""
        if isinstance(statement, ReturnStmt):
            return statement.expr is not None and self._value(statement.expr)
        if isinstance(statement, AssignmentStmt):
            return self._value(statement.rvalue) and all(map(self._binds, statement.lvalues))
        if isinstance(statement, IfStmt):
            blocks = [*statement.body, *([] if statement.else_body is None else [statement.else_body])]
            return all(map(self._value, statement.expr)) and all(
                self.computes(each) for block in blocks for each in block.body
            )
        if isinstance(statement, FuncDef):
            return self._defines(statement)
        return isinstance(statement, PassStmt) or (
            isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)
        )

    def _defines(self, function: FuncDef) -> bool:
        self._bound.add(function.name)
        self._pure.add(function.name)
        is_usual = not (function.is_coroutine or function.is_generator)
        return is_usual and self._inner(function)

    def _binds(self, target: Expression) -> bool:
        if isinstance(target, TupleExpr):
            return all(map(self._binds, target.items))
        if isinstance(target, NameExpr):
            self._parameters.discard(target.name)
            self._bound.add(target.name)
        return isinstance(target, NameExpr)

    def _values(self, values: Iterable[Expression]) -> bool:
        return all(map(self._value, values))

    def _value(self, value: Expression) -> bool:
        if isinstance(value, LambdaExpr):
            return self._inner(value)
        if isinstance(value, CallExpr):
            return self._values(value.args) and self._call(value)
        return isinstance(value, PLAIN) and self._values(children(value))

    def _inner(self, function: LambdaExpr | FuncDef) -> bool:
        """Return whether a function inside only computes; its names hide those of the function around it."""
        own: set[str] = {each.variable.name for each in function.arguments}
        parameters, bound, pure = self._parameters, self._bound, self._pure
        self._parameters, self._bound, self._pure = parameters - own, bound | own, pure - own
        computes = all(map(self.computes, function.body.body))
        self._parameters, self._bound, self._pure = parameters, bound, pure
        return computes

    def _call(self, call: CallExpr) -> bool:
        callee = call.callee
        if isinstance(callee, CallExpr):
            is_known = self._name(callee.callee) in _TRANSFORMATIONS
            return is_known and self._values(callee.args[1:]) and self._applied(callee)
        name = self._name(callee)
        if name in _TREES or name in REPLACE_FUNCTIONS or name.startswith(COMPUTING):
            return all(self._is_given(each) for each in call.args)
        if isinstance(callee, NameExpr):
            return self._function(callee)
        return isinstance(callee, MemberExpr) and self._method(callee, name)

    def _name(self, callee: Expression) -> str:
        """Return the full name of a function, nothing of one that the function itself binds."""
        root = callee
        while isinstance(root, MemberExpr):
            root = root.expr
        return "" if isinstance(root, NameExpr) and root.name in self._bound else written_name(callee, self._tree)

    def _is_given(self, value: Expression) -> bool:
        """Return whether an argument is none that another function calls, or one that only computes."""
        is_function = isinstance(value, NameExpr) and value.name not in self._bound
        return not is_function or self._function(value)

    def _applied(self, transformed: CallExpr) -> bool:
        given = transformed.args[0] if transformed.args else None
        if isinstance(given, LambdaExpr):
            return self._inner(given)
        return given is not None and self._function(given)

    def _function(self, function: Expression) -> bool:
        """Want a function, or a class, of the top level of some module."""
        if isinstance(function, NameExpr) and function.name in self._pure:
            return True
        name = self._name(function)
        if isinstance(function, NameExpr) and function.name in _BUILTINS - self._own:
            return True
        if name:
            self.wanted.append([name])
        return bool(name)

    def _method(self, callee: MemberExpr, name: str) -> bool:
        """Want a method of what the function is given, or a function of another module."""
        root: Expression = callee
        path: list[str] = []
        while isinstance(root, MemberExpr):
            path.insert(0, root.name)
            root = root.expr
        if callee.name in ARRAY_METHODS or (callee.name in AT_METHODS and _is_at(callee.expr)):
            return self._value(callee.expr)
        if isinstance(root, NameExpr) and root.name in self._parameters:
            self.wanted.append([root.name, *path])
            return True
        return isinstance(root, NameExpr) and root.name not in self._bound and bool(name) and self._function(callee)


def _is_at(value: Expression) -> bool:
    return isinstance(value, IndexExpr) and isinstance(value.base, MemberExpr) and value.base.name == "at"
