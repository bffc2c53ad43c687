"""Places that have to do with a diagnostic and lie elsewhere, in another file perhaps."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, TypeInfo

from jdc_spec.facts import Related, Span

from ..model.classes import PytreeField


def annotated_at(field: PytreeField, api: TypeChecker) -> tuple[Related, ...]:
    """Return the line of the class body that annotates a field; nothing where its module is not known."""
    module = _module_of(field.owner, api)
    if module is None or field.line <= 0:
        return ()
    path = "" if module is api.tree else module.path
    owner = field.owner.rpartition(".")[2]
    return (Related(f'"{field.name}" of "{owner}" is annotated here', path, Span(field.line, 0, field.line, 1)),)


def defined_at(info: TypeInfo, api: TypeChecker) -> tuple[Related, ...]:
    """Return the line of a class of the module under check; nothing of others."""
    if info.module_name != api.tree.fullname or info.defn.line <= 0:
        return ()
    line = info.defn.line
    return (Related(f'"{info.name}" is defined here', "", Span(line, info.defn.column, line, info.defn.column + 1)),)


def _module_of(fullname: str, api: TypeChecker) -> MypyFile | None:
    """Return the module of a class, which may stand in another class or in a function."""
    while "." in fullname:
        fullname = fullname.rpartition(".")[0]
        if fullname in api.modules:
            return api.modules[fullname]
    return None
