"""The class that a project's own decorator is given, while its body is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from .own.options import Keywords, Option


@dataclass(slots=True)
class GivenClass:
    """The class that a decorator is given, with what has been done to it so far."""

    library: str | None = None
    """The library that has registered it."""
    keywords: Keywords = field(default_factory=dict[str, "bool | Option"])
    """The keywords of what has made it a dataclass."""
    takes: bool = False
    """True if that gets the further keywords of the decorator."""
    is_dataclass: bool = False
    has_known_roles: bool = True
    """True if the fields themselves say which of them are static."""
    statics: str | None = None
    """The option of the decorator that lists the static fields, all others being data."""
    is_all_data: bool = False
    """True if each field is data, whatever the fields themselves say."""
    adds_replace: bool = False
    is_as_written: bool = True
    """True if nothing but the standard library and its library change the class."""
    keeps_defaults: bool = True
    """True if what makes it a dataclass gets the defaults that its body writes."""
