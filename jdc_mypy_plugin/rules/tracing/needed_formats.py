"""Values that are written as text by a format of numbers, ``f"{x:.2f}"``, which a tracer has none of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, OpExpr, StrExpr

from ...syntax.names.targets import row

_OF_F_STRING: Final = "{:{}}"
"""The string whose method `format` mypy puts in the place of each part of an f-string."""
_ONE_FIELD: Final = re.compile(r"[^{}]*\{0?:[^{}]+\}[^{}]*")
_FIELD: Final = re.compile(r"%(?P<kind>[%a-zA-Z(*]|[-+ #0-9.]+[a-zA-Z])")
_OF_NUMBERS: Final = frozenset("deEfFgGioxX")


def formatted(call: CallExpr) -> Iterator[Expression]:
    """Yield what a call of ``"...".format`` writes as a number."""
    text = call.callee.expr if isinstance(call.callee, MemberExpr) and call.callee.name == "format" else None
    if not isinstance(text, StrExpr) or any(kind.is_star() or kind.is_named() for kind in call.arg_kinds):
        return
    given = call.args
    if text.value == _OF_F_STRING and len(given) == 2:
        if isinstance(given[1], StrExpr) and given[1].value:
            yield given[0]
    elif len(given) == 1 and _ONE_FIELD.fullmatch(text.value):
        yield given[0]


def filled_in(operation: OpExpr) -> Iterator[Expression]:
    """Yield what ``"%.2f" % x`` writes as a number, where the string has no other fields."""
    if not isinstance(operation.left, StrExpr):
        return
    kinds = [each["kind"][-1] for each in _FIELD.finditer(operation.left.value)]
    given = row(operation.right) or [operation.right]
    if len(kinds) == len(given) and _OF_NUMBERS.issuperset(kinds):
        yield from given
