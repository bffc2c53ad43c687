"""The functions of a module by name, and which argument of a call each parameter gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    IfStmt,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    SuperExpr,
    TypeInfo,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.semanal import is_trivial_body
from mypy.traverser import has_yield_expression, has_yield_from_expression

from .arguments import bound
from .index import ModuleIndex
from .walk import blocks

_INDENT: Final = 4
"""The columns by which a class body is indented at most."""


class Functions:
    """Functions, methods and named lambdas of a module."""

    def __init__(self, index: ModuleIndex) -> None:
        self._by_name: dict[str, list[FuncItem]] = {}
        self.attributes: set[str] = set()
        """Names of the attributes of the module's classes."""
        for kind in (FuncDef, Decorator, OverloadedFuncDef, AssignmentStmt):
            for statement in index.body.statements_of(kind):
                self._add(statement)
        for definition in index.body.statements_of(ClassDef):
            symbols = definition.info.names.items() if definition.info else ()
            self.attributes.update(name for name, symbol in symbols if isinstance(symbol.node, Var))
            for method in definition.defs.body:
                if index.position(method) is None:  # mypy has made it meanwhile
                    self._add(method)

    def _add(self, statement: Statement) -> None:
        for name, function in _defined(statement):
            self._by_name.setdefault(name, []).append(function)

    def called(self, name: str) -> Iterable[FuncItem]:
        """Return the functions and methods of a name."""
        return self._by_name.get(name, ())

    def spelt(self, text: str) -> Iterator[FuncItem]:
        """Yield the functions of a name that a program spells out, or begins to: ``"visit_"``."""
        for name, functions in self._by_name.items():
            if name == text or (text.endswith("_") and name.startswith(text)):
                yield from functions

    def methods(self, name: str) -> Iterator[FuncItem]:
        """Yield the methods of a name."""
        return (function for function in self.called(name) if function.info)

    def properties(self, name: str) -> Iterator[FuncItem]:
        """Yield the getters of a name."""
        return (function for function in self.called(name) if function.is_property)

    def method_of(self, info: TypeInfo, name: str) -> Iterator[FuncItem]:
        """Yield a class's method, and those that it overrides, where the module defines them."""
        return (function for function in self.methods(name) if function.info in info.mro)

    def constructions(self, value: Expression) -> list[CallExpr]:
        """Return the calls that are certain to make a value: its own, and those that a function returns."""
        if not isinstance(value, CallExpr):
            return []
        node = value.callee.node if isinstance(value.callee, NameExpr) else None
        is_here = isinstance(node, FuncDef) and any(function is node for function in self.called(node.name))
        results = returned_by(node.body.body) if isinstance(node, FuncDef) and is_here else [value]
        made = [result for result in results if isinstance(result, CallExpr) and class_named(result.callee)]
        return [value, *made] if made and len(made) == len(results) else []

    def named(self, expression: Expression) -> Iterable[FuncItem]:
        """Return the functions that an expression may name."""
        if isinstance(expression, NameExpr) and isinstance(expression.node, Var):
            return [function for function in self.called(expression.name) if isinstance(function, LambdaExpr)]
        return self.called(expression.name) if isinstance(expression, NameExpr | MemberExpr | SuperExpr) else ()


def returned_by(body: list[Statement]) -> list[Expression | None]:
    """Return what the return statements of a function's body return, those of functions inside it left out."""
    found: list[Expression | None] = []
    for statement in body:
        if isinstance(statement, ReturnStmt):
            found.append(statement.expr)
        elif not isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef):
            for block in blocks(statement):
                found.extend(returned_by(block.body))
    return found


def returns_nothing(function: FuncDef) -> bool:
    """Return whether a function has a body that comes to its end without a value to return.

    A body that is not written or kept, one that ends in an error and one of a loop that may never end say nothing.
    """
    body = function.body.body
    if not body or function.is_generator or function.is_coroutine or is_trivial_body(function.body):
        return False
    return not any(returned_by(body)) and not isinstance(body[-1], RaiseStmt | AssertStmt | WhileStmt)


def yields(function: FuncDef) -> bool:
    """Return whether a function is a generator, which mypy has not noted of one that it has just parsed."""
    return has_yield_expression(function) or has_yield_from_expression(function)


