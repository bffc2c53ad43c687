"""Signatures of operations, and how the arguments of a call are bound to them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .values import NONE, UNKNOWN, Items, Scalar, Text, Value

_REQUIRED = object()


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameter names in order, and what they are where they are not given."""

    positional: tuple[str, ...]
    rest: str | None
    """The name of ``*args``, which is bound to a tuple."""
    defaults: Mapping[str, Value | None]
    """Every parameter; None for one that must be given."""
    others: str | None = None
    """The name of ``**kwargs``, which is bound to a tuple of pairs."""


@functools.cache
def signature(text: str) -> Signature:
    """Read a signature written as Python writes one: ``"a, axis=None, *, keepdims=False"``."""
    (function,) = ast.parse(f"def f({text}): ...").body
    assert isinstance(function, ast.FunctionDef)
    arguments = function.args
    positional = tuple(each.arg for each in (*arguments.posonlyargs, *arguments.args))
    missing = len(positional) - len(arguments.defaults)
    defaults: dict[str, Value | None] = dict.fromkeys(positional[:missing])
    for name, default in zip(positional[missing:], arguments.defaults, strict=True):
        defaults[name] = _value(ast.literal_eval(default))
    for each, keyword in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        defaults[each.arg] = None if keyword is None else _value(ast.literal_eval(keyword))
    rest, others = (None if each is None else each.arg for each in (arguments.vararg, arguments.kwarg))
    return Signature(positional, rest, defaults, others)


def _value(constant: object) -> Value:
    match constant:
        case bool():
            return Scalar("bool", constant)
        case int():
            return Scalar("int", constant)
        case float():
            return Scalar("float", constant)
        case str():
            return Text(constant)
        case tuple():
            return Items(tuple(map(_value, constant)))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        case _:
            return NONE if constant is None else UNKNOWN


def bind(
    form: Signature, positional: Sequence[Value], keywords: Mapping[str, Value]
) -> tuple[dict[str, Value], frozenset[str]] | None:
    """Return the value of each parameter and the names that were given; None where the call does not fit."""
    if len(positional) > len(form.positional) and form.rest is None:
        return None
    bound: dict[str, Value] = dict(zip(form.positional, positional, strict=False))
    others: list[Value] = []
    for name, value in keywords.items():
        if form.others is not None and name not in form.defaults:
            others.append(Items((Text(name), value)))
            continue
        if name in bound or name not in form.defaults:
            return None
        bound[name] = value
    given = frozenset(bound)
    for name, default in form.defaults.items():
        if name not in bound:
            if default is None:
                return None
            bound[name] = default
    if form.rest is not None:
        bound[form.rest] = Items(tuple(positional[len(form.positional) :]))
    if form.others is not None:
        bound[form.others] = Items(tuple(others))
    return bound, given
