"""Static markers, and aliases of them, that exist for type checkers only: imported under ``if TYPE_CHECKING:``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import IfStmt, ImportBase, MypyFile, SymbolNode, TypeAlias
from mypy.types import Type, TypeList, UnboundType, UnionType

from ..libraries.registry import ANNOTATION_MARKERS
from ..syntax.body import Body
from ..syntax.index import INDEX
from ..syntax.walk import statements
from .static_markers import Placement, placement


def typing_only_marker(written: Type | None, module: MypyFile) -> str | None:
    """Return the name in an annotation, as written, of what holds a static marker and is not imported at run time."""
    for name in _names(written):
        root = name.partition(".")[0]
        node = _resolve(name, module)
        if isinstance(node, TypeAlias) and _is_marked(node) and is_missing_at_run_time(root, module):
            return name
    return None


def _is_marked(alias: TypeAlias) -> bool:
    if alias.fullname in ANNOTATION_MARKERS:
        return True
    return placement(alias.target, ANNOTATION_MARKERS) is not Placement.NONE


def _names(written: Type | None) -> Iterator[str]:
    if isinstance(written, UnboundType):
        yield written.name
        for argument in written.args:
            yield from _names(argument)
    elif isinstance(written, UnionType | TypeList):
        for item in written.items:
            yield from _names(item)


def _resolve(name: str, module: MypyFile) -> SymbolNode | None:
    node: SymbolNode | None = module
    for part in name.split("."):
        symbol = node.names.get(part) if isinstance(node, MypyFile) else None
        node = symbol.node if symbol is not None else None
    return node


def is_missing_at_run_time(name: str, module: MypyFile) -> bool:
    """Return whether only imports under ``if TYPE_CHECKING:`` bind a name; an ``else`` may bind it at run time."""
    index = INDEX.of(module)
    binding = [each.node for each in index.imports.of(name)]
    return bool(binding) and all(node.is_mypy_only and not _has_alternative(node, index.body) for node in binding)


def _has_alternative(node: ImportBase, body: Body) -> bool:
    """Return whether an ``else`` with something in it belongs to the block of an import.

    One of mypy's parsers lists copies of the imports, and mypy adds an empty ``else`` to conditions it decides.
    """
    return any(
        each.else_body is not None and each.else_body.body and (node.line, node.column) == (inner.line, inner.column)
        for each in body.statements_of(IfStmt)
        for block in each.body
        for inner in statements(block.body)
    )
