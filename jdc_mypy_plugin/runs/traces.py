"""Former calls of functions under `jax.jit`, which do not run again for arguments like those of one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jdc_operations.values import UNKNOWN, ArrayValue, Scalar, Value

from ..evaluate.declared.open_axes import AnyAxes
from .bounds import DEEPEST, Allowance
from .changes import things_in
from .thing_values import parts, plain
from .things import Held, Object, Own, Row, Table, Thing
from .trees import each_leaf, is_tree, leaves

if TYPE_CHECKING:
    from .machine import Machine

Arguments = tuple[Sequence[Thing], Mapping[str, Thing]]


@dataclass(frozen=True)
class Trace:
    """A call that changed nothing, and what it gave."""

    function: Thing
    given: Sequence[Thing]
    keywords: Mapping[str, Thing]
    result: Thing
    is_silent: bool
    touches: int
    """How many writes there had been by then."""


class Traces:
    """Keeps the calls, and the results of those that may be taken again."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._kept: list[Trace] = []

    def followed(self, function: Thing, given: Sequence[Thing], keywords: Mapping[str, Thing]) -> Thing | None:
        """Return what a former call with arguments of the same shapes and dtypes gave; None where there was none."""
        changes, effects = self._machine.changes, self._machine.effects
        effects.jits += 1
        for each in self._kept:
            is_one = _is_very(each.function, function) and (changes.is_silent or not each.is_silent)
            if not is_one or len(each.given) != len(given) or [*each.keywords] != [*keywords]:
                continue
            pairs = zip((*each.given, *each.keywords.values()), (*given, *keywords.values()), strict=True)
            if all(is_same(a, b) for a, b in pairs) and self._is_untouched(each):
                effects.replays += 1
                return _renewed(each.result, self._machine)
        return None

    def keep(self, function: Thing, arguments: Arguments, result: Thing, first: int, touches: int) -> None:
        """Keep a call, unless it wrote to something that was made before it."""
        changes = self._machine.changes
        if any(held.number < first for held in changes.touches[touches:]):
            return
        kept = _renewed(result, self._machine)
        self._kept.append(Trace(function, *arguments, kept, changes.is_silent, len(changes.touches)))

    def _is_untouched(self, trace: Trace) -> bool:
        """Return whether nothing has changed what a call was given and what it gave."""
        touched = {id(each) for each in self._machine.changes.touches[trace.touches :]}
        seen = set[int]()
        waiting = [trace.function, *trace.given, *trace.keywords.values(), trace.result]
        allowance = Allowance()
        while touched and waiting:
            part = waiting.pop()
            if id(part) in touched:
                return False
            if id(part) not in seen:
                allowance.take()
                seen.add(id(part))
                waiting.extend(parts(part))
        return True


def _renewed(result: Thing, machine: Machine) -> Thing:
    return each_leaf(result, lambda leaf: leaf, machine, is_followed=False)


def _is_very(one: Thing, other: Thing) -> bool:
    """Return whether two functions are one, which sees the same variables."""
    if isinstance(one, Own) and isinstance(other, Own):
        is_one = one.function is other.function and one.frame is other.frame
        return is_one and one.receiver is other.receiver and one.defaults == other.defaults
    return one is other


def is_same(one: Thing, other: Thing, depth: int = 0) -> bool:
    """Return whether the same is known of two arguments."""
    if isinstance(one, ArrayValue) and isinstance(other, ArrayValue):
        return _seen(one) == _seen(other)
    if one is other or not isinstance(one, Held) or not isinstance(other, Held):
        return one is other or one == other
    is_alike = type(one) is type(other) and isinstance(one, Row | Table | Object) and depth < DEEPEST
    if not is_alike or _kind(one) != _kind(other):
        return False
    mine, its = things_in(one), things_in(other)
    if mine is None or its is None:
        return False
    return len(mine) == len(its) and all(is_same(a, b, depth + 1) for a, b in zip(mine, its, strict=True))


def _seen(array: ArrayValue) -> tuple[object, ...]:
    """Return what is known of an array; keys of random numbers all have the same further axes."""
    axes = None if array.shape is None else ["..." if isinstance(each, AnyAxes) else each for each in array.shape]
    return array.dtype, array.weak, array.library, axes


def _kind(held: Held) -> object:
    """Return what two containers must have in common."""
    if isinstance(held, Table):
        return None if held.entries is None else [*held.entries]
    if isinstance(held, Object):
        return held.info, None if held.attributes is None else [*held.attributes]
    return isinstance(held, Row) and (held.is_list, held.is_once)


def is_one(one: Thing, other: Thing) -> bool:
    """Return whether two functions are one to ``jax.jit``: the same closure, or the same method of one object."""
    if isinstance(one, Own) and isinstance(other, Own):
        return one.function is other.function and one.frame is other.frame and one.receiver is other.receiver
    return one is other


def may_be(one: Sequence[Thing], other: Sequence[Thing], machine: Machine) -> bool:
    """Return whether arguments may have the shapes and dtypes of others, and be equal where they are static."""
    if any(_are_two(a, b) for a, b in zip(one, other, strict=False)):
        return False
    first, second = (list(_leaves_of(things, machine)) for things in (one, other))
    if len(first) != len(second):
        return UNKNOWN in first or UNKNOWN in second
    return not any(_differs(plain(a), plain(b)) for a, b in zip(first, second, strict=True))


def _are_two(one: Thing, other: Thing) -> bool:
    """Return whether two objects are no tree and equal to nothing but themselves."""
    infos = [each.info for each in (one, other) if type(each) is Object and each.info is not None]
    if one is other or len(infos) < 2 or is_tree(one) or is_tree(other):
        return False
    bases = [base for info in infos for base in info.mro if base.fullname != "builtins.object"]
    if any(each.fallback_to_any for each in infos):
        return False
    return not any("__eq__" in base.names or "dataclass" in base.metadata for base in bases)


def _leaves_of(things: Sequence[Thing], machine: Machine) -> Iterator[Thing]:
    for each in things:
        yield from leaves(each, machine)


def _differs(one: Value, other: Value) -> bool:
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.value is not None and other.value is not None and one != other
    if not isinstance(one, ArrayValue) or not isinstance(other, ArrayValue):
        return False
    dtypes = None not in (one.dtype, other.dtype) and one.dtype != other.dtype
    if one.shape is None or other.shape is None:
        return dtypes
    pairs = zip(one.shape, other.shape, strict=False)
    return (
        dtypes
        or len(one.shape) != len(other.shape)
        or any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in pairs)
    )
