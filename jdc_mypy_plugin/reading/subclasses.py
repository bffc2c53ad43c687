"""Subclasses of dataclasses and of enums that no decorator seen by the plugin registers.

Whether such a class is a pytree depends on its module, whose syntax tree is gone when another module uses the class:
what matters is written to the class's metadata while mypy analyses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    Var,
)

from ..freshness import looked_at
from ..per_module import PerModule
from ..walk import children, expressions_of, statements
from .fields import annotated_assignments

if TYPE_CHECKING:
    from mypy.nodes import TypeInfo
    from mypy.plugin import ClassDefContext

KEY: Final = "jdc-subclass"
_ASKS: Final = frozenset(("isinstance", "issubclass", "cast", "super"))
"""Functions that take a class and do nothing to it."""


@dataclass(frozen=True, slots=True)
class Subclass:
    """What the module of a subclass does with it."""

    adds: tuple[str, ...]
    """Names that the class body annotates, class variables left out."""
    may_be_registered: bool
    """Whether a decorator stands on it, or its module hands the class itself to anything."""


def is_noted(base: TypeInfo) -> bool:
    """Whether subclasses of a class are worth a note; holds before mypy's dataclass transform."""
    for item in base.mro:
        metadata = item.metadata
        if metadata and ("dataclass_tag" in metadata or "dataclass" in metadata):
            return True
    return any(item.fullname == "enum.Enum" for item in base.mro[1:-1]) or base.fullname == "enum.Enum"


def note_subclass(ctx: ClassDefContext, module: MypyFile) -> None:
    """Write what the module does with a subclass to its metadata."""
    info = ctx.cls.info
    adds = [
        name
        for name, _ in annotated_assignments(ctx.cls)
        if name in info.names and isinstance(node := info.names[name].node, Var) and not node.is_classvar
    ]
    may_be_registered = bool(ctx.cls.decorators) or ctx.cls.metaclass is not None or hands_out(ctx.cls.name, module)
    info.metadata[KEY] = {"adds": adds, "may_be_registered": may_be_registered}


def subclass_of(info: TypeInfo) -> Subclass | None:
    """Return the note on a class, or None."""
    looked_at(info)
    stored = info.metadata.get(KEY)
    return None if stored is None else Subclass(tuple(stored["adds"]), stored["may_be_registered"])


def hands_out(name: str, module: MypyFile) -> bool:
    """Whether a module uses a class as a value, so that something may register it: ``register(B)``, ``[A, B]``."""
    return name in _NAMES.of(module)


def _names_used_as_values(module: MypyFile) -> frozenset[str]:
    names: set[str] = set()
    for statement in statements(module.defs):
        for expression in _expressions(statement):
            _collect_values(expression, names)
    return frozenset(names)


_NAMES: Final = PerModule(_names_used_as_values)


def _expressions(statement: Statement) -> Iterable[Expression]:
    """Return the expressions of a statement in which a class may be handed on; not its bases, not its annotations."""
    if isinstance(statement, ClassDef):
        return (*statement.decorators, *statement.keywords.values())
    return expressions_of(statement)


def _collect_values(expression: Expression, names: set[str]) -> None:
    """Add the names in an expression, but for those that are only called, asked about, or looked into."""
    if isinstance(expression, NameExpr):
        names.add(expression.name)
    elif isinstance(expression, CallExpr):
        if not (isinstance(expression.callee, NameExpr) and expression.callee.name in _ASKS):
            _collect_called(expression.callee, names)
            for argument in expression.args:
                _collect_values(argument, names)
    elif isinstance(expression, MemberExpr):
        names.add(expression.name)
        if not isinstance(expression.expr, NameExpr):
            _collect_values(expression.expr, names)
    else:
        for part in children(expression):
            _collect_values(part, names)


def _collect_called(callee: Expression, names: set[str]) -> None:
    inner = callee.base if isinstance(callee, IndexExpr) else callee
    if isinstance(inner, MemberExpr):
        inner = inner.expr
    if not isinstance(inner, NameExpr):
        _collect_values(inner, names)
