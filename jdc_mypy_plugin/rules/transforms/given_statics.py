"""Values that the static fields of an object are given, by a call or by default."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from mypy.nodes import CallExpr, Expression, FloatExpr, IntExpr, NameExpr, StrExpr

from ...host.freshness import module_under_check
from ...model.classes import Literal, PytreeClass, PytreeField
from ...model.fields import annotated_assignments
from ...syntax.arguments import by_keyword

_DEFAULT: Final = "default"


def statics_given(model: PytreeClass, given: Mapping[str, Expression]) -> Mapping[str, Expression]:
    """Return the arguments for static fields."""
    return {name: value for name, value in given.items() if name in model.fields and is_static(model, name)}


def default_statics(model: PytreeClass) -> Mapping[str, Expression]:
    """Return the defaults of static fields: expressions of the module at hand, and literals of other modules."""
    told = {name: _literal(name, field) for name, field in model.fields.items() if is_static(model, name)}
    here = module_under_check()
    own: Mapping[str, Expression] = (
        _written_statics(model) if here is not None and model.info.module_name == here.fullname else {}
    )
    return {**{name: value for name, value in told.items() if value is not None}, **own}


def literal_expression(value: Literal) -> Expression | None:
    """Return an expression of a value that another module writes out; it stands at no place."""
    if isinstance(value, bool):
        name = NameExpr(str(value))
        name.fullname = f"builtins.{value}"
        return name
    if isinstance(value, int):
        return IntExpr(value)
    return FloatExpr(value) if isinstance(value, float) else None if value is None else StrExpr(value)


def _literal(name: str, field: PytreeField) -> Expression | None:
    return None if field.literal is None else _kept(f"{field.owner}.{name}", field.literal)


@functools.lru_cache(maxsize=1024, typed=True)
def _kept(_name: str, value: Literal) -> Expression | None:
    """Return the expression of a default, the same one each time it is asked for."""
    return literal_expression(value)


def _written_statics(model: PytreeClass) -> Mapping[str, Expression]:
    """Return the defaults that the class body writes for static fields."""
    written = {name: statement.rvalue for name, statement in annotated_assignments(model.info.defn)}
    statics = {name: value for name, value in written.items() if name in model.fields and is_static(model, name)}
    given = {
        name: by_keyword(value, _DEFAULT) if isinstance(value, CallExpr) else value for name, value in statics.items()
    }
    return {name: value for name, value in given.items() if value is not None}


def is_static(model: PytreeClass, name: str) -> bool:
    """Return whether a field is static."""
    return name in model.fields and model.role_of(name) == "static"
