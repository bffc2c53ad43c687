"""A mutant: one planted mistake, where a rule should report it, and how a probe shows that it fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mutants.sources import Edit, Source, Span

    from jdc_spec.rules import Rule


@dataclass(frozen=True)
class PytreeField:
    """A field as the probe saw it: its kind of values ("array", "text", "function", "number" or nothing)."""

    name: str
    own: bool
    type: str
    static: bool


@dataclass(frozen=True)
class PytreeClass:
    """A dataclass as the probe saw it, running."""

    path: str
    name: str
    library: str
    frozen: bool
    pytree: bool
    ancestors: tuple[str, ...]
    base_fields: bool
    """True if a base is a pytree dataclass."""
    fields: tuple[PytreeField, ...]


@dataclass(frozen=True)
class Mutant:
    """One planted mistake."""

    source: Source
    scope: str
    """The class or function that no other mutant of the same run may touch."""
    edits: tuple[Edit, ...]
    places: tuple[Span, ...] = ()
    """The places of the former text at which the rule may report."""
    appended: str = ""
    """A text at the end of the module, which is a place as well."""
    cls: str = ""
    """The class that is probed."""
    field: str = ""
    kin: frozenset[str] = frozenset()
    """Names of the class and its bases."""

    def __str__(self) -> str:
        return f"{self.source.path}: {self.scope}{'.' * bool(self.field)}{self.field}"


@dataclass(frozen=True)
class Kind:
    """A kind of mistake: the rule that should find it, why it fails, and where it can be planted."""

    name: str
    rule: Rule
    reason: str
    probe: str
    """The probe of trial.py that has to fail."""
    plant: Callable[[Source, list[PytreeClass]], Iterator[Mutant]]
    is_definition: bool = True
    """False for a mistake in code that uses a class, which has its own runs: changed classes would hide it."""


def pytree_class(told: dict[str, Any], path: str) -> PytreeClass:
    """Return a class from what the probe prints."""
    fields = tuple(PytreeField(**each) for each in told["fields"])
    rest = {name: told[name] for name in ("name", "library", "frozen", "pytree", "base_fields")}
    return PytreeClass(path=path, ancestors=tuple(told["ancestors"]), fields=fields, **rest)
