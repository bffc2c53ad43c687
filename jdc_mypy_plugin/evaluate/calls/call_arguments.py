"""The values that a call gives to what it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr

from jdc_operations.values import UNKNOWN, Value

from ..sequences import spread
from .python_calls import PYTHON, of_python

Arguments = tuple[Sequence[Value], Mapping[str, Value]]
"""Those by position, and those by name."""


def arguments_of(call: CallExpr, read: Callable[[Expression], Value]) -> Arguments | None:
    """Return the arguments of a call; None where something that is unpacked is not known."""
    given = list(zip(call.args, call.arg_kinds, call.arg_names, strict=True))
    positional = spread(((each, kind.is_star()) for each, kind, name in given if name is None), read)
    if positional is None:
        return None
    return positional, {name: read(each) for each, _, name in given if name is not None}


_OF_SIZES: Final = ("reshape", "transpose")
"""Methods of arrays that take a tuple, or its items one by one."""


def arguments_of_method(call: CallExpr, read: Callable[[Expression], Value]) -> Arguments | None:
    """Return the arguments of a method of an array, where ``x.reshape(*sizes, 4)`` may unpack what is not known."""
    found = arguments_of(call, read)
    method = call.callee.name if isinstance(call.callee, MemberExpr) and not any(call.arg_names) else ""
    return ((UNKNOWN,), {}) if found is None and method in _OF_SIZES else found


def python_result(name: str, call: CallExpr, read: Callable[[Expression], Value]) -> Value | None:
    """Return what a function of Python itself makes of its arguments; None where it is another, or not known."""
    if name not in PYTHON or any(key is not None for key in call.arg_names):
        return None
    arguments = arguments_of(call, read)
    return None if arguments is None else of_python(name, arguments[0])
