"""The functions that ``jax.lax.scan`` and its relatives call: what goes around a loop, and what branches return."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, ListExpr, TupleExpr

from jdc_operations.dtypes import kind_of
from jdc_operations.values import NONE, UNKNOWN, ArrayValue, DType, Items, ModePair, Scalar, Value
from jdc_spec.dtypes import NUMERIC_CLASSES, covered, matches
from jdc_spec.shapes import agree, show
from jdc_spec.sizes import Linear, differ

from ...syntax.arguments import argument, positional
from ..operation_values import result_of
from .helper_calls import Failed, Helped
from .tracing import item, traced
from .transformed_calls import unjitted

_KINDS: Final = ("bool", "int", "float", "complex")
"""A weak number takes the dtype of an array of its kind, or of one behind it."""
_INTEGER: Final = ModePair("int32", "int64")
Keys = Callable[[Expression | None], Iterator[int]]
Apply = Callable[[Expression, Sequence[Value]], Helped]
Read = Callable[[Expression], Value]


class Mismatch(NamedTuple):
    """Two arrays that have to be of one type and are not, or a function that raises."""

    node: Expression
    """The function that gives back the other one."""
    reason: str
    is_of_dtypes: bool
    raised: Expression | None = None
    """The operation in it that is certain to raise."""
    of_items: bool = False
    """True of arrays that a scan goes along, in the place of a function."""
    of_condition: bool = False
    """True of an array that decides, or of the function that makes it."""
    of_pair: bool = False
    """True of the function of a scan that returns no pair."""


class Handed(NamedTuple):
    """The arguments that a loop gives to a function by position."""

    function: Expression
    values: Sequence[Value]


class Asked(NamedTuple):
    """The questions that the functions here have for the module."""

    read: Read
    """Evaluates an expression."""
    apply: Apply
    """Evaluates a call of the function that an expression names."""
    keys: Keys
    """Counts the random keys in what a scan goes along."""


def mismatches(call: CallExpr, loop: str, asked: Asked, handed: list[Handed] | None = None) -> Iterator[Mismatch]:
    """Yield why a call of a loop of `jax.lax` is certain to raise, and add what its functions get to ``handed``."""

    def noted(function: Expression, values: Sequence[Value]) -> Helped:
        if handed is not None:
            handed.append(Handed(function, values))
        return asked.apply(function, values)

    return _mismatches(call, loop, asked._replace(apply=noted))


def _mismatches(call: CallExpr, loop: str, asked: Asked) -> Iterator[Mismatch]:
    read, apply, _ = asked
    if loop == "jax.lax.scan":
        yield from _scanned(call, asked)
        return
    given = positional(call)
    if len(given) != len(call.args):
        return
    if loop == "jax.lax.fori_loop" and len(given) == 4:
        carry = traced(read(given[3]))
        counts = all(isinstance(bound, Scalar) and bound.kind == "int" for bound in map(read, given[:2]))
        counter = ArrayValue((), _INTEGER if counts else None, None)
        yield from _carried(given[2], carry, apply(unjitted(given[2]), [counter, carry]))
    elif loop == "jax.lax.while_loop" and len(given) == 3:
        carry = traced(read(given[2]))
        yield from _decided(given[0], apply(unjitted(given[0]), [carry]).value, is_bool=True)
        yield from _carried(given[1], carry, apply(unjitted(given[1]), [carry]))
    elif loop == "jax.lax.map" and len(given) == 2:
        done = apply(unjitted(given[0]), [item(read(given[1]))])
        if done.failed is not None:
            yield _raised(given[0], done.failed)
    elif loop == "jax.lax.cond" and len(given) >= 3:
        yield from _decided(given[0], read(given[0]))
        yield from _branches(given[1:3], given[3:], read, apply)
    elif loop == "jax.lax.switch" and len(given) >= 2 and isinstance(given[1], ListExpr | TupleExpr):
        yield from _decided(given[0], read(given[0]))
        yield from _branches(given[1].items, given[2:], read, apply)


def _decided(by: Expression, value: Value, *, is_bool: bool = False) -> Iterator[Mismatch]:
    """Yield that an array which decides has axes, or is no bool where it has to be."""
    made = result_of(value)
    if made.sizes:
        yield Mismatch(by, f"not by an array of shape {show(made.sizes)}", is_of_dtypes=False, of_condition=True)
    elif is_bool and made.dtype is not None and not matches(made.dtype, "bool"):
        yield Mismatch(by, f"a bool, not by {made.dtype}", is_of_dtypes=True, of_condition=True)


def _scanned(call: CallExpr, asked: Asked) -> Iterator[Mismatch]:
    read, apply, keys = asked
    function, init = argument(call, 0, "f"), argument(call, 1, "init")
    if function is None or init is None:
        return
    along = argument(call, 2, "xs")
    items = NONE if along is None else traced(read(along))
    length = argument(call, 3, "length")
    said = UNKNOWN if length is None else read(length)
    lengths = [*dict.fromkeys((*_lengths(items), *keys(along), *_lengths(said)))]
    other = next((each for each in lengths if differ(each, lengths[0])), None)
    if along is not None and other is not None:
        yield Mismatch(along, f"{lengths[0]} and {other}", is_of_dtypes=False, of_items=True)
        return
    carry = traced(read(init))
    done = apply(unjitted(function), [carry, item(items)])
    made = done.value
    if done.failed is not None:
        yield _raised(function, done.failed)
    elif isinstance(made, Items) and len(made.items) == 2:
        yield from _carried(function, carry, Helped(made.items[0]))
    elif isinstance(made, ArrayValue | Scalar | Items):
        words = f"a tuple of {len(made.items)}" if isinstance(made, Items) else "an array"
        reason = f"returns {words}, not a pair of the carry and an output"
        yield Mismatch(function, reason, is_of_dtypes=False, of_pair=True)


def _lengths(items: Value) -> Iterator[int | Linear]:
    """Yield the sizes along which a scan goes, those that are known; a number itself is one."""
    if isinstance(items, Scalar) and isinstance(items.value, int | Linear):
        yield items.value
    if isinstance(items, Items):
        for each in items.items:
            yield from _lengths(each)
    sizes = result_of(items).sizes
    if sizes and sizes[0] is not None:
        yield sizes[0]


def _raised(function: Expression, failed: Failed) -> Mismatch:
    return Mismatch(function, failed.failure.reason, failed.failure.is_of_dtypes, raised=failed.at)


def _carried(function: Expression, carry: Value, done: Helped) -> Iterator[Mismatch]:
    if done.failed is not None:
        yield _raised(function, done.failed)
        return
    found = different(carry, traced(done.value))
    if found is not None:
        one, other = found.shown
        yield Mismatch(function, f"takes {one} as its carry and returns {other}", found.is_of_dtypes)


def _branches(
    functions: Sequence[Expression], operands: Sequence[Expression], read: Read, apply: Apply
) -> Iterator[Mismatch]:
    given = [traced(read(each)) for each in operands]
    done = [apply(unjitted(each), given) for each in functions]
    failed = [_raised(each, made.failed) for each, made in zip(functions, done, strict=True) if made.failed]
    if failed:
        yield from failed
        return
    results = [traced(each.value) for each in done]
    for function, result in zip(functions[1:], results[1:], strict=True):
        found = different(results[0], result, both=True)
        if found is not None:
            one, other = found.shown
            yield Mismatch(function, f"returns {other} where the first branch returns {one}", found.is_of_dtypes)


class _Difference(NamedTuple):
    shown: tuple[str, str]
    is_of_dtypes: bool


def different(one: Value, other: Value, *, both: bool = False) -> _Difference | None:
    """Return how two trees of arrays differ for certain; None where they may be of one type.

    JAX gives an array with a weak type the dtype of the other one, on either side where ``both``.
    """
    if isinstance(one, Items) and isinstance(other, Items):
        if len(one.items) != len(other.items):
            return _Difference((f"{len(one.items)} values", f"{len(other.items)} values"), is_of_dtypes=False)
        pairs = zip(one.items, other.items, strict=True)
        return next((found for pair in pairs if (found := different(*pair, both=both)) is not None), None)
    if not isinstance(one, ArrayValue) or not isinstance(other, ArrayValue):
        kinds = (_kind(one), _kind(other))
        is_same = None in kinds or kinds[0] == kinds[1]
        return None if is_same else _Difference((str(kinds[0]), str(kinds[1])), is_of_dtypes=False)
    first, second = result_of(one).sizes, result_of(other).sizes
    if first is not None and second is not None and not agree(first, second):
        return _Difference((f"shape {show(first)}", f"shape {show(second)}"), is_of_dtypes=False)
    is_strong = one.weak is False and (other.weak is False or not both)
    is_narrower = _is_over(one, other) or (both and _is_over(other, one))
    return _of_dtypes(one, other) if is_strong or is_narrower else None


def _is_over(one: ArrayValue, other: ArrayValue) -> bool:
    """Return whether an array, weak or not, is of a kind of numbers that the other one's dtype has no room for."""
    kinds = (_kind_of(one.dtype), _kind_of(other.dtype))
    if other.weak is not False or not all(each in _KINDS for each in kinds):
        return False
    over, under = (_KINDS.index(each or "") for each in kinds)
    return over > under


def _kind_of(dtype: DType | None) -> str | None:
    """Return the kind of numbers of a dtype, or of all that a class stands for; None where they differ."""
    if not isinstance(dtype, str) or dtype not in NUMERIC_CLASSES:
        return kind_of(dtype)
    kinds = {kind for name in covered(dtype) if (kind := kind_of(name)) is not None}  # no promotion knows others
    return kinds.pop() if len(kinds) == 1 else None


def _of_dtypes(one: ArrayValue, other: ArrayValue) -> _Difference | None:
    if one.dtype is None or other.dtype is None:
        return None
    first, second = (
        each if isinstance(each, ModePair) else ModePair(each, each) for each in (one.dtype, other.dtype)
    )
    if matches(first.narrow, second.narrow) or matches(first.wide, second.wide):
        return None
    return _Difference((f"dtype {first.narrow}", f"dtype {second.narrow}"), is_of_dtypes=True)


def _kind(value: Value) -> str | None:
    """Return the words for a part of a tree; None where it is unknown, or an array by its declared class alone."""
    if isinstance(value, Items):
        return f"{len(value.items)} values"
    if isinstance(value, ArrayValue):
        return None if value.shape is None and value.dtype is None else "one array"
    return "None" if value is NONE else None
