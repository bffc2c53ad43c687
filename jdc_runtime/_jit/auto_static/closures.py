"""Functions that are made in a trace: tracers in their closures must not get out with them."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from .atoms import JITTED, Identity, is_atom
from .snapshot import Node, Reader
from .traced_leaves import class_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


_FUNCTIONS: Final = (FunctionType, JITTED)


class ClosureReader(Reader):
    """Reads closures and defaults of functions as well, except of ``known`` ones."""

    def __init__(self, known: Mapping[int, object]) -> None:
        super().__init__(caches=False)
        self._known = known

    def fixed(self, cls: type[Any], value: Any) -> Node | None:
        """See `Reader.fixed`."""
        if not issubclass(cls, _FUNCTIONS) or id(value) in self._known:
            return super().fixed(cls, value)
        return None

    def node(self, cls: type[Any], value: Any) -> Node:
        """See `Reader.node`."""
        return (Identity(value), _held(value)) if issubclass(cls, _FUNCTIONS) else super().node(cls, value)


def _held(function: Any) -> list[Any]:
    """Return what a function holds."""
    if not isinstance(function, FunctionType):
        return [getattr(function, "__wrapped__", None)]
    held: list[Any] = [function.__defaults__, function.__kwdefaults__]
    for cell in function.__closure__ or ():
        try:
            held.append(cell.cell_contents)
        except ValueError:  # not assigned yet
            held.append(None)
    return held


def known_functions(values: Iterable[Any]) -> dict[int, object]:
    """Return those of the values that are functions, by their ids."""
    return {id(value): value for value in values if issubclass(class_of(value), _FUNCTIONS)}


def holds_any(value: object, given: Collection[Any], known: Mapping[int, object]) -> bool:
    """Return whether a value holds an argument that can change, also in the closure of a function that is not known.

    Raises:
        TracerFoundError: it holds a tracer.

    """
    reader = ClosureReader(known)
    reader.read(value)
    return any(id(argument) in reader.met for argument in given if not is_atom(class_of(argument)))
