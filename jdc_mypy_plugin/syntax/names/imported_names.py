"""The name under which a module imports what it uses.

``jax_dataclasses.pytree_dataclass`` and ``jax.tree.static`` are aliases of standard library functions to a type
checker, so the resolved name says nothing: only the import and the spelling do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from mypy.nodes import Expression, Import, ImportFrom, MemberExpr, MypyFile, NameExpr, RefExpr

from ..index import INDEX
from ..per_module import PerModule


def spelled(expression: Expression, module: MypyFile) -> str:
    """Return the full name of a reference as ``module`` imports it; "" where it is not a plain reference."""
    if isinstance(expression, MemberExpr):
        if isinstance(expression.expr, RefExpr) and isinstance(expression.expr.node, MypyFile):
            return f"{expression.expr.node.fullname}.{expression.name}"
        return expression.fullname or ""
    if isinstance(expression, NameExpr):
        return _imported_as(expression, module) or expression.fullname or ""
    return ""


def _imported_as(name: NameExpr, module: MypyFile) -> str | None:
    if name.fullname.rpartition(".")[0] == module.fullname:
        return None
    imports = INDEX.of(module).imports
    named = next((each for each in imports.of(name.name) if isinstance(each.node, ImportFrom)), None)
    if named is not None:
        return named.fullname
    if imports.from_all and not name.fullname.endswith(f".{name.name}"):
        return f"{imports.from_all[0].id}.{name.name}"
    return None


def as_imported(expression: Expression, module: MypyFile) -> str:
    """Return the name of a reference into a module that mypy cannot read, as the import spells it; "" for others."""
    if isinstance(expression, MemberExpr):
        owner = as_imported(expression.expr, module)
        return f"{owner}.{expression.name}" if owner else ""
    if not isinstance(expression, NameExpr):
        return ""
    found = _SOURCES.of(module).get(expression.name, ())
    return found[0] if len(found) == 1 else ""


def _sources(module: MypyFile) -> Mapping[str, Sequence[str]]:
    """Return what each name stands for that an absolute import of a module binds."""
    found: dict[str, list[str]] = defaultdict(list)
    for node in module.imports:
        for name, source in _bindings(node) if isinstance(node, Import | ImportFrom) else ():
            if source not in found[name]:
                found[name].append(source)
    return found


def _bindings(node: Import | ImportFrom) -> list[tuple[str, str]]:
    """Return the names that an absolute import binds, with what they stand for."""
    if isinstance(node, Import):
        return [
            (alias or name.partition(".")[0], name if alias else name.partition(".")[0]) for name, alias in node.ids
        ]
    return [] if node.relative else [(alias or name, f"{node.id}.{name}") for name, alias in node.names]


_SOURCES: Final = PerModule(_sources)
