"""How static values come back from a traced function.

JAX keeps the structure of what a function returned with each trace. Static values ride in it, as what belongs to
the structure of a node, so that every trace has its own and JAX frees both together.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Sequence
from typing import Any, Final, NamedTuple, Protocol, cast

import jax
from jax.tree_util import keystr, register_pytree_node, tree_flatten, tree_flatten_with_path, tree_unflatten

from ._roles import all_leaves, static_leaves
from ._snapshot import TracerFoundError, is_atom, snapshot


class Part(Protocol):
    """A static leaf of a return value."""

    def get(self, given: Sequence[Any]) -> Any:
        """Return the value for a call with these static arguments."""
        ...


class Given(NamedTuple):
    """A static argument that is returned: each call gets back its own."""

    index: int

    def get(self, given: Sequence[Any]) -> Any:
        """See `Part`."""
        return given[self.index]


class Constant:
    """A value that cannot change."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def get(self, given: Sequence[Any]) -> Any:  # noqa: ARG002
        """See `Part`."""
        return self._value


class Copied(Constant):
    """A value without identity that can change: each call gets a new one."""

    def get(self, given: Sequence[Any]) -> Any:  # noqa: ARG002
        """See `Part`."""
        return copy.deepcopy(self._value)


class Checked(Constant):
    """An object with identity: it is returned unless it has changed since the trace."""

    def __init__(self, value: Any, content: Hashable) -> None:
        super().__init__(value)
        self._content = content

    def get(self, given: Sequence[Any]) -> Any:
        """See `Part`."""
        if snapshot(self._value) != self._content:
            raise ValueError(
                f"the static return value {self._value!r} was changed in place after the function was traced, so the "
                "compiled function would return something else than the function itself; return a copy, or an "
                "object that is not changed"
            )
        return super().get(given)


class Static:
    """Stands for a static leaf in a tree that crosses a wrapper, as a node without children."""

    __slots__ = ("_key", "part", "value")

    def __init__(self, part: Part, content: Hashable, value: Any = None) -> None:
        self.part = part
        self.value = value
        self._key = (part.index if isinstance(part, Given) else None, content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Static) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class Spec:
    """The structure of a return value, with its static leaves."""

    __slots__ = ("_dynamic", "_key", "_static", "_template", "_treedef")

    def __init__(self, treedef: Any, count: int, static: dict[int, Static]) -> None:
        self._treedef = treedef
        self._dynamic = [index for index in range(count) if index not in static]
        constant = {index: leaf for index, leaf in static.items() if type(leaf.part) is Constant}
        self._template = [constant[index].part.get(()) if index in constant else None for index in range(count)]
        self._static = [(index, leaf.part) for index, leaf in static.items() if index not in constant]
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
        return tree_unflatten(self._treedef, leaves)


class Returned:
    """A return value that has static leaves; for JAX, a node whose children are the others."""

    __slots__ = ("leaves", "spec")

    def __init__(self, spec: Spec, leaves: Sequence[Any]) -> None:
        self.spec = spec
        self.leaves = leaves


def _returned_parts(returned: Returned) -> tuple[Sequence[Any], Spec]:
    return returned.leaves, returned.spec


def _static_parts(static: Static) -> tuple[tuple[()], Static]:
    return (), static


def _static_again(static: Static, _: object) -> Static:
    return static


register_pytree_node(Returned, _returned_parts, Returned)
register_pytree_node(Static, _static_parts, _static_again)


def is_static(node: object) -> bool:
    """Whether this stands for a static leaf."""
    return type(node) is Static


class Separator:
    """Takes the return values of one function apart."""

    def __init__(self, name: str, indices: Sequence[int]) -> None:
        self._name = name
        self._indices = indices

    def flat(self, value: Any, given: Sequence[Any]) -> Any:
        """Return a `Returned` where there are static leaves, else the value itself."""
        leaves, treedef, static = self._separate(value, given)
        if not static:
            return value
        dynamic = [leaf for index, leaf in enumerate(leaves) if index not in static]
        return Returned(Spec(treedef, len(leaves), static), dynamic)

    def in_place(self, value: Any, given: Sequence[Any]) -> Any:
        """Return the value with a `Static` in place of each static leaf."""
        leaves, treedef, static = self._separate(value, given)
        return tree_unflatten(treedef, [static.get(index, leaf) for index, leaf in enumerate(leaves)])

    def _separate(self, value: Any, given: Sequence[Any]) -> tuple[list[Any], Any, dict[int, Static]]:
        leaves, treedef = tree_flatten(value)
        places = {id(argument): index for index, argument in enumerate(given)}
        static: dict[int, Static] = {}
        for index, is_static_leaf in enumerate(self._flags(value)):
            if not is_static_leaf:
                continue
            leaf = leaves[index]
            try:
                content = snapshot(leaf)
            except TracerFoundError as error:
                path = keystr(cast("Any", tree_flatten_with_path(value)[0])[index][0])
                raise TypeError(_TRACED.format(name=self._name, path=path, tracer=error.tracer)) from None
            place = places.get(id(leaf))
            part = _part(leaf, content) if place is None else Given(place)
            static[index] = Static(part, content)
        return leaves, treedef, static

    def _flags(self, value: Any) -> list[bool]:
        if not self._indices:
            return list(static_leaves(value))
        parts: tuple[Any, ...] = cast("tuple[Any, ...]", value) if type(value) is tuple else (value,)
        count = len(parts)
        if outside := [index for index in self._indices if not -count <= index < count]:
            raise ValueError(f'static_returns: "{self._name}" returned {count} values, there is none at {outside[0]}')
        chosen = {index % count for index in self._indices}
        flags: list[bool] = []
        for index, part in enumerate(parts):
            flags.extend(all_leaves(part, True) if index in chosen else static_leaves(part))
        return flags


def _part(value: Any, content: Hashable) -> Part:
    cls = type(value)
    if is_atom(cls) or cls in (float, complex) or isinstance(value, jax.Array):
        return Constant(value)
    if cls.__hash__ is None:
        try:
            return Copied(copy.deepcopy(value))
        except Exception:  # whatever keeps a class from being copied
            return Checked(value, content)
    return Checked(value, content)


_TRACED: Final = (
    'the return value of "{name}" is static at {path}, but depends on what is traced: it holds the tracer {tracer}. A '
    "static value is fixed when the function is traced and cannot follow the arguments. Return the array as a leaf of "
    "its own, not inside an object that is no pytree, under `aux` of a structure tree, or at an index of "
    "static_returns."
)
