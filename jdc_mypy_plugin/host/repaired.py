"""Tells the command which expressions are right though other checkers report them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.errorcodes import ErrorCode

from jdc_spec.repairs import CODE, Kind, Repair, dump

from .attempts import outside_attempts
from .codes import IS_RUN_BY_COMMAND
from .diagnostics import span
from .report import is_silent

if TYPE_CHECKING:
    from mypy.nodes import Context

_CODE: Final = ErrorCode(CODE, "Is right, whatever another checker says.", "JDC") if IS_RUN_BY_COMMAND else None


def tell(api: object, kind: Kind, node: Context, names: Iterable[str]) -> None:
    """Tell the command, where it runs mypy, that an expression is right."""
    if _CODE is None or not isinstance(api, TypeChecker) or is_silent(api):
        return
    with outside_attempts(api.errors):
        api.note(dump(Repair(kind, span(node), tuple(names))), node, code=_CODE)
