"""How a module spells the function that makes a field, for edits."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import CallExpr, Expression, ImportBase, ImportFrom, MemberExpr, MypyFile, NameExpr, RefExpr

from jdc_spec.facts import Edit, Span

from ...libraries.definition import applied
from ...libraries.registry import FIELD_FUNCTIONS
from ...model.field_calls import STANDARD_FIELD
from ...syntax import INDEX
from ...syntax.names.imported_names import spelled
from ..sites import ClassSite


class Spelling(NamedTuple):
    """A way to write the function."""

    name: str
    needs: tuple[Edit, ...]
    """The import that the module lacks."""


def is_field_call(call: CallExpr, module: MypyFile) -> bool:
    """Return whether a call makes a field: of `dataclasses.field`, or of a library's own."""
    name = spelled(call.callee, module)
    resolved = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    return name in FIELD_FUNCTIONS or STANDARD_FIELD in (name, resolved)


def field_function(site: ClassSite) -> Spelling:
    """Return how to write the function that makes a field, in the module of a class."""
    module = site.api.tree
    makers = [*map(applied, site.defn.decorators), *site.defn.base_type_exprs]
    owners = [name for maker in makers if (name := _module_with_field(maker))]
    name = _imported(module) or next(iter(owners), "")
    return Spelling(name, ()) if name else Spelling(STANDARD_FIELD, _import_of_dataclasses(module))


def _imported(module: MypyFile) -> str:
    """Return the name that the module's imports give the function; "" where none does."""
    imports = INDEX.of(module).imports
    bound = {each.fullname for each in imports.of("field") if isinstance(each.node, ImportFrom)}
    if bound and bound <= {STANDARD_FIELD, *FIELD_FUNCTIONS}:
        return "field"
    is_there = any(each.fullname == "dataclasses" and each.node.is_top_level for each in imports.of("dataclasses"))
    return STANDARD_FIELD if is_there else ""


def _module_with_field(maker: Expression) -> str:
    """Return ``jdc.field`` for ``jdc.pytree_dataclass``, where the module has such a function; else ""."""
    if not isinstance(maker, MemberExpr) or not isinstance(maker.expr, RefExpr):
        return ""
    owner = maker.expr
    if not isinstance(owner.node, MypyFile) or "field" not in owner.node.names:
        return ""
    path = _path(owner)
    return f"{path}.field" if path else ""


def _path(reference: Expression) -> str:
    if isinstance(reference, MemberExpr):
        owner = _path(reference.expr)
        return f"{owner}.{reference.name}" if owner else ""
    return reference.name if isinstance(reference, NameExpr) else ""


def _import_of_dataclasses(module: MypyFile) -> tuple[Edit, ...]:
    """Return the edit that writes the import above the module's first one."""
    first = next((each for each in module.defs if isinstance(each, ImportBase) and not _is_future(each)), None)
    if first is None or first.column != 0:
        return ()
    return (Edit(Span(first.line, 0, first.line, 0), "import dataclasses\n"),)


def _is_future(statement: ImportBase) -> bool:
    return isinstance(statement, ImportFrom) and statement.id == "__future__"
