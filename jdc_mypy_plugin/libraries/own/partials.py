"""A project's own decorators that are made by ``functools.partial``, or are other names of those of libraries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy.nodes import ARG_POS, CallExpr, Expression, MemberExpr, MypyFile, NameExpr

from ...syntax.names.definitions import Defined, written_name
from ..definition import PARTIAL, STANDARD
from ..library import Library
from ..register_dataclass import REGISTER_DATACLASS
from ..registry import LIBRARIES
from .options import UnknownError, constant

BY_DECORATOR: Final[Mapping[str, Library]] = {name: each for each in LIBRARIES for name in each.names.decorators}
"""The library of each decorator, by full name."""


def read_partial(made: CallExpr | NameExpr | MemberExpr, tree: MypyFile) -> Mapping[str, Any] | None:
    """Read ``chex.dataclass``, or ``functools.partial(chex.dataclass, frozen=True)``; both take keywords."""
    if not isinstance(made, CallExpr):
        return _read_name(made, tree)
    if written_name(made.callee, tree) != PARTIAL or not made.args or made.arg_kinds[0] is not ARG_POS:
        return None
    read = _read_name(made.args[0], tree)
    return None if read is None else {**read, "keywords": _keywords(made, 1)}


def read_standard(made: Defined, tree: MypyFile) -> Mapping[str, bool] | None:
    """Return what ``functools.partial(dataclasses.dataclass, frozen=True)`` says, or nothing of the bare decorator.

    None for anything else.
    """
    if not isinstance(made, CallExpr):
        is_name = isinstance(made, NameExpr | MemberExpr) and written_name(made, tree) == STANDARD
        return {} if is_name else None
    if written_name(made.callee, tree) != PARTIAL or made.arg_kinds[:1] != [ARG_POS]:
        return None
    if written_name(made.args[0], tree) != STANDARD:
        return None
    try:
        return _keywords(made, 1)
    except UnknownError:
        return None


def _read_name(decorator: Expression, tree: MypyFile) -> Mapping[str, Any] | None:
    return of_library(written_name(decorator, tree))


def of_library(fullname: str) -> Mapping[str, Any] | None:
    """Return what a decorator of a library does; None for that of no library, and for one that takes field lists."""
    library = BY_DECORATOR.get(fullname)
    if library is None or library is REGISTER_DATACLASS:
        return None
    return {
        "library": library.names.name,
        "keywords": {},
        "takes": True,
        "options": {},
        "is_bare": True,
        "is_called": True,
    }


def _keywords(call: CallExpr, first: int) -> Mapping[str, bool]:
    """Return the arguments of a call from one on, all of which must be keywords that say True or False."""
    given: dict[str, bool] = {}
    for key, value in zip(call.arg_names[first:], call.args[first:], strict=True):
        says = constant(value)
        if key is None or says is None:
            raise UnknownError
        given[key] = says
    return given
