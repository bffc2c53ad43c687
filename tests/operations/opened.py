"""Arrays of which only the last axes are known: what is said of any number of axes must hold for the real one."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from operations import oracle

from jdc_mypy_plugin.evaluate.declared.batched import applied
from jdc_mypy_plugin.evaluate.declared.open_axes import AnyAxes
from jdc_mypy_plugin.evaluate.substitution import Substitution, arrays_in, put_into, putting
from jdc_operations import UNKNOWN, ArrayValue, Failure, Items, Value
from jdc_spec.sizes import named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from operations.choices import Choices

_RANKS: Final = tuple(range(10))
_MOST: Final = 2


def opened(value: Value, choose: Choices) -> Value:
    """Return a value in which nobody knows how many axes are in front of some arrays."""
    if isinstance(value, Items):
        return replace(value, items=tuple(opened(item, choose) for item in value.items))
    if not isinstance(value, ArrayValue) or value.shape is None or choose.chance(0.3):
        return value
    known = choose.one(range(len(value.shape) + 1))
    return replace(value, shape=(AnyAxes(), *value.shape[len(value.shape) - known :]))


def has_open(values: Iterable[Value]) -> bool:
    """Return whether the number of axes of some array is not known."""
    return any(
        isinstance(size, AnyAxes) for value in values for array in arrays_in(value) for size in array.shape or ()
    )


def answers(call: oracle.Sample, args: list[Value], kwargs: dict[str, Value]) -> Iterator[Value | Failure]:
    """Yield what the plugin says of an operation on such arrays, alone and as a part of an expression."""
    operands = (*args, *kwargs.values())
    yield applied(lambda put: oracle.answer(call.target, *put_into(put, args, kwargs)), operands)
    if not any(map(_is_empty, (*call.args, *call.kwargs.values()))):
        yield _for_all(call.target, args, kwargs)


def _is_empty(arg: object) -> bool:
    """Return whether an array has no elements: a size that has a name is never 0."""
    if isinstance(arg, tuple | list):
        return any(map(_is_empty, arg))
    return isinstance(arg, oracle.Array) and 0 in arg.shape


def _for_all(target: str, args: list[Value], kwargs: dict[str, Value]) -> Value | Failure:
    """Return the failure of an operation that fails for every number of axes, one of dtypes first."""
    sizes = (size for value in (*args, *kwargs.values()) for array in arrays_in(value) for size in array.shape or ())
    unknown = list(dict.fromkeys(size for size in sizes if isinstance(size, AnyAxes)))
    failures: list[Failure] = []
    for ranks in itertools.product(_RANKS, repeat=len(unknown)) if len(unknown) <= _MOST else ():
        said = oracle.answer(target, *put_into(_filling(dict(zip(unknown, ranks, strict=True))), args, kwargs))
        if not isinstance(said, Failure):
            return UNKNOWN
        failures.append(said)
    return next((each for each in failures if each.is_of_dtypes), failures[-1] if failures else UNKNOWN)


def _filling(ranks: dict[AnyAxes, int]) -> Substitution:
    """Return what puts axes whose sizes have names in front of arrays."""
    fills = {
        axes: tuple(named(f"m{at}.{number}") for number in range(rank))
        for at, (axes, rank) in enumerate(ranks.items())
    }

    def filled(array: ArrayValue) -> ArrayValue:
        parts = (fills[size] if isinstance(size, AnyAxes) else (size,) for size in array.shape or ())
        return replace(array, shape=None if array.shape is None else tuple(itertools.chain.from_iterable(parts)))

    return putting(filled)
