"""The order of fields in a class of equinox whose constructor is written: it may be any.

mypy wants fields with a default last in every dataclass, since a constructor that is made takes the fields in their
order. equinox makes none where a class or one of its bases writes its own.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import MISC
from mypy.nodes import AssignmentStmt, TypeInfo

from ...host.mypy_errors import take_back_all
from ...model.classes import model_of

_INIT: Final = "__init__"
_SENTENCE: Final = "Attributes without a default cannot follow attributes with one"


def accept_order(info: TypeInfo, api: TypeChecker) -> None:
    """Drop mypy's errors on the order of the fields of a class that needs none."""
    model = model_of(info)
    if model is None or not model.facts.checks_fields or not _is_constructor_written(info):
        return
    body = (each for each in info.defn.defs.body if isinstance(each, AssignmentStmt))
    lines = {each.line for each in (info.defn, *body)}
    take_back_all(MISC, _SENTENCE, lines, api.errors)


def _is_constructor_written(info: TypeInfo) -> bool:
    for base in info.mro[:-1]:
        symbol = base.names.get(_INIT)
        if symbol is not None:
            return not symbol.plugin_generated
    return False
