"""Calls of a module's own functions, each function read once for the values that it is given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from mypy.nodes import CallExpr, Expression, FuncItem, MemberExpr, NameExpr, SymbolNode

from jdc_operations.values import UNKNOWN, Failure, Value

from ...host.freshness import dependant
from ..constants import unfold
from ..scope import ModuleScope
from .handed import NOTHING, Written
from .helpers import Certain, Helper, helper_of, method_helper
from .method_calls import Method
from .tracing import Traced, traced

_MOST: Final = 5000
"""Different calls in a module beyond which one is taken for unknown."""
_MOST_HANDED: Final = 100
"""The same of the calls of one function that are given objects, which are told apart by all that made them."""


Declared = Callable[[Expression, Sequence[Value]], Value]
"""Tells what the annotation of a function says of its result for some arguments."""


MethodOf = Callable[[MemberExpr], Method | None]
"""Tells which method of an object a callee names."""


class Failed(NamedTuple):
    """An operation in the body of a function that is certain to raise."""

    failure: Failure
    at: Expression
    calls: tuple[CallExpr, ...] = ()
    """The calls that lead to it from the body of the function, the outermost first."""


class Helped(NamedTuple):
    """The result of a call of a helper."""

    value: Value
    failed: Failed | None = None
    """The operation in it that is certain to raise."""


def helped(result: Value | Failure, at: Expression) -> Helped:
    """Return the result of an operation as that of a call; ``at`` is what raises if it fails."""
    return Helped(UNKNOWN, Failed(result, at)) if isinstance(result, Failure) else Helped(result)


class Reader(Protocol):
    """Reads expressions of a function for one call of it."""

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression."""
        ...

    def field(self, owner: Expression, name: str) -> Value:
        """Return the value of a field of an object that the module makes."""
        ...

    def failed(self, runs: Callable[[Expression], bool]) -> Failed | None:
        """Return an operation that has been read, that ``runs`` and that is certain to raise."""
        ...


def _read_whole(expression: Expression, reader: Reader) -> None:
    """Read an expression, and the arguments of a call of which nothing is known: ``print(a @ b)``."""
    if reader.value(expression) is UNKNOWN and isinstance(expression, CallExpr):
        for argument in expression.args:
            _read_whole(argument, reader)


