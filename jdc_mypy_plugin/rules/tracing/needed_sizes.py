"""The arguments of functions of JAX that are a shape, a size or an axis, so that a tracer does not do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, ListExpr, MemberExpr, NameExpr, StarExpr, TupleExpr

from ...evaluate import Evaluator
from ...model.functions.array_functions import EXCUSED, SHAPED
from ...syntax.arguments import argument, by_keyword, positional
from ...syntax.names.targets import row

_OPTIONAL: Final[Mapping[str, tuple[int, str]]] = {
    "jax.lax.scan": (3, "length"),
    "jax.numpy.bincount": (3, "length"),
    "jax.numpy.diag": (1, "k"),
    "jax.numpy.vander": (1, "N"),
    "jax.ops.segment_sum": (2, "num_segments"),
    "jax.random.bernoulli": (2, "shape"),
    "jax.random.beta": (3, "shape"),
    "jax.random.categorical": (3, "shape"),
    "jax.random.dirichlet": (2, "shape"),
    "jax.random.gamma": (2, "shape"),
    "jax.random.multivariate_normal": (3, "shape"),
    "jax.random.poisson": (2, "shape"),
    "jax.random.truncated_normal": (3, "shape"),
}
"""Those whose argument may be None too."""

_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "jax.lax.associative_scan": ("reverse",),
    "jax.lax.fori_loop": ("unroll",),
    "jax.lax.map": ("batch_size",),
    "jax.lax.scan": ("reverse", "unroll"),
    "jax.numpy.sort": ("descending",),
    "jax.numpy.tril": ("k",),
    "jax.numpy.triu": ("k",),
}
"""Other options that decide what is compiled."""
_ALONG: Final = ("axis", "axes", "keepdims", "size")
_METHODS: Final = frozenset(
    (
        *("all", "any", "argmax", "argmin", "argsort", "cumprod", "cumsum", "max", "mean", "min", "prod", "sort"),
        *("squeeze", "std", "sum", "var"),
    )
)
"""Functions of an array and an axis that are methods of arrays too."""
_FUNCTIONS: Final = _METHODS | {"concatenate", "expand_dims", "flip", "stack"}
_REPEAT: Final = "repeat"
_WITH_AXES: Final = ("jax.numpy.", "jax.nn.")


class Size(NamedTuple):
    """An expression that has to be a number when a function is traced."""

    value: Expression
    of: str
    """The words for what it decides."""
    is_required: bool
    """True if None does not do either."""
    array: Expression | None = None
    """The array that the function is a method of."""


def sizes_in(call: CallExpr, spelt: str, evaluator: Evaluator) -> Iterator[Size]:
    """Yield the sizes and axes that a call gives; ``spelt`` is the name of the function as it is imported."""
    if spelt in ("jax.numpy.arange", "numpy.arange"):
        of = f"the shape of {spelt.replace('jax.numpy.', 'jnp.')}"
        yield from (Size(each, of, is_required=True) for each in call.args[:3])
        return
    place = SHAPED.get(spelt) or _OPTIONAL.get(spelt)
    size = None if place is None or EXCUSED in call.arg_names else argument(call, *place)
    if size is not None:
        of = f"the shape of {spelt.replace('jax.numpy.', 'jnp.')}"
        yield from (Size(each, of, is_required=spelt in SHAPED) for each in _numbers(size, evaluator))
    for name in _OPTIONS.get(spelt, ()):
        given = by_keyword(call, name)
        if given is not None:
            yield Size(given, f"`{name}` of {spelt.rpartition('.')[2]}", is_required=False)
    yield from _axes(call, spelt, evaluator)


def _axes(call: CallExpr, spelt: str, evaluator: Evaluator) -> Iterator[Size]:
    callee = call.callee
    array = callee.expr if isinstance(callee, MemberExpr) and not spelt else None
    if not isinstance(callee, NameExpr | MemberExpr) or (array is None and not spelt.startswith(_WITH_AXES)):
        return
    if array is not None and callee.name == _REPEAT and EXCUSED not in call.arg_names:
        yield from (Size(each, "the shape of repeat", is_required=True, array=array) for each in positional(call)[:1])
    for name in _ALONG:
        given = by_keyword(call, name) or (_axis(call, callee.name, array) if name == "axis" else None)
        for each in () if given is None else _numbers(given, evaluator):
            yield Size(each, f"`{name}` of {callee.name}", is_required=False, array=array)


def _axis(call: CallExpr, name: str, array: Expression | None) -> Expression | None:
    """Return what a call gives by the position of the axis."""
    place, names = (1, _FUNCTIONS) if array is None else (0, _METHODS)
    given = positional(call)
    return given[place] if name in names and len(given) > place else None


def _numbers(size: Expression, evaluator: Evaluator) -> list[Expression]:
    """Return the numbers of a shape, and of a tuple of tuples; those beside ``*x.shape`` too."""
    written = evaluator.source(size)
    starred = written.items if isinstance(written, TupleExpr | ListExpr) else []
    items = row(written) or [item for item in starred if not isinstance(item, StarExpr)]
    return [number for item in items for number in _numbers(item, evaluator)] if items else [size]
