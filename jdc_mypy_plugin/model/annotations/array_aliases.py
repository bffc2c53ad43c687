"""Aliases of array annotations: ``Image = Annotated[jax.Array, (28, 28)]``, ``Vec = Float[Array, "3"]``.

mypy keeps what an alias stands for without the metadata, and in a module from its cache there is no syntax tree to
read them in. So each module that defines such aliases gets, when mypy meets the array class in one, a variable for
it that says in its type what was read. It lives in mypy's cache as long as the alias does, and whoever depends on
the module is checked again when it changes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mypy.nodes import (
    GDEF,
    MISSING_FALLBACK,
    AssignmentStmt,
    EllipsisExpr,
    Expression,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    Statement,
    StrExpr,
    SymbolTableNode,
    TupleExpr,
    TypeAliasStmt,
    UnaryExpr,
    Var,
)
from mypy.types import (
    EllipsisType,
    Instance,
    LiteralType,
    RawExpressionType,
    TupleType,
    Type,
    UnboundType,
    UnionType,
)

from jdc_spec.arrays import ArrayAnnotation

from ...host.analysed_types import ALIAS_SUFFIX, OTHER_TYPES
from ...syntax.index import INDEX
from ...syntax.per_module import PerModule
from . import stored_annotations


def stored_name(alias: str) -> str:
    """Return the name of the variable that says what an alias stands for. No program can spell it."""
    return f"{alias}{ALIAS_SUFFIX}"


def stored_alias(module: MypyFile | None, alias: str) -> ArrayAnnotation | None:
    """Return what an alias of a module says of arrays, or None."""
    symbol = None if module is None else module.names.get(stored_name(alias))
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return stored_annotations.load(json.loads(str(kept.value))) if isinstance(kept, LiteralType) else None


def store_alias(module: MypyFile, alias: str, annotation: ArrayAnnotation, text_type: Instance) -> None:
    """Keep what an alias of a module says; ``text_type`` is `str`."""
    name = stored_name(alias)
    var = Var(name, LiteralType(json.dumps(stored_annotations.dump(annotation)), text_type))
    var._fullname = f"{module.fullname}.{name}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    module.names[name] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)
    OTHER_TYPES.discard(f"{module.fullname}.{alias}")


def store_items(module: MypyFile, alias: str, items: Mapping[str, ArrayAnnotation], text_type: Instance) -> None:
    """Keep what an alias of a tuple says of its items, by their names."""
    if not items:
        return
    for name, annotation in {f"{alias}[]": ArrayAnnotation(None, None), **items}.items():
        store_alias(module, name, annotation, text_type)
    OTHER_TYPES.discard(f"{module.fullname}.{alias}")


def forget_alias(module: MypyFile, alias: str) -> None:
    """Drop what an alias of a module, and items of it, said before an edit."""
    for name in [each for each in module.names if each == stored_name(alias) or _is_item(each, alias)]:
        del module.names[name]


def _is_item(stored: str, alias: str) -> bool:
    return stored.startswith(f"{alias}[") and stored.endswith(ALIAS_SUFFIX)


def alias_at(line: int, module: MypyFile) -> tuple[str, Type] | None:
    """Return name and value of the alias whose definition covers a line of a module, or None."""
    found = _ALIASES.of(module).get(line)
    return None if found is None else (found[0], as_type(found[1]))


def _aliases(module: MypyFile) -> dict[int, tuple[str, Expression]]:
    """Return the aliases that a module defines once, by line: two in the branches of an ``if`` may differ."""
    found = list(_defined(INDEX.of(module).body.outside_definitions()))
    times = Counter(name for name, _ in found)
    return {
        line: (name, value)
        for name, value in found
        if times[name] == 1
        for line in range(value.line, (value.end_line or value.line) + 1)
    }


_ALIASES: Final = PerModule(_aliases)


def _defined(statements: Iterable[Statement]) -> Iterator[tuple[str, Expression]]:
    """Yield the statements outside functions and classes that may define an alias of an annotation."""
    for statement in statements:
        if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1:
            target = statement.lvalues[0]
            if isinstance(target, NameExpr) and isinstance(statement.rvalue, IndexExpr | OpExpr):
                yield target.name, statement.rvalue
        elif isinstance(statement, TypeAliasStmt):
            yield statement.name.name, statement.value.expr()


def as_type(expression: Expression) -> Type:
    """Return an expression as mypy's parser writes a type, metadata and all."""
    made = _as_type(expression)
    made.set_line(expression.line, expression.column)
    return made


def _as_type(expression: Expression) -> Type:
    name = _dotted(expression)
    if name is not None:
        return UnboundType(name)
    if isinstance(expression, IndexExpr):
        items = expression.index.items if isinstance(expression.index, TupleExpr) else [expression.index]
        return UnboundType(_dotted(expression.base) or "", [as_type(item) for item in items])
    if isinstance(expression, TupleExpr):
        return TupleType([as_type(item) for item in expression.items], Instance(MISSING_FALLBACK, []))
    if isinstance(expression, OpExpr) and expression.op == "|":
        return UnionType([as_type(expression.left), as_type(expression.right)])
    return EllipsisType() if isinstance(expression, EllipsisExpr) else _literal(expression)


def _literal(expression: Expression) -> RawExpressionType:
    if isinstance(expression, StrExpr):
        return RawExpressionType(expression.value, "builtins.str")
    if isinstance(expression, UnaryExpr) and expression.op == "-" and isinstance(expression.expr, IntExpr):
        return RawExpressionType(-expression.expr.value, "builtins.int")
    value = expression.value if isinstance(expression, IntExpr) else None
    return RawExpressionType(value, "builtins.int")


def _dotted(expression: Expression) -> str | None:
    if isinstance(expression, NameExpr):
        return expression.name
    if not isinstance(expression, MemberExpr):
        return None
    owner = _dotted(expression.expr)
    return None if owner is None else f"{owner}.{expression.name}"