def always_returns(body: list[Statement]) -> bool:
    """Return whether a function's body has a return statement in its last statement, and in each branch of that."""
    last = body[-1] if body else None
    if isinstance(last, IfStmt):
        return last.else_body is not None and all(always_returns(each.body) for each in (*last.body, last.else_body))
    return isinstance(last, ReturnStmt) or (isinstance(last, WithStmt) and always_returns(last.body.body))


def always_ends(block: Block) -> bool:
    """Return whether a block ends with ``return`` or ``raise``, or with an ``if`` of which each branch does."""
    last = block.body[-1]
    if isinstance(last, IfStmt):
        return last.else_body is not None and all(map(always_ends, (*last.body, last.else_body)))
    return isinstance(last, ReturnStmt | RaiseStmt)


def only_result(function: FuncItem) -> Expression | None:
    """Return the value that a function returns at its end and nowhere else; None where it returns elsewhere too."""
    last = function.body.body[-1] if function.body.body else None
    is_only = isinstance(last, ReturnStmt) and len(returned_by(function.body.body)) == 1
    return last.expr if is_only and isinstance(last, ReturnStmt) else None


def class_named(expression: Expression) -> TypeInfo | None:
    """Return the class that an expression names."""
    return expression.node if isinstance(expression, RefExpr) and isinstance(expression.node, TypeInfo) else None


def parameters(function: FuncItem) -> list[Var]:
    """Return the parameters of a function, ``self`` too."""
    return [argument.variable for argument in function.arguments]


def without_receiver(function: FuncItem) -> list[Var]:
    """Return the parameters that a call through an object, or of a class, fills with its arguments."""
    return parameters(function)[0 if function.is_static or not function.info else 1 :]


def receiver_of(callee: Expression, function: FuncItem) -> Expression | None:
    """Return the object that a call binds to the first parameter of a method; None where it binds none."""
    if not isinstance(callee, MemberExpr) or not function.info or function.is_static:
        return None
    return None if class_named(callee.expr) is not None and not function.is_class else callee.expr


def aligned(call: CallExpr, function: FuncItem) -> Iterator[tuple[Expression, list[Var]]]:
    """Yield each argument of a call with the parameters that may get it: all of them where it is starred."""
    is_bound = receiver_of(call.callee, function) is not None or isinstance(call.callee, SuperExpr)
    return aligned_to(call, without_receiver(function) if is_bound else parameters(function))


def aligned_to(call: CallExpr, variables: list[Var]) -> Iterator[tuple[Expression, list[Var]]]:
    """Yield each argument of a call with the parameters of these that may get it."""
    by_name = {variable.name: variable for variable in variables}
    for value, name in bound(call, [variable.name for variable in variables]):
        filled = None if name is None else by_name.get(name)
        yield value, variables if filled is None else [filled]


def _registered_with(function: Decorator) -> Iterator[str]:
    """Yield the function that ``@name.register`` makes a function a part of, as with ``functools.singledispatch``."""
    for decorator in function.original_decorators:
        named = decorator.callee if isinstance(decorator, CallExpr) else decorator
        if isinstance(named, MemberExpr) and named.name == "register" and isinstance(named.expr, NameExpr):
            yield named.expr.name


def _defined(statement: Statement) -> Iterator[tuple[str, FuncItem]]:
    if isinstance(statement, FuncDef):
        yield statement.name, statement
    elif isinstance(statement, Decorator):
        yield statement.name, statement.func
        yield from ((name, statement.func) for name in _registered_with(statement))
    elif isinstance(statement, OverloadedFuncDef):
        for item in statement.unanalyzed_items:
            yield from _defined(item)
    elif isinstance(statement, AssignmentStmt) and isinstance(statement.rvalue, LambdaExpr):
        yield from ((name.name, statement.rvalue) for name in statement.lvalues if isinstance(name, NameExpr))


def unconditional_methods(definition: ClassDef) -> list[Decorator]:
    """Return the methods under decorators that a class body has at run time too.

    mypy takes a single function out of ``if TYPE_CHECKING:``, so that only its column tells of the condition. Methods
    that mypy adds to a class have the column of the class or none.
    """
    body = definition.defs.body
    first = min((_column(each) for each in body if _column(each) > definition.column), default=0)
    is_indented = first > definition.column + _INDENT
    return [each for each in body if isinstance(each, Decorator) and _column(each) == first and not is_indented]


def _column(statement: Statement) -> int:
    return statement.func.column if isinstance(statement, Decorator) else statement.column
