"""Sizes that a module gives names to, ``HIDDEN = 64``, for the modules that import them.

mypy keeps the type of such a name, `int`, and its value only of a ``Final``. So the values are kept in the module's
cache, by a variable whose type says them. mypy has no class for that type when it has just parsed a module.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    Expression,
    FuncDef,
    ImportFrom,
    IntExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    SymbolTableNode,
    Var,
)
from mypy.types import UnboundType

from ...syntax.names.targets import targets, unpacked
from ...syntax.per_module import CYCLE, PerModule
from ...syntax.walk import statements

STORED: Final = "-jdc-constants@"
"""The name of the variable, which no program can spell. A daemon that checks again drops names without ``@``."""
_NAME: Final = re.compile(r"_*[A-Z][A-Z0-9_]*")
"""The names that programs give to values that never change."""
_GLOBAL: Final = re.compile(r"\bglobal\b([^#\n;]*)")
_WORD: Final = re.compile(r"\w+")
_ARITHMETIC: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
}


def note_constants(module: MypyFile) -> None:
    """Keep the constants of a module that has been parsed."""
    text = _text(module)
    if text:
        var = Var(STORED, UnboundType(text))
        var._fullname = f"{module.fullname}.{STORED}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        module.names[STORED] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def constant_in(module: MypyFile | None, name: str) -> int | None:
    """Return the number that a name of a module stands for, which nothing changes; None where it is not known."""
    text = "" if module is None else _TEXT.of(module) if module.defs else _stored(module)
    value = json.loads(text).get(name) if text else None
    return value if isinstance(value, int) else None


def _stored(module: MypyFile) -> str:
    symbol = module.names.get(STORED)
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return kept.name if isinstance(kept, UnboundType) else ""


def _text(module: MypyFile) -> str:
    found: dict[str, int] = {}
    for statement in module.defs:
        if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
            target, value = statement.lvalues[0], _number(statement.rvalue, found)
            if isinstance(target, NameExpr) and value is not None and _NAME.fullmatch(target.name):
                found[target.name] = value
    if not found:
        return ""
    bound = Counter(_bound(module))
    once = {name: value for name, value in found.items() if bound[name] == 1}
    return json.dumps(once) if once else ""


def _bound(module: MypyFile) -> Iterator[str]:
    """Yield the names that any statement of a module binds, also those that functions keep to themselves."""
    for statement in statements(module.defs):
        for target in targets(statement):
            yield from (part.name for part in unpacked(target.expression) if isinstance(part, NameExpr))
    for node in module.imports:
        if isinstance(node, ImportFrom):
            yield from (alias or name for name, alias in node.names)
    if any(isinstance(each, FuncDef) and not each.body.body for each in statements(module.defs)):
        yield from _declared_global(module.path)


def _declared_global(path: str) -> Iterator[str]:
    """Yield the names after ``global`` in a file: mypy drops the bodies of functions where it reports no errors."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return
    for names in _GLOBAL.findall(text):
        yield from _WORD.findall(names)


_TEXT: Final = PerModule(_text, keep=CYCLE)


def _number(value: Expression, known: Mapping[str, int]) -> int | None:
    if isinstance(value, IntExpr):
        return value.value
    if isinstance(value, NameExpr):
        return known.get(value.name)
    operation = _ARITHMETIC.get(value.op) if isinstance(value, OpExpr) else None
    if operation is None or not isinstance(value, OpExpr):
        return None
    left, right = _number(value.left, known), _number(value.right, known)
    return None if left is None or right is None else operation(left, right)
