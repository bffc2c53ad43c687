"""A call of a known function, its arguments bound to parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mypy.nodes import CallExpr, Expression, NameExpr

from ..syntax.arguments import bound

IRRELEVANT = frozenset(("copy", "device", "like", "order", "out_sharding", "sharding", "subok", "casting"))
"""Parameters that decide neither shape nor dtype."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call by parameter; those that are ``None`` in the source count as absent."""

    given: Mapping[str, Expression]

    def get(self, name: str) -> Expression | None:
        """Return the argument for a parameter, or None."""
        value = self.given.get(name)
        return None if value is None or is_none(value) else value


def bind(call: CallExpr, parameters: Sequence[str]) -> Arguments | None:
    """Bind a call to parameters, all of which may be given by position and by name.

    Return None where ``*``, ``**`` or an unknown parameter leaves the call open.
    """
    given: dict[str, Expression] = {}
    for value, name in bound(call, parameters):
        if name is None or name in given or (name not in parameters and name not in IRRELEVANT):
            return None
        given[name] = value
    return Arguments(given)


def is_none(expression: Expression) -> bool:
    """Return whether an expression is the literal ``None``."""
    return isinstance(expression, NameExpr) and expression.fullname == "builtins.None"
