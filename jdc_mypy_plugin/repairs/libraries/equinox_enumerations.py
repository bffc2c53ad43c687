"""Members of an `equinox.Enumeration`, whose body says the text of each: ``successful = ""``.

The class makes an item of each of them, which mypy does not see.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import TypeInfo
from mypy.plugin import AttributeContext
from mypy.types import Instance, Type

from ...host.known_types import known_type

ENUMERATION: Final = "equinox._enum.Enumeration"


def has_member(info: TypeInfo | None, name: str) -> bool:
    """Return whether a class is an enumeration and a name one of its members."""
    return info is not None and info.has_base(ENUMERATION) and name in info.names


def item(ctx: AttributeContext, info: TypeInfo) -> Type:
    """Return the type of a member: the enumeration, where its body says a text."""
    text = known_type(ctx.default_attr_type)
    is_text = isinstance(text, Instance) and text.type.fullname == "builtins.str"
    return Instance(info, []) if is_text else ctx.default_attr_type
