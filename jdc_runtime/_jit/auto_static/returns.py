"""How static values come back from a traced function.

JAX keeps the structure of what a function returned with each trace. Static values ride in it, by name, as what
belongs to the structure of a node, so that every trace has its own.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from .closures import ClosureReader, holds_any, known_functions
from .constants import Array, TracedArrays
from .jax_trees import flatten, flatten_with_path, path_string, register_node, unflatten
from .returned_leaves import Constant, Given, Part, is_iterator, part_of
from .snapshot import Reader, TracerFoundError
from .stand_in_names import Name
from .static_leaves import all_leaves, static_leaves
from .traced_leaves import class_of
from .versions import Code, Vector, uses


class Spec:
    """The structure of a return value, with its static leaves."""

    __slots__ = ("__weakref__", "_dynamic", "_key", "_static", "_template", "_treedef")

    def __init__(self, treedef: Any, static: Mapping[int, Part]) -> None:
        count = treedef.num_leaves
        self._treedef = treedef
        self._dynamic = [index for index in range(count) if index not in static]
        constant = {index: part.value for index, part in static.items() if type(part) is Constant}
        self._template = [constant.get(index) for index in range(count)]
        self._static = [(index, part) for index, part in static.items() if index not in constant]
        self._key = (treedef, tuple(static.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spec) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def restore(self, dynamic: Sequence[Any], given: Sequence[Any]) -> Any:
        """Return the value for what JAX computed and the static arguments of this call."""
        leaves = self._template.copy()
        for index, leaf in zip(self._dynamic, dynamic, strict=True):
            leaves[index] = leaf
        for index, part in self._static:
            leaves[index] = part.get(given)
        return unflatten(self._treedef, leaves)


class Returned:
    """A return value that has static leaves; for JAX, a node whose children are the others."""

    __slots__ = ("leaves", "name")

    def __init__(self, name: Name[Spec], leaves: Sequence[Any]) -> None:
        self.name = name
        self.leaves = leaves


class GivenValues:
    """The static arguments of calls whose are alike: the last ones, since earlier ones may have been changed."""

    __slots__ = ("__weakref__", "arrays", "codes", "name", "values", "vector")

    def __init__(self, arrays: TracedArrays, codes: tuple[Code, ...], vector: Vector) -> None:
        self.name = Name(self)
        self.arrays = arrays
        self.codes = codes
        self.vector = vector
        self.values: Sequence[Any] = ()

    def uses(self, arrays: Sequence[Array]) -> bool:
        """Return whether they were traced with one of the arrays."""
        return self.arrays.any_of(arrays) or uses(self.codes, arrays)


class Static:
    """Stands for a static leaf in a tree that crosses a wrapper, as a node without children.

    An argument has its index among the static ones; what is returned refers to a `Part`.
    """

    __slots__ = ("index", "name")

    def __init__(self, name: Name[Any], index: int | None = None) -> None:
        self.name = name
        self.index = index

    def __repr__(self) -> str:
        content = self.name.content  # shown by wrappers that are not content with what they were given
        return repr(content if self.index is None else content.values[self.index])

    def get(self, given: Sequence[Any]) -> Any:
        """Return the value for a call with these static arguments."""
        return self.name.content.get(given) if self.index is None else given[self.index]


def _take_returned(node: Returned) -> tuple[Sequence[Any], Name[Spec]]:
    return node.leaves, node.name


def _take_static(node: Static) -> tuple[tuple[()], tuple[Name[Any], int | None]]:
    return (), (node.name, node.index)


def _make_static(names: tuple[Name[Any], int | None], _: object) -> Static:
    return Static(*names)


register_node(Returned, _take_returned, Returned)
register_node(Static, _take_static, _make_static)


def is_static(node: object) -> bool:
    """Return whether this stands for a static leaf."""
    return type(node) is Static


class Separator:
    """Takes the return values of one function apart."""

    def __init__(self, name: str, indices: Sequence[int]) -> None:
        self._name = name
        self._indices = indices
        self._naming = threading.Lock()
        self._names: WeakValueDictionary[Any, Name[Any]] = WeakValueDictionary()
        self._contents: WeakKeyDictionary[Name[Any], Any] = WeakKeyDictionary()
        """The values that names stand for, kept as long as JAX keeps the names."""

    def flat(self, value: Any, given: Sequence[Any], atoms: Sequence[Any]) -> Any:
        """Return a `Returned` where there are static leaves, else the value itself."""
        leaves, treedef, static = self._separate(value, given, atoms)
        if not static:
            return value
        dynamic = [leaf for index, leaf in enumerate(leaves) if index not in static]
        return Returned(self._named(Spec(treedef, static)), dynamic)

    def in_place(self, value: Any, given: Sequence[Any]) -> Any:
        """Return the value with a `Static` in place of each static leaf."""
        leaves, treedef, static = self._separate(value, given)
        for index, part in static.items():
            leaves[index] = Static(self._named(part))
        return unflatten(treedef, leaves)

    def _named(self, content: Any) -> Name[Any]:
        with self._naming:
            name = self._names.get(content)
            if name is None:
                name = Name(content)
                self._contents[name] = content
                self._names[content] = name
            return name

    def _separate(
        self, value: Any, given: Sequence[Any], atoms: Sequence[Any] = ()
    ) -> tuple[list[Any], Any, dict[int, Part]]:
        leaves, treedef = flatten(value)
        places = {id(argument): index for index, argument in enumerate(given)}
        known = known_functions((*given, *atoms))
        static: dict[int, Part] = {}
        for index, is_static_leaf in enumerate(self._flags(value)):
            if not is_static_leaf:
                continue
            leaf = leaves[index]
            place = places.get(id(leaf))
            try:
                content = Reader().read(leaf)
                shares = place is None and holds_any(leaf, given, known)
            except TracerFoundError as error:
                path = path_string(flatten_with_path(value)[0][index][0])
                where = f"static at {path}, but" if path else "static, but"
                raise TypeError(_TRACED.format(name=self._name, where=where, found=error.found)) from None
            if place is not None:
                static[index] = Given(place)
            elif is_iterator(leaf):
                raise TypeError(_ITERATOR.format(name=self._name, found=class_of(leaf).__name__))
            else:
                static[index] = part_of(leaf, content, functools.partial(ClosureReader, known) if shares else None)
        return leaves, treedef, static

    def _flags(self, value: Any) -> list[bool]:
        if not self._indices:
            return list(static_leaves(value))
        cls = class_of(value)
        is_tuple = cls is tuple or (tuple in cls.__mro__ and "_fields" in dir(cls))
        parts: tuple[Any, ...] = value if is_tuple else (value,)
        count = len(parts)
        if outside := [index for index in self._indices if not -count <= index < count]:
            raise ValueError(f'static_returns: "{self._name}" returned {count} values, there is none at {outside[0]}')
        chosen = {index % count for index in self._indices}
        flags: list[bool] = []
        for index, part in enumerate(parts):
            flags.extend(all_leaves(part, True) if index in chosen else static_leaves(part))
        return flags


_TRACED: Final = (
    'the return value of "{name}" is {where} depends on what is traced: it holds {found}. A static '
    "value is fixed when the function is traced and cannot follow the arguments. Return the array as a leaf of its "
    "own, not inside an object that is not a pytree, under `aux` of a structure tree, at an index of static_returns, "
    "or in the closure of a function."
)
_ITERATOR: Final = (
    'the return value of "{name}" has an iterator ({found}), which can be used once, but the compiled function would '
    "return the same one from every call. Return a list or a tuple of its items."
)
