"""The static leaves that a function was called with, each combination with programs of its own."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any, NamedTuple

from .call_layout import Layout, Snapshots
from .constants import Array, TracedArrays, check_nested, forget_all
from .stand_in_names import Name, add
from .versions import Code, CodesOfFunction, Vector, check_code, uses, versions


class Read(NamedTuple):
    """The snapshots by which the static leaves of a call are compared, with the NumPy arrays and the code in them."""

    contents: Snapshots
    arrays: list[Array]
    codes: Collection[Any]


class Case:
    """Static leaves of a layout, for which there is one program for each combination of shapes and dtypes."""

    __slots__ = (
        *("__weakref__", "_versions", "arrays", "atoms", "codes", "layout", "name", "opaque", "snapshots", "vector"),
    )

    def __init__(
        self,
        layout: Layout,
        atoms: tuple[Any, ...],
        snapshots: Snapshots,
        codes: tuple[Code, ...],
        vector: Vector = (),
    ) -> None:
        self.layout = layout
        self.atoms = atoms
        self.snapshots = snapshots
        self.codes = codes
        """Other state that programs depend on; the case itself has none then, but one for each state of these."""
        self.vector = vector
        self._versions: dict[Vector, Case] = {}
        self.opaque: tuple[Any, ...] = ()
        """Those of the last call, since earlier ones may have been changed in place."""
        self.arrays = TracedArrays(())
        self.name = Name(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Case) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> Hashable:
        return (self.layout.identity, self.atoms, self.snapshots, self.vector)

    def uses(self, arrays: list[Array]) -> bool:
        """Return whether a program of the case was traced with one of the arrays."""
        return self.arrays.any_of(arrays) or uses(self.codes, arrays)

    def now(self) -> Case:
        """Return the case of the present state of the code."""
        vector = versions(self.codes)
        case = self._versions.get(vector)
        if case is None:
            check_code(self.codes)
            case = add(self._versions, vector, Case(self.layout, self.atoms, self.snapshots, self.codes, vector))
        case.opaque = self.opaque
        return case

    def forget(self) -> None:
        """Forget the cases of other states of the code."""
        self._versions.clear()


class Cases:
    """The cases of a layout, by their atoms, or where there are opaque leaves by atoms and snapshots."""

    __slots__ = ("__weakref__", "known", "layout")

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.known: dict[Any, Case] = {}


class Plan:
    """How calls of a layout are taken apart, whatever the types of the traced leaves."""

    __slots__ = (
        "_codes",
        "cases",
        "known",
        "layout",
        "only",
        "take_atoms",
        "take_donated",
        "take_kept",
        "take_opaque",
    )

    def __init__(self, cases: Cases, codes: CodesOfFunction) -> None:
        self.cases = cases
        self._codes = codes
        self.layout = cases.layout
        self.known = cases.known
        self.take_atoms, self.take_opaque, self.take_kept, self.take_donated = cases.layout.takers()
        self.only = self.add_case(()) if self.layout.is_traced else None
        """The case, where all leaves are traced; it takes them as they are, in a list."""

    def forget(self) -> None:
        """Forget all cases."""
        self.known.clear()
        if self.only is not None:
            self.only.forget()
            self.known[()] = self.only

    def add_case(self, atoms: tuple[Any, ...]) -> Case:
        """Return the case of these atoms, where there are no opaque leaves."""
        return add(self.known, atoms, Case(self.layout, atoms, (), self._codes.own + self._codes.of(atoms)))

    def opaque_case(self, atoms: tuple[Any, ...], opaque: tuple[Any, ...], read: Read) -> Case:
        """Return the case of these atoms and opaque leaves."""
        key = (atoms, read.contents)
        case = self.known.get(key)
        if case is not None and read.arrays and (changed := case.arrays.changed(read.arrays)):
            forget_all(changed)
            case = None
        if case is None:
            check_nested(read.arrays, opaque)
            codes = self._codes.own + self._codes.of((*atoms, *read.codes))
            case = add(self.known, key, Case(self.layout, atoms, read.contents, codes))
            case.arrays = TracedArrays(read.arrays)
        case.opaque = opaque
        return case
