"""Sizes that an annotation calculates: ``Annotated[jax.Array, (..., HEIGHT // 2)]``.

mypy leaves out expressions where a type stands, so that they are read from the source.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Final

_LONGEST: Final = 200
"""Characters of an expression beyond which it is left alone."""
_LARGEST: Final = 2**62


def _divided(one: int, other: int) -> int:
    return one // other


_OPERATORS: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: _divided,
    ast.Mod: operator.mod,
}


def calculated(source: str, constant: Callable[[str], object]) -> int | None:
    """Return the whole number of the expression that a line begins with; None where it is anything else.

    ``constant`` returns what a dotted name stands for.
    """
    expression = _first(source)
    return None if expression is None else _number(expression, constant)


def _first(source: str) -> ast.expr | None:
    """Return the expression in front of the next comma or closing bracket."""
    depth = 0
    for end, character in enumerate(source[:_LONGEST]):
        if depth == 0 and character in ",)]":
            return _parsed(source[:end])
        depth += (character in "([") - (character in ")]")
    return None


def _parsed(source: str) -> ast.expr | None:
    try:
        return ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None


def _number(expression: ast.expr, constant: Callable[[str], object]) -> int | None:
    if isinstance(expression, ast.Constant):
        return expression.value if type(expression.value) is int else None
    if isinstance(expression, ast.Name | ast.Attribute):
        known = constant(ast.unparse(expression))
        return known if type(known) is int else None
    if not isinstance(expression, ast.BinOp) or type(expression.op) not in _OPERATORS:
        return None
    one, other = (_number(each, constant) for each in (expression.left, expression.right))
    if one is None or other is None or (other == 0 and isinstance(expression.op, ast.FloorDiv | ast.Mod)):
        return None
    found = _OPERATORS[type(expression.op)](one, other)
    return found if abs(found) <= _LARGEST else None
