"""``jnp.vectorize(f, signature="(n,m),(m)->(n)")``: the axes that ``f`` sees, and those that are broadcast."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Decorator, Expression, NameExpr, StrExpr

from jdc_operations.broadcasting import broadcast
from jdc_operations.sizes import differ
from jdc_operations.values import UNKNOWN, ArrayValue, Dim, Failure, MistakeError, Shape, Value, failure_of
from jdc_spec.shapes import show

from ...libraries.definition import PARTIAL
from ...syntax.arguments import has_stars
from ..operation_values import result_of
from ..scope import ModuleScope
from .tracing import traced

VECTORIZE: Final = "jax.numpy.vectorize"
_AXES: Final = re.compile(r"\(([^()]*)\)")


class Vectorized(NamedTuple):
    """A signature: the names of the axes of each argument and of each result, the last axes of both."""

    arguments: Sequence[Sequence[str]]
    results: Sequence[Sequence[str]]


def vectorized(callee: Expression, scope: ModuleScope) -> Vectorized | None:
    """Read what a callee was made with, or is decorated with; None of anything else, and where it is not clear."""
    node = callee.node if isinstance(callee, NameExpr) else None
    decorators = node.original_decorators if isinstance(node, Decorator) else []
    made = decorators[0] if len(decorators) == 1 else callee
    if not isinstance(made, CallExpr) or has_stars(made) or not made.args:
        return None
    by_partial = made is not callee
    name = scope.imported(made.args[0] if by_partial else made.callee)
    if name != VECTORIZE or (by_partial and scope.imported(made.callee) != PARTIAL):
        return None
    given = dict(zip(made.arg_names[1:], made.args[1:], strict=True))
    written = given.get("signature")
    return _read(written.value) if set(given) == {"signature"} and isinstance(written, StrExpr) else None


def _read(signature: str) -> Vectorized | None:
    takes, arrow, gives = signature.replace(" ", "").partition("->")
    arguments, results = _sides(takes), _sides(gives)
    return Vectorized(arguments, results) if arrow and arguments and results else None


def _sides(text: str) -> list[tuple[str, ...]]:
    found: list[str] = _AXES.findall(text)
    return [tuple(name for name in each.split(",") if name) for each in found]


def of_vectorized(made: Vectorized, values: Sequence[Value]) -> Value | Failure:
    """Return what a call gives, or why it raises for its sizes."""
    if len(values) != len(made.arguments):
        return UNKNOWN
    arrays = [traced(value) for value in values]
    sizes: dict[str, Dim] = {}
    try:
        batches = list(_batches(made, arrays, sizes))
        batch = broadcast(*batches)
    except MistakeError as mistake:
        return failure_of(mistake)
    if batch is None or len(made.results) != 1:
        return UNKNOWN
    return ArrayValue((*batch, *(sizes.get(name) for name in made.results[0])), None, None)


def _batches(made: Vectorized, arrays: Sequence[Value], sizes: dict[str, Dim]) -> Iterator[Shape | None]:
    """Yield the axes of each argument that the function does not see, and note the sizes of those that it sees."""
    for names, array in zip(made.arguments, arrays, strict=True):
        shape = result_of(array).sizes if isinstance(array, ArrayValue) else None
        if shape is None:
            yield None
            continue
        at = len(shape) - len(names)
        if at < 0:
            raise MistakeError(
                f"jnp.vectorize takes at least {len(names)} axes here, and the array has {show(shape)}"
            )
        for name, size in zip(names, shape[at:], strict=True):
            known = sizes.get(name)
            if differ(known, size):
                raise MistakeError(
                    f'jnp.vectorize takes one size for "{name}", and the arrays have {known} and {size}'
                )
            sizes[name] = size if known is None else known
        yield shape[:at]
