"""Every rule, in one place: adding one is a module, a card, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ..host.report import Diagnostic
from .arrays import batch, dtype, shape
from .construction import unregistered
from .roles import data_leaf, marker, static_array, static_mutable
from .sites import CallSite, ClassSite
from .use import frozen_attributes

ClassRule = Callable[[ClassSite], Iterable[Diagnostic]]
CallRule = Callable[[CallSite], Iterable[Diagnostic]]

CLASS_RULES: Final[tuple[ClassRule, ...]] = (
    static_array.check,
    static_mutable.check,
    data_leaf.check,
    marker.check,
    frozen_attributes.check_class,
)
"""Asked once for each class, where it is defined."""

CALL_RULES: Final[tuple[CallRule, ...]] = (
    unregistered.check,
    data_leaf.check_call,
    shape.check,
    dtype.check,
    batch.check,
)
"""Asked for each call that constructs an object of a class with a pytree dataclass among its bases, or replaces
fields of one."""


def check_class(site: ClassSite) -> Iterable[Diagnostic]:
    """Ask every rule about a class."""
    for rule in CLASS_RULES:
        yield from rule(site)


def check_call(site: CallSite) -> Iterable[Diagnostic]:
    """Ask every rule about a call."""
    for rule in CALL_RULES:
        yield from rule(site)
