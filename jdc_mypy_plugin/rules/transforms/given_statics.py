"""Values that the static fields of an object are given, by a call or by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import CallExpr, Expression

from ...model.classes import PytreeClass
from ...model.fields import annotated_assignments
from ...syntax.arguments import by_keyword

_DEFAULT: Final = "default"


def statics_given(model: PytreeClass, given: Mapping[str, Expression]) -> Mapping[str, Expression]:
    """Return the arguments for static fields."""
    return {name: value for name, value in given.items() if name in model.fields and _is_static(model, name)}


def default_statics(model: PytreeClass) -> Mapping[str, Expression]:
    """Return the defaults that the class body writes for static fields."""
    written = {name: statement.rvalue for name, statement in annotated_assignments(model.info.defn)}
    statics = {name: value for name, value in written.items() if name in model.fields and _is_static(model, name)}
    given = {
        name: by_keyword(value, _DEFAULT) if isinstance(value, CallExpr) else value for name, value in statics.items()
    }
    return {name: value for name, value in given.items() if value is not None}


def _is_static(model: PytreeClass, name: str) -> bool:
    return model.role_of(name) == "static"
