"""The facts that rules ask of a class. Rules never ask which library made it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Role = Literal["data", "static", "dropped", "unknown"]
"""``dropped``: not part of the tree at all."""

Roles = Mapping[str, Role]

Differences = Mapping[str, bool | str]
"""Facts of one class that are not those of every class of its library, by name; JSON can say them."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one class."""

    library: str
    """The name of the library, for messages."""
    decorator: str
    """How to write its decorator in advice."""
    static_advice: str | None
    """How to write a static field in advice; ``{type}`` stands for the annotation. None where there are none."""
    misplaced_marker: str
    """The end of a sentence: how it treats a static marker that it cannot honour."""
    annotation_markers: frozenset[str]
    """Full names of the ``Annotated`` aliases that make a field static."""
    static_keys: frozenset[str]
    """Keys of field metadata that it reads as a static marker."""
    frozen: bool
    """True if no object can be assigned to; False where nothing says so."""
    adds_replace: bool
    """True if the class gets a ``replace`` method."""
    unflattens_through_init: bool
    """True if ``tree.map`` and every transformation call ``__init__`` and ``__post_init__`` again."""
    unflattens_past_init: bool = False
    """True if unflattening calls ``__post_init__`` alone."""
    adds_set: bool = False
    """True if the class gets a ``set`` method that does what ``replace`` does elsewhere."""
    refuses_init_false: bool = False
    """True if a field with ``init=False`` is refused where the class has no field lists."""
    freezes_every_attribute: bool = False
    """True if frozen goes for attributes that are not fields too, and for objects of every subclass."""
    makes_fields_alone: bool = False
    """True if a constructor that gives an object an attribute which is not a field raises."""
    freezes_by_base: bool = False
    """True if a base class freezes objects, and dataclasses know nothing of it."""
    is_dataclass: bool = True
    """False if the class gets no constructor: its fields are what its body annotates, and the constructor that it
    writes may set other attributes, which are leaves too."""
    is_strict: bool = False
    """True if the rules on field types are the library's own promise, so that breaking one is an error at
    the class. Elsewhere only what is certain to fail is reported."""
    filters_leaves: bool = False
    """True if the library has transformations of its own that pass over leaves which are not arrays, so that only
    those of JAX refuse them."""
    checks_init: bool = False
    """True if it runs the ``converter`` of `equinox.field` and the method ``__check_init__``."""
    reads_optional: bool = False
    """True if the array annotation in ``Annotated[...] | None`` counts."""
    copiers: frozenset[str] = frozenset()
    """Full names of its ``copy_and_mutate``, which makes objects of its own classes writable."""
    init_false: Role | None = None
    """The role of a field with ``init=False``; None where such a field has the role of any other."""
    unlisted: Role | None = None
    """The role of a field that the class's field lists leave out; None where the field itself says it."""
    unmarked: Role = "data"
    """The role of a field that nothing marks."""
    sorts_by_type: bool = False
    """True if the type of a field decides: one in which the library finds no array of JAX is static."""
    inherits_lists: bool = True
    """True if the field lists of a base go for its subclasses."""
    overwrites: frozenset[str] = frozenset()
    """Methods that it writes into a class in the place of the class's own."""
    overwrites_in_mappings: frozenset[str] = frozenset()
    """Those that it overwrites besides where the objects are mappings."""
    refused_fields: frozenset[str] = frozenset()
    """Names that no field may have."""
    is_registered_by_hand: bool = False
    """True if what registers the class is not what makes it a dataclass."""
    is_flattened_by_hand: bool = False
    """True if a function of the program says which fields are leaves, and no marker does."""
    registers_late: bool = False
    """True if nothing is registered until an object is made, and another registration goes first."""
    keeps_attributes: bool = False
    """True if an attribute that is not a field is a leaf too."""
    opens_in_construction: bool = False
    """True if ``__init__``, ``__post_init__`` and what they call may assign to the fields of a frozen object."""
    refuses_deletion: bool = True
    """True if a field of a frozen object cannot be deleted either."""
    change: str | None = None
    """The library's own call that makes a changed object, with ``{field}`` for the field; None for the usual ones."""
    converts: bool = False
    """True if ``converter=`` of a field converts what the constructor is given, or assigns."""
    checks_fields: bool = False
    """True if ``__init__`` may assign to fields alone and has to assign to each, and is then all that runs."""
    hashes_methods: bool = False
    """True if a hash is that of all fields, and a bound method's is that of its object."""
    refuses_dataclasses: bool = False
    """True if its decorator refuses a class that is a dataclass already."""
    passes_over_own: bool = False
    """True if its decorator does nothing to a class that the library has already made a dataclass."""
    is_mapping: bool = False
    """True if an object is a mapping of its fields, and the constructor is that of `dict`."""

    def written_static(self, name: str, shown: str, *, has_default: bool) -> str | None:
        """Word a static field for advice: its name and annotation, and what makes it static."""
        if self.static_advice is None:
            return None
        written = f"{name}: {self.static_advice.format(type=shown)}"
        return f"`{_with_default(written) if has_default else written}`"

    def of_class(self, differences: Differences) -> Facts:
        """Return the facts of a class that differ from those of its library."""
        return _with(self, tuple(sorted(differences.items()))) if differences else self


def _with_default(written: str) -> str:
    """Add a default to the call that makes a field, or to the annotation alone."""
    if not written.endswith(")"):
        return f"{written} = ..."
    separator = "" if written.endswith("()") else ", "
    return f"{written.removesuffix(')')}{separator}default=...)"


@functools.cache
def _with(facts: Facts, differences: tuple[tuple[str, bool | str], ...]) -> Facts:
    return dataclasses.replace(facts, **dict(differences))  # type: ignore[arg-type]
