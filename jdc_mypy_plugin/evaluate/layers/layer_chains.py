"""Layers one behind the other: ``eqx.nn.Sequential([eqx.nn.Linear(3, 4, key=key), eqx.nn.Lambda(jax.nn.relu)])``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, ListExpr, TupleExpr

from jdc_operations.evaluation import evaluate
from jdc_operations.registry import OPERATIONS
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Value

from ...syntax.arguments import positional
from ..declared.batched import applied

CHAINS: Final = frozenset(("equinox.nn.Sequential", "flax.nnx.Sequential", "flax.linen.Sequential"))
LAMBDAS: Final = frozenset(("equinox.nn.Lambda",))
"""Layers that call a function."""

Step = Callable[[Value], Value | Failure]
"""A reading of the result that a layer or a function makes of an array."""


class MadeChain(NamedTuple):
    """Layers that are called one after the other."""

    steps: Sequence[Step]

    def of(self, given: Sequence[Value], keywords: Mapping[str, Value]) -> Value | Failure:
        """Return what the last layer gives, or why one raises; a state of layers is given beside the array."""
        if len(given) != 1 or not keywords.keys() <= {"key"}:
            return UNKNOWN
        made: Value | Failure = given[0]
        for step in self.steps:
            if not isinstance(made, ArrayValue):
                return made if isinstance(made, Failure) else UNKNOWN
            made = step(made)
        return made


def written_layers(name: str, made: CallExpr) -> Sequence[Expression] | None:
    """Return the layers that the constructor of a chain is given; None where they are not all written there."""
    given = positional(made)
    if len(given) < len(made.args):
        return None
    if name == "flax.nnx.Sequential":
        return given
    (layers,) = given if len(given) == 1 else (None,)
    return layers.items if isinstance(layers, ListExpr | TupleExpr) else None


def function_step(name: str) -> Step | None:
    """Return what a function of a library makes of an array; None where nobody knows."""
    if name not in OPERATIONS:
        return None
    return lambda value: applied(lambda put: evaluate(name, [put(value)]), (value,))