class HelperCalls:
    """Reads calls of the functions of a module."""

    def __init__(
        self,
        scope: ModuleScope,
        is_checked: Callable[[Expression], bool] | None,
        declared: Declared | None = None,
        method_of: MethodOf | None = None,
    ) -> None:
        self._scope = scope
        self._declared = declared
        self._method_of = method_of
        self._is_checked = is_checked
        """Tells what mypy has checked; None where bodies are read whole, and mypy is asked for no types."""
        self._done: dict[tuple[object, ...], Helped] = {}
        self._fields: dict[tuple[object, ...], Value] = {}
        self._made: dict[tuple[object, ...], Written | None] = {}
        self._handed: defaultdict[FuncItem, set[tuple[object, ...]]] = defaultdict(set)
        """The objects, functions and dicts that the calls of each function have been given."""
        self._helpers: dict[object, Helper | None] = {}
        """By what a call names."""
        self._certain: dict[FuncItem, Certain] = {}

    @property
    def are_ahead(self) -> bool:
        """Return whether bodies are read before mypy comes to them: then nobody else asks what annotations say."""
        return self._is_checked is None

    def is_checked(self, expression: Expression) -> bool:
        """Return whether mypy has come to an expression, so that all is known of it that ever will be."""
        return self._is_checked is not None and self._is_checked(expression)

    def may_yet_be_checked(self, expression: Expression) -> bool:
        """Return whether more may be known of an expression once mypy has come to it."""
        return self._is_checked is not None and not self._is_checked(expression)

    def anew(self) -> HelperCalls:
        """Return what reads the same functions where parameters around them hold other values."""
        return HelperCalls(self._scope, self._is_checked, self._declared, self._method_of)

    def declared(self, function: Expression, values: Sequence[Value]) -> Value:
        """Return what the annotation of a function says of its result for these arguments."""
        return UNKNOWN if self._declared is None else self._declared(function, values)

    def find(self, function: Expression) -> Helper | None:
        """Return the function that an expression names, if it can be read by now."""
        callee = unfold(function, self._scope)
        named = callee.node if isinstance(callee, NameExpr) else callee
        if named not in self._helpers:
            self._helpers[named] = helper_of(callee, self._scope.tree)
        helper = self._helpers[named]
        is_read = helper is not None and (self.may_read(helper) or _has_been_read(helper, function))
        return helper if is_read else None

    def may_read(self, helper: Helper) -> bool:
        """Return whether the body of a function can be read by now."""
        if self._is_checked is None:
            return True
        return helper.result is not None and (not helper.is_typed or self._is_checked(helper.result))

    def find_method(self, callee: MemberExpr) -> tuple[Method, Helper] | None:
        """Return the method of an object that a callee names, and the function, if it can be read by now.

        It stands above the call, where mypy has come to it: a daemon that checks the call alone keeps no types of it.
        """
        method = None if self._method_of is None else self._method_of(callee)
        if method is None or method.function.line >= callee.line:
            return None
        helper = method_helper(method.function, self._scope.tree)
        return (method, helper) if helper is not None and helper.result is not None else None

    def done(
        self,
        helper: Helper,
        given: Mapping[SymbolNode, Value],
        read: Callable[[], Reader],
        outside: str = "",
        handed: Mapping[SymbolNode, Written] = NOTHING,
    ) -> Helped:
        """Return what a function does with the values that its parameters hold.

        For a daemon it is read for each part of the module that asks: what it looks at is a dependency of that part.
        ``outside`` tells the object that it is a method of from others.
        """
        others = tuple(each.key for each in handed.values())
        key = (dependant(), helper.function, helper.traced, outside, *given.values(), *others)
        if key not in self._done:
            if len(self._done) >= _MOST or self._are_too_many(helper, others):
                return Helped(UNKNOWN)
            self._done[key] = Helped(UNKNOWN)  # the function may call itself
            self._done[key] = self._read(helper, read())
        return self._done[key]

    def field(self, helper: Helper, name: str, given: Mapping[SymbolNode, Value], read: Callable[[], Value]) -> Value:
        """Return the value of a field of the object that a function returns for these values of its parameters."""
        key = (dependant(), helper.function, helper.traced, name, *given.values())
        if key not in self._fields:
            if len(self._fields) >= _MOST:
                return UNKNOWN
            self._fields[key] = UNKNOWN  # the function may call itself
            held = read()
            self._fields[key] = held if helper.traced is Traced.NOTHING else traced(held)
        return self._fields[key]

    def made(
        self,
        helper: Helper,
        given: Mapping[SymbolNode, Value],
        handed: Mapping[SymbolNode, Written],
        read: Callable[[], Written | None],
    ) -> Written | None:
        """Return what a function returns for these arguments, as an expression and what reads it for that call."""
        others = tuple(each.key for each in handed.values())
        key = (dependant(), helper.function, *given.values(), *others)
        if key not in self._made:
            if len(self._made) >= _MOST or self._are_too_many(helper, others):
                return None
            self._made[key] = None  # the function may call itself
            self._made[key] = read()
        return self._made[key]

    def _are_too_many(self, helper: Helper, others: tuple[object, ...]) -> bool:
        """Return whether a function has been given too many other objects to read it for these, which count too."""
        met = self._handed[helper.function]
        if others and len(met) < _MOST_HANDED:
            met.add(others)
        return bool(others) and others not in met

    def _read(self, helper: Helper, reader: Reader) -> Helped:
        if helper.function not in self._certain:
            self._certain[helper.function] = Certain(helper.function, self._scope.tree)
        certain = self._certain[helper.function]
        if self._is_checked is None:
            for expression in certain.expressions:
                _read_whole(expression, reader)
        made = UNKNOWN if helper.result is None else reader.value(helper.result)
        failed = reader.failed(lambda each: certain.runs(each) and self._scope.always_runs(each))
        return Helped(made if helper.traced is Traced.NOTHING else traced(made), failed)


def _has_been_read(helper: Helper, at: Expression) -> bool:
    """Return whether a daemon has come to a function above a call, though it checks the call alone by now."""
    return dependant() is not None and helper.result is not None and helper.function.line < at.line
