"""Fields whose library converts what they are given: ``eqx.field(converter=jnp.asarray)``.

A converter is kept by its full name: in another module there is no expression any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, FuncDef, RefExpr, TypeInfo

from ..host.freshness import looked_at
from ..libraries.definition import is_none
from ..syntax.arguments import by_keyword
from .fields import annotated_assignments

if TYPE_CHECKING:
    from mypy.nodes import ClassDef, Expression

KEY: Final = "jdc-converters"


def note_converters(cls: ClassDef) -> None:
    """Write the converters of a class body to its metadata."""
    cls.info.metadata[KEY] = dict(_converters(cls))


def converters(info: TypeInfo) -> Mapping[str, str | None]:
    """Return the full name of the converter of each field that has one; None where it is not a function or class."""
    looked_at(info)
    found: dict[str, str | None] = {}
    for base in reversed(info.mro):
        written = base.metadata.get(KEY, {})
        if found:
            redeclared = base.names.keys() - written.keys()
            found = {name: known for name, known in found.items() if name not in redeclared}
        found.update(written)
    return found


def _converters(cls: ClassDef) -> Iterator[tuple[str, str | None]]:
    for name, statement in annotated_assignments(cls):
        if isinstance(statement.rvalue, CallExpr):
            converter = by_keyword(statement.rvalue, "converter")
            if converter is not None and not is_none(converter):
                yield name, _name(converter)


def _name(converter: Expression) -> str | None:
    is_named = isinstance(converter, RefExpr) and isinstance(converter.node, FuncDef | TypeInfo)
    return converter.fullname if is_named and isinstance(converter, RefExpr) else None
