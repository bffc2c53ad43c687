"""How calls are taken apart: worked out once for each structure and combination of leaf types."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, cast
from weakref import WeakValueDictionary

from ._atoms import is_atom
from ._constants import Array, TracedArrays, check_constants
from ._function import Function
from ._kinds import kind_of
from ._names import Name, add
from ._ordered import ordered_in_call
from ._roles import Named, named_in_call, static_in_call
from ._snapshot import Reader, TracerFoundError
from ._trees import flatten, flatten_with_path, path_string, unflatten
from ._unlike_keys import unlike_keys

Leaves = Sequence[Any]
Take = Callable[[Leaves], tuple[Any, ...]]
Forget = Callable[[list[Array]], None]
Snapshots = tuple[Hashable, ...]


class Read(NamedTuple):
    """What the static leaves of a call are compared by, and the NumPy arrays in them."""

    contents: Snapshots
    arrays: list[Array]


class Layout:
    """Where static and other leaves stand in a call.

    ``atoms`` are static leaves that are compared as they are, ``opaque`` ones by their snapshots.
    """

    __slots__ = ("_positions", "identity", "keys", "opaque", "static", "treedef")

    def __init__(
        self, treedef: Any, keys: Hashable, kinds: Leaves, static: Sequence[bool], donated: Sequence[bool]
    ) -> None:
        where: dict[str, list[int]] = {"atoms": [], "opaque": [], "kept": [], "donated": []}
        for index, (kind, is_static, is_donated) in enumerate(zip(kinds, static, donated, strict=True)):
            atomic = isinstance(kind, type) and is_atom(kind)
            role = ("atoms" if atomic else "opaque") if is_static else ("donated" if is_donated else "kept")
            where[role].append(index)
        self.treedef = treedef
        self.keys = keys
        self.opaque = where["opaque"]
        self.static = sorted(where["atoms"] + where["opaque"])
        self._positions = tuple(map(tuple, where.values()))
        self.identity = (treedef, keys, self._positions, tuple(kinds[index] for index in self.static))

    def takers(self) -> tuple[Take, ...]:
        """Return functions that take atoms, opaque, kept and donated leaves out of all leaves."""
        count = self.treedef.num_leaves
        return tuple(_taker(positions, count) for positions in self._positions)

    def merge(self, *parts: Iterable[Any]) -> Any:
        """Put the args and kwargs together from atoms, opaque, kept and donated leaves."""
        leaves: list[Any] = [None] * sum(map(len, self._positions))
        for positions, part in zip(self._positions, parts, strict=False):
            for index, leaf in zip(positions, part, strict=True):
                leaves[index] = leaf
        return unflatten(self.treedef, leaves)


def _taker(positions: tuple[int, ...], count: int) -> Take:
    if not positions:
        return lambda _: ()
    if len(positions) == count:
        return tuple
    if len(positions) == 1:
        return lambda leaves: (leaves[positions[0]],)
    return cast("Take", cast("Any", itemgetter)(*positions))


class Case:
    """Static leaves of a layout, for which there is one program for each combination of shapes and dtypes."""

    __slots__ = ("__weakref__", "arrays", "atoms", "layout", "name", "opaque", "snapshots")

    def __init__(self, layout: Layout, atoms: tuple[Any, ...], snapshots: Snapshots = ()) -> None:
        self.layout = layout
        self.atoms = atoms
        self.snapshots = snapshots
        self.opaque: tuple[Any, ...] = ()
        """Those of the last call, since earlier ones may have been changed in place."""
        self.arrays = TracedArrays(())
        self.name = Name(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Case) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> Hashable:
        return (self.layout.identity, self.atoms, self.snapshots)


class Cases:
    """The cases of a layout, by their atoms, or where there are opaque leaves by atoms and snapshots."""

    __slots__ = ("__weakref__", "known", "layout")

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.known: dict[Any, Case] = {}


class Plan:
    """How calls of a layout are taken apart, whatever the types of the traced leaves."""

    __slots__ = ("cases", "known", "layout", "take_atoms", "take_donated", "take_kept", "take_opaque")

    def __init__(self, cases: Cases) -> None:
        self.cases = cases
        self.layout = cases.layout
        self.known = cases.known
        self.take_atoms, self.take_opaque, self.take_kept, self.take_donated = cases.layout.takers()

    def add_case(self, atoms: tuple[Any, ...]) -> Case:
        """Return the case of these atoms, where there are no opaque leaves."""
        return add(self.known, atoms, Case(self.layout, atoms))

    def opaque_case(self, atoms: tuple[Any, ...], opaque: tuple[Any, ...], read: Read, forget: Forget) -> Case:
        """Return the case of these atoms and opaque leaves; ``forget`` drops programs with arrays."""
        key = (atoms, read.contents)
        case = self.known.get(key)
        if case is not None and (changed := case.arrays.changed(read.arrays)):
            forget(changed)
            case = None
        if case is None:
            leaves = set(map(id, opaque))
            check_constants((array for array in read.arrays if id(array) not in leaves), forget)
            case = add(self.known, key, Case(self.layout, atoms, read.contents))
            case.arrays = TracedArrays(read.arrays)
        case.opaque = opaque
        return case


class Plans:
    """The plans of one function."""

    def __init__(self, function: Function, static: Named, donated: Named) -> None:
        self._function = function
        self._static = static
        self._donated = donated
        self.orders = bool(static.positions or static.names)
        self.donates = bool(donated.positions or donated.names)
        self.known: dict[Any, Plan] = {}
        """By treedef and types of leaves, for who looks first on its own."""
        self._sharing = threading.Lock()
        self._cases: WeakValueDictionary[Any, Cases] = WeakValueDictionary()

    def order(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of a call with dicts in static ones as nodes that keep their order."""
        return ordered_in_call(args, kwargs, self._static)

    def find(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], Plan]:
        """Return the leaves of a call and how to take them apart."""
        leaves, treedef = flatten((args, kwargs))
        plan = self.known.get((treedef, tuple(map(type, leaves))))
        return leaves, plan or self.look_closer(args, kwargs, leaves, treedef)

    def look_closer(self, args: tuple[Any, ...], kwargs: dict[str, Any], leaves: list[Any], treedef: Any) -> Plan:
        """Return the plan of a call that has NumPy arrays, whose dtypes matter, or is not known yet."""
        kinds = tuple(map(kind_of, leaves))
        plan = self.known.get((treedef, kinds))
        return plan or self._by_keys(args, kwargs, treedef, kinds)

    def _by_keys(self, args: tuple[Any, ...], kwargs: dict[str, Any], treedef: Any, kinds: tuple[Any, ...]) -> Plan:
        """Return the plan of a call whose dicts may have keys that are equal to others, such as 1 and True."""
        keys = unlike_keys(treedef)
        key = (treedef, kinds, keys) if keys else (treedef, kinds)
        plan = self.known.get(key)
        if plan is None:
            static = static_in_call(args, kwargs, self._static)
            layout = Layout(treedef, keys, kinds, static, named_in_call(args, kwargs, self._donated))
            with self._sharing:
                cases = self._cases.setdefault(layout.identity, Cases(layout))
            plan = add(self.known, key, Plan(cases))
        return plan

    def forget(self, arrays: list[Array]) -> bool:
        """Forget all cases if one has one of the arrays; return whether so."""
        tables = [plan.known for plan in list(self.known.values())]
        if not any(case.arrays.any_of(arrays) for table in tables for case in list(table.values())):
            return False
        for table in tables:
            table.clear()
        return True

    def clear(self) -> None:
        """Forget all plans."""
        self.known.clear()

    def read(self, positions: Sequence[int], values: Leaves, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Read:
        """Return what the static leaves at these positions of a call are compared by.

        Raises:
            TypeError: one holds a tracer.

        """
        taken: list[Hashable] = []
        reader = Reader()  # one, which sees where leaves share an object
        try:
            taken.extend(map(reader.read, values))
        except TracerFoundError as error:
            where = self.describe(positions[len(taken)], args, kwargs)
            raise TypeError(_TRACER.format(where=where, found=error.found)) from None
        return Read(tuple(taken), reader.arrays)

    def describe(self, index: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        """Say which leaf of a call stands at an index."""
        (part, argument, *rest), _ = flatten_with_path((args, kwargs))[0][index]
        name = argument.key if part.idx else self._function.parameter(argument.idx)
        return f'argument "{name}{path_string(tuple(rest))}" of "{self._function.name}"'


_TRACER: Final = (
    "{where} is static, but holds {found}: a value that an enclosing transformation computes, or that an "
    "earlier trace left there, such as by `self.x = ...` in a traced function. Static values are compared before the "
    "function is traced, so they must be known then. Pass the array as an argument or leaf of "
    "its own; in a structure tree keep it under `params` or `buffers`, not `aux`; and register a class that holds "
    "arrays as a pytree, as with jdc.pytree_dataclass."
)
