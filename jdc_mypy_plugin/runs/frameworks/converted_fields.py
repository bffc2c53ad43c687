"""Fields whose library converts what they are given, ``eqx.field(converter=jnp.asarray)``, in a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mypy.nodes import AssignmentStmt, CallExpr, NameExpr

from jdc_operations.values import UNKNOWN

from ...model.converters import converters
from ...syntax.arguments import by_keyword
from ..things import Frame, Object, Thing

if TYPE_CHECKING:
    from ..machine import Machine


def converters_in(statement: AssignmentStmt, inside: Frame, machine: Machine) -> Iterator[tuple[str, Thing]]:
    """Yield the field that a statement of a class body declares with a converter, and the converter."""
    value, target = statement.rvalue, statement.lvalues[0]
    written = by_keyword(value, "converter") if isinstance(value, CallExpr) else None
    if written is not None and isinstance(target, NameExpr):
        yield target.name, machine.expressions.value(written, inside)


def convert(made: Object, machine: Machine) -> None:
    """Give each field that has a converter what that makes of its value, as equinox does when an object is made."""
    info = made.info
    if info is None or made.attributes is None:
        return
    for name in converters(info):
        owner = next((base for base in info.mro if name in base.names), info)
        defined = machine.classes.get(owner)
        converter = UNKNOWN if defined is None else defined.converters.get(name, UNKNOWN)
        value = made.attributes.get(name, UNKNOWN)
        _put(made, name, machine.calls.apply(converter, [value], {}, machine.call), machine)


def _put(made: Object, name: str, converted: Thing, machine: Machine) -> None:
    """Give a field a value, unless a converter has let somebody change the object."""
    if made.attributes is not None:
        machine.changes.put(made.attributes, name, converted, made)
