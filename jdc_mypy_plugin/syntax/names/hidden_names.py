"""Names that a module binds where no type checker looks: in the ``else`` of ``if TYPE_CHECKING:``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import Block, Expression, IfStmt, ImportFrom, MemberExpr, MypyFile, NameExpr, UnaryExpr
from mypy.util import correct_relative_import

from ..per_module import CYCLE, PerModule
from .definitions import Defined, defined

_SWITCH: Final = "TYPE_CHECKING"


def _read(tree: MypyFile) -> Mapping[str, str | Defined]:
    return {name: found for block in _hidden(tree) for name, found in (*_imported(block, tree), *defined(block.body))}


HIDDEN: Final = PerModule(_read, keep=CYCLE)
"""The meanings of such names of the top level: the full name of what is imported, or a definition."""


def _hidden(tree: MypyFile) -> Iterator[Block]:
    for statement in tree.defs:
        if not isinstance(statement, IfStmt) or len(statement.expr) != 1:
            continue
        condition = statement.expr[0]
        if _is_switch(condition) and statement.else_body is not None:
            yield statement.else_body
        elif isinstance(condition, UnaryExpr) and condition.op == "not" and _is_switch(condition.expr):
            yield statement.body[0]


def _is_switch(condition: Expression) -> bool:
    return isinstance(condition, NameExpr | MemberExpr) and condition.name == _SWITCH


def _imported(block: Block, tree: MypyFile) -> Sequence[tuple[str, str]]:
    return [
        (alias or name, f"{_module(node, tree)}.{name}")
        for node in block.body
        if isinstance(node, ImportFrom)
        for name, alias in node.names
    ]


def _module(node: ImportFrom, tree: MypyFile) -> str:
    return correct_relative_import(tree.fullname, node.relative, node.id, tree.is_package_init_file())[0]
