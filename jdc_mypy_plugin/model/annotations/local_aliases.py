"""Aliases that a function defines, ``Text = jdc.Static[str]``: mypy keeps what they stand for and not the alias."""

from __future__ import annotations

from mypy.types import Instance, Type, TypeVarType, UnboundType

from ...host.known_types import known_type
from .annotation_names import Names


def may_hide_marker(written: Type | None, declared: Type | None, names: Names) -> bool:
    """Return whether an annotation may name an alias of a function, of which mypy keeps no static marker.

    Plugins are asked about the class once mypy has left the function, where nothing tells of its names.
    """
    if not isinstance(written, UnboundType) or names.find(written.name) is not None:
        return False
    kind = known_type(declared)
    own = kind.type.name if isinstance(kind, Instance) else kind.name if isinstance(kind, TypeVarType) else ""
    return own.partition("@")[0] != written.name
