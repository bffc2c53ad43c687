"""Functions that are handed to somebody who calls them with a mutable copy.

A callback, a function in a table, a decorated one: what is called is a name, and this follows the names back to the
functions of the module that they may stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    SymbolNode,
    TupleExpr,
    TypeInfo,
    Var,
)

from ..syntax.functions import Functions, aligned, aligned_to, class_named, parameters, returned_by, without_receiver
from ..syntax.walk import children, expressions_in, statements
from .keys import ANY_OBJECT, Key, Keys, keys, own
from .names import Names

_NO_COPIERS: Final = frozenset(
    (
        *("builtins", "chex", "equinox", "flax", "functools", "itertools", "jax", "jax_dataclasses", "jdc_runtime"),
        *("numpy", "operator", "optax"),
    )
)
"""Libraries whose functions call what they are given with what they are given, and never with a copy of it."""


class Handed:
    """Follows what is called back to functions of the module."""

    def __init__(self, names: Names, functions: Functions) -> None:
        self._functions = functions
        self._flows: dict[Key, list[Expression]] = {}
        self._decorated: dict[Key, list[FuncItem]] = {}
        for binding in names.bindings(names.body):
            self._note(_sinks(binding.target), binding.value)
        for call in names.body.expressions_of(CallExpr):
            for sinks, value in self._given(call):
                self._note(sinks, value)
        for statement in names.body.statements_of(Decorator):
            for sink in self._taken_by(statement.original_decorators):
                self._decorated.setdefault(sink, []).append(statement.func)
        self._called: set[Key] = set()
        self._seen: set[int] = set()
        self._found: set[Var] = set()

    def called(self, values: Iterable[Expression]) -> Keys:
        """Return the parameters of functions that these may be, those left out that an earlier call returned."""
        self._found.clear()
        for value in values:
            self._call(value)
        return own(self._found)

    def _note(self, sinks: Iterable[Key], value: Expression) -> None:
        for sink in sinks:
            self._flows.setdefault(sink, []).append(value)

    def _given(self, call: CallExpr) -> Iterator[tuple[Iterable[Key], Expression]]:
        """Yield what a call puts into parameters of functions of the module and into attributes of new objects."""
        made = class_named(call.callee)
        for function in self._functions.named(call.callee):
            yield from ((own(names), value) for value, names in aligned(call, function))
        makers = [] if made is None else list(self._functions.method_of(made, "__init__"))
        for function in makers:
            yield from ((own(names), value) for value, names in aligned_to(call, without_receiver(function)))
        if made is not None and not makers:
            for value, keyword in zip(call.args, call.arg_names, strict=True):
                names = made.names if keyword is None else [keyword]
                yield [(ANY_OBJECT, name) for name in names], value

    def _taken_by(self, decorators: list[Expression]) -> Iterator[Key]:
        """Yield the parameters that may get the function under these decorators."""
        for decorator in decorators:
            named = decorator.callee if isinstance(decorator, CallExpr) else decorator
            made = class_named(named)
            functions = list(self._functions.named(named))
            if made is not None:
                functions.extend(self._functions.method_of(made, "__init__"))
                functions.extend(self._functions.method_of(made, "__call__"))
            for function in functions:
                for item in (function, *_inside(function)):
                    yield from own(parameters(item))

    def _call(self, value: Expression) -> None:
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        if isinstance(value, LambdaExpr):
            self._apply([value])
        elif isinstance(value, StrExpr):
            self._apply(self._functions.spelt(value.value))
        elif isinstance(value, CallExpr):
            self._call_result(value)
        else:
            if isinstance(value, NameExpr | MemberExpr):
                self._call_name(value)
            for child in children(value):
                self._call(child)

    def _call_name(self, name: NameExpr | MemberExpr) -> None:
        self._apply(self._functions.named(name))
        for sink in _sinks(name):
            self._call_key(sink)

    def _call_key(self, sink: Key) -> None:
        if sink in self._called:
            return
        self._called.add(sink)
        for value in self._flows.get(sink, ()):
            self._call(value)
        self._apply(self._decorated.get(sink, ()))

    def _call_result(self, call: CallExpr) -> None:
        """Follow what a call returns: an object, what a function of the module returns, or what is given to it."""
        made = class_named(call.callee)
        makers = list(self._functions.named(call.callee))
        methods = [] if made is None else list(self._functions.method_of(made, "__call__"))
        for function in methods:
            self._found.update(without_receiver(function))
        if makers:
            for function in makers:
                for value in returned_by(function.body.body):
                    if value is not None:
                        self._call(value)
        elif not methods:
            for part in (call.callee, *call.args):
                self._call(part)

    def _apply(self, functions: Iterable[FuncItem]) -> None:
        for function in functions:
            self._found.update(parameters(function))


def parameters_of_foreign_callbacks(tree: MypyFile, names: Names, functions: Callable[[], Functions]) -> Keys:
    """Return the parameters of lambdas that are handed to functions of which the module shows nothing."""
    found: set[Var] = set()
    for call in names.body.expressions_of(CallExpr):
        given = [value for value in call.args if isinstance(value, LambdaExpr)]
        if given and _is_foreign(call.callee, tree, functions()):
            found.update(variable for value in given for variable in parameters(value))
    return own(found)


def _is_foreign(callee: Expression, tree: MypyFile, functions: Functions) -> bool:
    if not isinstance(callee, RefExpr) or any(functions.named(callee)):
        return False
    made = class_named(callee)
    is_own = made is not None and made.module_name == tree.fullname
    return not is_own and _home(callee).partition(".")[0] not in _NO_COPIERS


def _home(callee: RefExpr) -> str:
    """Return the full name of what is called, or the module that writes it: ``TrainState.create``."""
    if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, RefExpr):
        return callee.fullname
    owner = callee.expr.node
    writer = owner.get_containing_type_info(callee.name) if isinstance(owner, TypeInfo) else None
    return callee.fullname if writer is None else writer.module_name


def _inside(function: FuncItem) -> Iterator[FuncItem]:
    for statement in statements(function.body.body):
        if isinstance(statement, FuncDef):
            yield statement
        elif isinstance(statement, Decorator):
            yield statement.func
    yield from (part for part in expressions_in(function.body.body) if isinstance(part, LambdaExpr))


def _sinks(target: Expression) -> Iterator[Key]:
    """Yield the keys under which a name, or what is put into it, is found again."""
    if isinstance(target, TupleExpr | ListExpr):
        for item in target.items:
            yield from _sinks(item)
        return
    yield from keys(target)
    while isinstance(target, IndexExpr):
        target = target.base
    if isinstance(target, MemberExpr) or (isinstance(target, NameExpr) and _is_in_class(target.node)):
        yield ANY_OBJECT, target.name


def _is_in_class(node: SymbolNode | None) -> bool:
    return isinstance(node, Var) and bool(node.info)
