"""``jax.grad(f)`` and ``jax.value_and_grad(f)``, which differentiate functions whose result is one number."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import CallExpr, Decorator, Expression, IndexExpr, IntExpr, NameExpr, RefExpr, TupleExpr

from jdc_operations.values import UNKNOWN, ArrayValue, Items, Value

from ...libraries.definition import applied_by_partial
from ...syntax.arguments import argument, by_keyword, has_stars, positional
from ..constants import unfold
from ..declared.open_axes import AnyAxes
from ..scope import ModuleScope
from ..substitution import putting
from .tracing import traced
from .transformed_calls import KEEP_PARAMETERS, transformed, unjitted

if TYPE_CHECKING:
    from .helper_calls import Helped

GRADIENTS: Final = {"jax._src.api.grad": "jax.grad", "jax._src.api.value_and_grad": "jax.value_and_grad"}
"""By full name."""
_ALONG_OBJECTS: Final = {
    **GRADIENTS,
    "equinox._ad.filter_grad": "jax.grad",
    "equinox._ad.filter_value_and_grad": "jax.value_and_grad",
}
"""Those whose result has the fields of the argument, each by what it returns."""
JACOBIANS: Final = {
    **dict.fromkeys(("jax._src.api.jacfwd", "jax._src.api.jacrev", "jax._src.api.jacobian"), 1),
    "jax._src.api.hessian": 2,
}
"""How often the axes of the argument follow those of the result, by full name."""


_NUMBER: Final = ArrayValue((), None, None)
"""The result of a function that is differentiated."""


class Gradient(NamedTuple):
    """A function that is differentiated."""

    by: str
    function: Expression
    has_aux: bool
    """True if the function returns a pair, whose first value counts."""
    argument: int | None
    """The position of the argument that the gradient is like; None where it is not written out, or of several."""
    several: Sequence[int] = ()
    """The positions of the arguments that a tuple of gradients is like."""


def gradient(callee: Expression, names: Mapping[str, str] = GRADIENTS) -> Gradient | None:
    """Read ``jax.grad(f)``, `jax.jit` around it too; None of anything else, and where it is not clear.

    ``names`` has the full names of what differentiates, each with what it is like.
    """
    if isinstance(callee, RefExpr) and isinstance(callee.node, Decorator):
        return _decorated(callee, callee.node, names)
    made = callee
    while isinstance(made, CallExpr) and isinstance(made.callee, RefExpr) and made.args and not has_stars(made):
        name = made.callee.fullname
        if name in names:
            is_pair = has_aux(made)
            if is_pair is None or len(made.args) > 2:
                return None
            return Gradient(names[name], transformed(made.args[0]), is_pair, _argument(made), _several(made))
        if name not in KEEP_PARAMETERS:
            return None
        made = made.args[0]
    return None


def _decorated(function: RefExpr, decorated: Decorator, names: Mapping[str, str]) -> Gradient | None:
    """Read ``@jax.value_and_grad`` or ``@functools.partial(jax.grad, argnums=1)``, under `jax.jit` too."""
    for decorator in decorated.original_decorators:
        written = decorator if isinstance(decorator, CallExpr) else None
        if written is not None and not _names_options(written):
            return None
        made = decorator if written is None else applied_by_partial(written)
        name = made.fullname if isinstance(made, RefExpr) else ""
        if name in names:
            is_pair = False if written is None else has_aux(written)
            along, several = (0, ()) if written is None else (_argument(written), _several(written))
            return None if is_pair is None else Gradient(names[name], function, is_pair, along, several)
        if name not in KEEP_PARAMETERS:
            return None
    return None


def _names_options(partial: CallExpr) -> bool:
    """Return whether a partial gives its function nothing but options by name."""
    return not has_stars(partial) and None not in partial.arg_names[1:]


def has_aux(made: CallExpr) -> bool | None:
    """Return whether a function is said to return a pair; None where that is not clear."""
    aux = by_keyword(made, "has_aux")
    written = aux.fullname if isinstance(aux, NameExpr) else None
    if aux is not None and written not in ("builtins.True", "builtins.False"):
        return None
    return written == "builtins.True"


def _argument(made: CallExpr) -> int | None:
    if by_keyword(made, "allow_int") is not None:  # the gradient of a whole number has a dtype of its own
        return None
    written = argument(made, 1, "argnums")
    if written is None:
        return 0
    return written.value if isinstance(written, IntExpr) else None


def _several(made: CallExpr) -> Sequence[int]:
    """Return the positions of ``argnums=(0, 1)``; none where they are not written out."""
    written = argument(made, 1, "argnums")
    if not isinstance(written, TupleExpr) or by_keyword(made, "allow_int") is not None:
        return ()
    found = [each.value for each in written.items if isinstance(each, IntExpr)]
    return found if len(found) == len(written.items) else ()


def of_gradient(made: Gradient, call: CallExpr, read: Callable[[Expression], Value]) -> Value:
    """Return what ``jax.grad(f)(x)`` returns: an array like ``x``, or a tree, and the one number that ``f`` gives."""
    return gradient_at(made, list(map(read, positional(call))))


def gradient_at(made: Gradient, values: Sequence[Value]) -> Value:
    """Return the gradient for these arguments by position."""
    along = made.several or (() if made.argument is None else (made.argument,))
    if not along or not all(0 <= each < len(values) for each in along):
        return UNKNOWN
    slopes = [putting(lambda array: dataclasses.replace(array, weak=None))(traced(values[each])) for each in along]
    like = Items(tuple(slopes)) if made.several else slopes[0]
    if made.by == "jax.grad":
        return Items((like, UNKNOWN)) if made.has_aux else like
    return Items((Items((_NUMBER, UNKNOWN)) if made.has_aux else _NUMBER, like))


def differentiated_along(expression: Expression, scope: ModuleScope) -> Expression | None:
    """Return the argument that a gradient is along, whose fields, items and axes it has; None of anything else."""
    source: Expression = unfold(expression, scope)
    item: int | None = None
    if isinstance(source, IndexExpr) and isinstance(source.index, IntExpr):
        item = source.index.value
        source = unfold(source.base, scope)
    made = gradient(unfold(source.callee, scope), _ALONG_OBJECTS) if isinstance(source, CallExpr) else None
    if made is None or made.argument is None or not isinstance(source, CallExpr) or has_stars(source):
        return None
    if item != ((0 if made.has_aux else None) if made.by == "jax.grad" else 1):
        return None
    given = positional(source)
    return given[made.argument] if 0 <= made.argument < len(given) else None


class Jacobian(NamedTuple):
    """A function whose Jacobian is asked for."""

    function: Expression
    argument: int
    """The position of the argument that it goes along."""
    times: int
    """1, or 2 for a Hessian."""


def jacobian(callee: Expression) -> Jacobian | None:
    """Read ``jax.jacfwd(f)``, ``jax.jacrev(f)`` or ``jax.hessian(f)``; None where it is not clear along what."""
    made = unjitted(callee)
    if not isinstance(made, CallExpr) or not isinstance(made.callee, RefExpr) or not made.args or has_stars(made):
        return None
    times = JACOBIANS.get(made.callee.fullname)
    if times is None or not made.arg_kinds[0].is_positional() or not set(made.arg_names) <= {None, "argnums"}:
        return None
    along = _argument(made)
    return None if along is None else Jacobian(made.args[0], along, times)


def of_jacobian(
    made: Jacobian, values: Sequence[Value], apply: Callable[[Expression, Sequence[Value]], Helped]
) -> Value:
    """Return what ``jax.jacfwd(f)(x)`` returns where ``f`` makes one array of one array: the axes of both."""
    given = [traced(value) for value in values]
    if not 0 <= made.argument < len(given):
        return UNKNOWN
    out, along = apply(made.function, given).value, given[made.argument]
    if (
        not isinstance(out, ArrayValue)
        or not isinstance(along, ArrayValue)
        or out.shape is None
        or along.shape is None
    ):
        return UNKNOWN
    shape = (*out.shape, *along.shape * made.times)
    return UNKNOWN if any(isinstance(size, AnyAxes) for size in shape) else ArrayValue(shape, None, None)
