"""How calls are taken apart: worked out once for each structure and combination of leaf types."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Sequence
from typing import Any, Final
from weakref import WeakValueDictionary

from .call_layout import Layout, Leaves
from .constants import Array
from .jax_trees import flatten, flatten_with_path, path_string
from .ordered import ordered_in_call
from .snapshot import Reader, TracerFoundError
from .stand_in_names import add
from .static_cases import Cases, Plan, Read
from .static_leaves import Named, named_in_call, static_in_call
from .traced_leaves import kind_of
from .unlike_keys import unlike_keys
from .versions import CodesOfFunction
from .wrapped_function import Function


class Plans:
    """The plans of one function."""

    def __init__(self, function: Function, static: Named, donated: Named) -> None:
        self._function = function
        self._static = static
        self._donated = donated
        self.codes = CodesOfFunction(function.fun, function.name)
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
            plan = add(self.known, key, Plan(cases, self.codes))
        return plan

    def forget(self, arrays: list[Array]) -> bool:
        """Forget all cases if one has one of the arrays; return whether so."""
        tables = [plan.known for plan in list(self.known.values())]
        if not any(case.uses(arrays) for table in tables for case in list(table.values())):
            return False
        for plan in list(self.known.values()):
            plan.forget()
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
        return Read(tuple(taken), reader.arrays, reader.codes.values())

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
