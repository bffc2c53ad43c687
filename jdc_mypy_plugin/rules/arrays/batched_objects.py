"""Objects with more axes in front than the fields have, as modules make them for `jax.vmap`, and rows of objects."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from mypy.checker import TypeChecker
from mypy.nodes import Expression, LambdaExpr, MypyFile, ReturnStmt

from jdc_spec.shapes import Shape, ShapePattern

from ...evaluate.objects.stacked_objects import maps, stacks
from ...syntax import INDEX
from ...syntax.names.flow import FLOW


def is_batched(pattern: ShapePattern | None, sizes: Shape | None) -> bool:
    """Return whether an array has the axes of its annotation, and others before them."""
    if pattern is None or sizes is None or pattern.variadic is not None or len(sizes) <= len(pattern.prefix):
        return False
    return pattern.disagreement(sizes[len(sizes) - len(pattern.prefix) :]) is None


def is_row(
    at: Expression,
    declared: Iterable[ShapePattern | None],
    given: Iterable[tuple[ShapePattern | None, Shape | None]],
    api: TypeChecker,
) -> bool:
    """Return whether a function makes one row of an object whose fields are annotated as those of the whole.

    `jax.lax.scan`, `jax.vmap` and `jnp.stack` put the axis in front that all annotations begin with: ``"t d"`` and
    ``"t"``. Another module may do so where several fields are without it.
    """
    patterns = [each for each in declared if each is not None]
    if not patterns or any(each.variadic is not None or each.text is None for each in patterns):
        return False
    known = [(pattern, sizes) for pattern, sizes in given if pattern is not None and sizes is not None]
    missing = {len(pattern.prefix) - len(sizes) for pattern, sizes in known}
    axes = zip(*(each.prefix for each in patterns), strict=False)
    shared = sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, axes))
    if len(missing) != 1 or not 0 < (count := min(missing)) <= shared or not _is_in_called_function(at, api):
        return False
    rests = ((ShapePattern(pattern.prefix[count:], (), None), sizes) for pattern, sizes in known)
    fits = all(rest.disagreement(sizes) is None for rest, sizes in rests)
    return fits and (len(known) > 1 or _puts_together(api.tree))


def _puts_together(module: MypyFile) -> bool:
    return maps(module) or stacks(module) or any("stack" in each.name for each in INDEX.of(module).body.references)


def _is_in_called_function(at: Expression, api: TypeChecker) -> bool:
    """Return whether a function makes something of what it is given, or gives it back."""
    function, inside = FLOW.of(api.tree).function_over(at), INDEX.of(api.tree).parent(at)
    while isinstance(inside, Expression) and not isinstance(inside, LambdaExpr):
        inside = INDEX.of(api.tree).parent(inside)
    return isinstance(inside, LambdaExpr | ReturnStmt) or (function is not None and bool(function.arguments))
