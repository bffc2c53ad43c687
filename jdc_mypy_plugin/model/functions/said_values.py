"""Values as the notes of a function tell of them: a text, or a list that begins with one, kept as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, TypeGuard, cast

Said = Any
"""The facts known of a value."""
NONE: Final = "None"
SOME: Final = "some"
"""A value that is not None."""
NEVER: Final = "never"
"""The result of a function that always raises an error."""
UNKNOWN: Final = ""
AT: Final = "at"
"""A parameter, or a part of one: the names follow."""
COPY: Final = "copy"
"""A copy of a part, with the new values of fields."""
MADE: Final = "made"
"""An object of a class: its name, and what its constructor is given by position and by name.

The name is a full one where the module imports the module of the class alone. It is empty for the class whose class
method the function is.
"""
RAN: Final = "ran"
"""The result of a function: its name, full where the module imports it, and what it is given as above."""
METHOD: Final = "method"
"""The result of a method with arguments, or of a value that is made: the object, the name, and what it is given."""
ROW: Final = "row"
"""A tuple of the items that follow."""
CALCULATED: Final = "calculated"
"""A number or an array that is made of the parts that follow."""
ARRAY: Final = "array"
"""An array that a function of `jax.numpy` makes of the parts that follow."""
ITEM: Final = "item"
"""An item of the part that follows: of an array another array, of a container anything."""
COUNTED: Final = "counted"
"""A part that follows, with a number other than 0 that is added to it, the last item."""
LITERAL: Final = "literal"
"""A number or a text that a call is given."""
CALLED: Final = "()"
"""The end of the name of a part that a method without arguments gives back."""


def is_written_out(said: Said) -> TypeGuard[list[Any]]:
    """Return whether more is known of a value than a text says."""
    return isinstance(said, list)


def paths_in(said: Said) -> list[Said]:
    """Return the parts that a value is, or is calculated of."""
    if not is_written_out(said):
        return []
    if said[0] == COUNTED:
        return said[1:2]
    return said[1:] if said[0] in (CALCULATED, ARRAY, ITEM) else [said] if said[0] == AT else []


def calculated(operands: Iterable[Said], kind: str = CALCULATED) -> Said:
    """Return a value that is made of others, of the parts that those are made of, each once."""
    paths: list[Said] = []
    for path in chain.from_iterable(map(paths_in, operands)):
        if path not in paths:
            paths.append(path)
    return [kind, *paths] if paths else SOME


def length(said: Said, most: int) -> int:
    """Return how many parts a value has, those of its parts too, counted up to ``most``."""
    if not isinstance(said, Mapping | list | tuple):
        return 1
    held = cast("Mapping[str, Said] | Sequence[Said]", said)
    count = 1
    for part in held.values() if isinstance(held, Mapping) else held:
        if count >= most:
            break
        count += length(part, most - count)
    return count
