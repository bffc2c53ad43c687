"""A library: its facts, and how the facts of one class are read from its definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mypy.nodes import DataclassTransformSpec
from mypy.plugin import ClassDefContext

from jdc_spec.libraries import LibraryNames

from ..syntax.names.imported_names import as_imported
from .definition import Definition
from .facts import Differences, Facts, Roles
from .field_functions import FieldFunction


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of reading one class."""

    roles: Roles | None
    """The roles of fields that the class lists; None where its field lists cannot be read."""
    differences: Differences = field(default_factory=dict[str, bool | str])
    """The facts of the class that are not those of every class of the library."""


def read_lists(definition: Definition) -> Decision:
    """Read a class about which only its field lists say more than its library."""
    return Decision(definition.roles())


@dataclass(frozen=True, slots=True)
class Library:
    """One library's way of making a pytree dataclass."""

    names: LibraryNames
    facts: Facts
    """The facts of a class whose definition says nothing else."""
    read: Callable[[Definition], Decision] = read_lists
    field_functions: Mapping[str, FieldFunction] = field(default_factory=dict[str, FieldFunction])
    """Its field functions by the name under which they are imported."""
    transform: DataclassTransformSpec | None = None
    """How its decorator makes dataclasses, where the library has no types or may be missing; None where it says so
    itself."""
    needs_base: frozenset[str] = frozenset()
    """Full names of base classes without which a class is no more than a dataclass, and with which any dataclass is
    registered."""
    registers: Callable[[Definition], bool] | None = None
    """Returns whether it registers a class that `dataclasses.dataclass` makes; None where its own decorator does."""
    has_metaclass: bool = False
    """True if its base class has a metaclass, for which mypy does not simulate ``__init_subclass__``."""
    base_makes_none: bool = False
    """True if its base class registers subclasses and makes no dataclasses of them."""
    prepare: Callable[[ClassDefContext], None] | None = None
    """Corrects a subclass of its base class before mypy makes it a dataclass."""
    finish: Callable[[ClassDefContext, Facts], None] | None = None
    """Corrects what mypy makes of a class, once mypy has made it a dataclass."""

    def makes_pytree(self, definition: Definition) -> bool:
        """Return whether a class is a pytree that stands under a decorator of the library."""
        return not self.needs_base or self.has_base(definition)

    def has_base(self, definition: Definition) -> bool:
        """Return whether a class has one of the bases that the library needs."""
        if any(base.fullname in self.needs_base for base in definition.cls.info.mro):
            return True
        written = definition.cls.base_type_exprs if self.needs_base and definition.cls.info.fallback_to_any else ()
        return any(as_imported(each, definition.module) in self.needs_base for each in written)
