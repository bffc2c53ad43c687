"""Facts that a run knows of something that JAX refuses, besides its shapes."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import Expression, TypeInfo

from jdc_spec.rules import Rule
from jdc_spec.shapes import ShapePattern


class Refusal(NamedTuple):
    """Other facts about something that a rule about objects reports."""

    rule: Rule
    field: tuple[TypeInfo, str] | None = None
    """The class and the name of the data field that holds what is no leaf."""
    is_declared: bool = False
    """True where an annotation tells of the argument that holds it."""
    is_open: bool = False
    """True of what another module assigns to, where mypy has no type of that."""


class OfField(NamedTuple):
    """An argument for a field whose annotation excludes it."""

    argument: Expression
    pattern: ShapePattern
