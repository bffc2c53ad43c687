"""A project's own names for functions of JAX, ``fast = jax.jit``, also with keywords given by `functools.partial`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Expression,
    IntExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from ...syntax.definitions import Defined, written_name
from ..definition import PARTIAL, truth

_OF: Final = (
    "jax.",
    "jax_dataclasses.jit",
    "jdc_runtime.jit",
    *(f"equinox.filter_{name}" for name in ("grad", "jit", "value_and_grad", "vmap")),
    *(f"flax.nnx.{name}" for name in ("grad", "jit", "value_and_grad")),
)
_OTHERS: Final = "jax.numpy."
"""Array functions, which many modules give shorter names to."""


def read_other_name(defined: Defined, tree: MypyFile) -> Mapping[str, Any] | None:
    """Return the function that a name stands for and the keywords it is given, fit for JSON; None for any other."""
    if isinstance(defined, NameExpr | MemberExpr):
        function = _function(defined, tree)
        return None if function is None else {"function": function}
    if not isinstance(defined, CallExpr) or written_name(defined.callee, tree) != PARTIAL:
        return None
    function = _function(defined.args[0], tree) if defined.arg_kinds[:1] == [ARG_POS] else None
    if function is None or any(name is None for name in defined.arg_names[1:]):
        return None
    given = zip(defined.arg_names[1:], defined.args[1:], strict=True)
    return {"function": function, "keywords": {name: _literal(value) for name, value in given}}


def _function(reference: Expression, tree: MypyFile) -> str | None:
    name = written_name(reference, tree)
    return name if name.startswith(_OF) and not name.startswith(_OTHERS) else None


def _literal(value: Expression) -> Any:
    """Return a number, a text, a truth value or a list of these, with None for whatever is something else."""
    if isinstance(value, IntExpr | StrExpr):
        return value.value
    if isinstance(value, UnaryExpr) and value.op == "-" and isinstance(value.expr, IntExpr):
        return -value.expr.value
    if isinstance(value, TupleExpr | ListExpr):
        return [_literal(each) for each in value.items]
    return truth(value)
