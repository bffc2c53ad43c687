"""Which parameter of a function each argument of a call fills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import ArgKind, CallExpr, Expression, FuncDef


def bound(call: CallExpr, parameters: Sequence[str | None]) -> Iterator[tuple[Expression, str | None]]:
    """Yield each argument of a call with the parameter that it is certain to fill.

    That is None for ``*`` and ``**``, and for what comes by position after the last of the parameters. A keyword is
    its own parameter, one of these or not.
    """
    positional = iter(parameters)
    for value, kind, keyword in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
        yield value, next(positional, None) if kind.is_positional() else keyword


def after_self(constructor: FuncDef) -> Sequence[str | None]:
    """Return the parameters of a constructor that a call fills by position; none where ``*`` takes what is given.

    mypy gives such a constructor to a dataclass with a base that it does not know, which may have fields of its own.
    """
    return [] if takes_any(constructor) else constructor.arg_names[1:]


def takes_any(function: FuncDef) -> bool:
    """Return whether a function takes any number of arguments by position."""
    return ArgKind.ARG_STAR in function.arg_kinds


def has_stars(call: CallExpr) -> bool:
    """Return whether ``*`` or ``**`` in a call may fill any parameter."""
    return any(kind.is_star() for kind in call.arg_kinds)


def by_keyword(call: CallExpr, name: str) -> Expression | None:
    """Return the argument that a call gives by a keyword, or None."""
    return next((value for key, value in zip(call.arg_names, call.args, strict=True) if key == name), None)


def argument(call: CallExpr, position: int, name: str) -> Expression | None:
    """Return the argument of one parameter, by position or by name; None where ``*`` or ``**`` may give it."""
    if has_stars(call):
        return None
    return next((value for value, filled in bound(call, [None] * position + [name]) if filled == name), None)


def positional(call: CallExpr) -> list[Expression]:
    """Return the arguments that a call gives by position, nothing where one is starred."""
    if has_stars(call):
        return []
    return [value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind.is_positional()]
