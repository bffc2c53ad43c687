"""The function of JAX that a project's own name stands for, wherever the name is defined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    EllipsisExpr,
    Expression,
    FuncDef,
    IntExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)

from ..host.freshness import looked_at_variable
from ..host.modules import MODULES
from .definition import PARTIAL
from .own.names import said_of
from .registering.registering_names import stored_name


def meant(expression: Expression) -> Expression:
    """Return the reference that a name stands for, or ``functools.partial(jax.jit, ...)``; any other as it is."""
    said = _said(expression) if isinstance(expression, RefExpr) else None
    if said is None:
        return expression
    function = _reference(function_of(said), expression)
    if "keywords" not in said:
        return function
    keywords: Mapping[str, Any] = said["keywords"]
    call = CallExpr(
        _reference(PARTIAL, expression),
        [function, *(_expression(value, expression) for value in keywords.values())],
        [ARG_POS, *([ARG_NAMED] * len(keywords))],
        [None, *keywords],
    )
    call.set_line(expression)
    return call


def meant_name(expression: Expression) -> str:
    """Return the full name of the function that a reference stands for; nothing of any other expression."""
    function = meant(expression)
    return function.fullname if isinstance(function, RefExpr) else ""


def other_name_of(fullname: str) -> str | None:
    """Return the full name of the function that a name, itself given in full, is another name of."""
    said = said_of(fullname).get("other_name")
    return None if said is None or "keywords" in said else function_of(said)


def function_of(said: Mapping[str, Any]) -> str:
    """Return the full name of a function as mypy knows it: `jax.jit` is defined in another module."""
    written: str = said["function"]
    module, _, name = written.rpartition(".")
    tree = MODULES.get(module)
    symbol = None if tree is None else tree.names.get(name)
    return written if symbol is None or symbol.node is None else symbol.node.fullname


def _said(reference: RefExpr) -> Mapping[str, Any] | None:
    node = reference.node
    module, _, _ = node.fullname.rpartition(".") if isinstance(node, FuncDef | Var) else ("", "", "")
    if not module or not isinstance(node, FuncDef | Var) or node.info:
        return None
    looked_at_variable(stored_name(node.fullname), module)
    return said_of(node.fullname).get("other_name")


def _reference(fullname: str, at: Expression) -> NameExpr:
    name = NameExpr(fullname.rpartition(".")[2])
    name.fullname = fullname
    name.set_line(at)
    return name


def _expression(value: Any, at: Expression) -> Expression:
    """Return a literal; an unknown one is not a literal at all."""
    made: Expression = EllipsisExpr()
    if isinstance(value, bool):
        made = _reference(f"builtins.{value}", at)
    elif isinstance(value, int):
        made = IntExpr(abs(value)) if value >= 0 else UnaryExpr("-", IntExpr(-value))
    elif isinstance(value, str):
        made = StrExpr(value)
    elif isinstance(value, list):
        made = TupleExpr([_expression(each, at) for each in value])  # pyright: ignore[reportUnknownVariableType]
    made.set_line(at)
    return made
