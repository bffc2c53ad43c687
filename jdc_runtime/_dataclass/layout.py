"""Facts about a class for the rest of the runtime: if it is jdc's, and the role of each field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LAYOUT: Final = "__jdc_layout__"
"""The class attribute that holds the `Layout`."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a pytree dataclass by role, each in the order of definition, or of the lists given.

    ``data`` are children of the node, ``static`` are part of its treedef, ``dropped`` are neither: an
    unflattened object has their defaults.
    """

    data: tuple[str, ...]
    static: tuple[str, ...]
    dropped: tuple[str, ...]


def layout_of(cls: type) -> Layout | None:
    """Return the layout of a class that is itself a jdc pytree; None for every other class.

    An undecorated subclass of a jdc class is not a pytree, so it has no layout either.
    """
    layout = cls.__dict__.get(LAYOUT)
    return layout if isinstance(layout, Layout) else None
