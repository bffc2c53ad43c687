"""``jdc-marker``: what equinox alone reads, in a class of another library: converters and ``__check_init__``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Decorator, FuncDef, MemberExpr, OverloadedFuncDef, Statement

from jdc_spec.rules import MARKER

from ...host.diagnostics import Diagnostic
from ...host.metaclasses import has_own_metaclass
from ...libraries.definition import is_none
from ...libraries.registry import base_classes
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ...syntax.names.imported_names import spelled
from ..places import CLASS, asked
from ..sites import ClassSite

_FIELD: Final = "equinox.field"
_METHOD: Final = "__check_init__"
_STANDARD: Final = frozenset(("builtins", "typing", "abc"))


@asked(MARKER, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report converters that nothing calls, and a ``__check_init__`` that nothing runs."""
    if site.model.facts.checks_init or has_own_metaclass(site.model.info):
        return
    name, library = site.defn.name, site.model.facts.library
    for field, statement, *_ in site.own_fields:
        call = statement.rvalue
        if isinstance(call, CallExpr) and spelled(call.callee, site.api.tree) == _FIELD:
            converter = by_keyword(call, "converter")
            if converter is not None and not is_none(converter):
                yield Diagnostic(
                    MARKER,
                    f'field "{field}" of "{name}" has a converter of equinox, which {library} does not call, so that '
                    "the field keeps what it is given; convert the value before, or in a class method that makes the "
                    "object",
                    converter,
                )
    method = next((each for each in site.defn.defs.body if _named(each) == _METHOD), None)
    if method is not None and not _may_be_called(site):
        yield Diagnostic(
            MARKER,
            f'"{_METHOD}" of "{name}" is never run: equinox alone calls it, and "{name}" is a class of {library}; '
            "check in a class method that makes the object",
            method,
        )


def _may_be_called(site: ClassSite) -> bool:
    """Return whether the class or a base may call the method itself; those of other modules cannot be read."""
    index = INDEX.of(site.api.tree)
    for base in site.model.info.mro:
        if index.position(base.defn) is not None:
            if any(each.name == _METHOD for each in index.inside(base.defn).expressions_of(MemberExpr)):
                return True
        elif base.module_name not in _STANDARD and base.fullname not in base_classes():
            return True
    return False


def _named(statement: Statement) -> str:
    return statement.name if isinstance(statement, FuncDef | Decorator | OverloadedFuncDef) else ""
