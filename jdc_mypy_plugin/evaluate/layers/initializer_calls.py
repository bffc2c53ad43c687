"""Arrays that an initializer makes: ``jax.nn.initializers.normal(...)(key, shape)``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy.nodes import CallExpr

from jdc_operations.evaluation import evaluate
from jdc_operations.nn.initializers import INITIALIZED
from jdc_operations.values import UNKNOWN, Failure, Value

from ...syntax.arguments import by_keyword


def of_initializer(source: CallExpr, arguments: tuple[Sequence[Value], Mapping[str, Value]] | None) -> Value:
    """Return what an initializer, made by ``source``, makes of its arguments by position and by name."""
    if arguments is None:
        return UNKNOWN
    is_chosen = len(source.args) > 1 or by_keyword(source, "dtype") is not None
    given = {"dtype": UNKNOWN} if is_chosen else {}
    made = evaluate(INITIALIZED, arguments[0], {**given, **arguments[1]})
    return UNKNOWN if isinstance(made, Failure) else made
