"""The kinds of places at which rules are asked, and which rules ask to be asked there.

A rule declares itself: ``@asked(FROZEN, at=ATTRIBUTE_WRITE)`` above its function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, MemberExpr
from mypy.types import Type

from jdc_spec.rules import RULES, Rule

from ..copies.writes import ModuleWrites, Write
from ..host.codes import is_on
from ..host.diagnostics import Diagnostic
from .jitted_functions import Jitted
from .sites import CallSite, ClassSite


class Site(Protocol):
    """A place in the code."""

    @property
    def api(self) -> TypeChecker:
        """The checker of the module."""
        ...


SiteT = TypeVar("SiteT", bound=Site)
Check = Callable[[SiteT], Iterable[Diagnostic]]

_ORDER: Final = {rule.code: position for position, rule in enumerate(RULES)}


class Kind(Generic[SiteT]):
    """A kind of place."""

    def __init__(self) -> None:
        self._asked: list[tuple[tuple[Rule, ...], Check[SiteT]]] = []

    def add(self, rules: tuple[Rule, ...], check: Check[SiteT]) -> None:
        """Ask a function of rules from now on, in the order of the documentation."""
        self._asked.append((rules, check))
        self._asked.sort(key=lambda entry: _ORDER[entry[0][0].code])

    def ask(self, site: SiteT) -> Iterator[Diagnostic]:
        """Yield the findings of every rule that is on in the module of a place."""
        for rules, check in self._asked:
            if any(is_on(rule, site.api.options) for rule in rules):
                yield from check(site)


def asked(*rules: Rule, at: Kind[SiteT] | tuple[Kind[SiteT], ...]) -> Callable[[Check[SiteT]], Check[SiteT]]:
    """Declare that a function finds mistakes of these rules at some kinds of places."""

    def declare(check: Check[SiteT]) -> Check[SiteT]:
        for kind in at if isinstance(at, tuple) else (at,):
            kind.add(rules, check)
        return check

    return declare


@dataclass(frozen=True, slots=True)
class AttributeWrite:
    """A statement that assigns to an attribute of an object, or deletes it."""

    target: Type
    """The type of the object."""
    name: str
    node: MemberExpr
    write: Write
    writes: ModuleWrites
    api: TypeChecker


@dataclass(frozen=True, slots=True)
class NamedWrite:
    """A call such as ``setattr(obj, "x", 1)``."""

    target: Type
    name: Type
    """The type of the argument that is the attribute's name."""
    node: CallExpr
    write: Write
    api: TypeChecker


@dataclass(frozen=True, slots=True)
class PureCall:
    """A call that does nothing but compute its result."""

    node: Context
    does: str
    """Its effect, as part of a sentence: ``"replace" makes a new "A" and leaves the old one as it is``."""
    api: TypeChecker


CLASS: Final = Kind[ClassSite]()
"""The definition of a pytree dataclass, once for each class."""
CONSTRUCTION: Final = Kind[CallSite]()
"""A call that makes an object of a class with a pytree dataclass among its bases."""
REPLACEMENT: Final = Kind[CallSite]()
"""A call that copies an object with some fields replaced."""
COPY_WRITE: Final = Kind[CallSite]()
"""The assignment of a field of a mutable copy."""
ATTRIBUTE_WRITE: Final = Kind[AttributeWrite]()
NAMED_WRITE: Final = Kind[NamedWrite]()
PURE_CALL: Final = Kind[PureCall]()
JITTED_FUNCTION: Final = Kind[Jitted]()
"""A function under ``jit``, of JAX or of a library around it."""
