"""Expressions that give an array the shape it had, as far as they show: ``state.x + 1``, not ``state.x[0]``.

Types are left out, since mypy may not have checked the function that a value comes from.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Expression,
    FloatExpr,
    FuncDef,
    FuncItem,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StrExpr,
    SymbolNode,
    UnaryExpr,
)

from jdc_operations.elementwise import BINARY, UNARY

from ...syntax.functions import returned_by
from ...syntax.index import ModuleIndex
from .returned_objects import assigned

_ARRAY_MODULES: Final = (
    "jax.numpy",
    "jax._src.numpy",
    "jax.lax",
    "jax._src.lax",
    "jax.scipy",
    "jax._src.scipy",
    "numpy",
)
_KEEPING: Final = frozenset(
    [
        "abs",
        "array",
        "asarray",
        "astype",
        "clip",
        "copy",
        "cumprod",
        "cumsum",
        "fill",
        "flip",
        "fori_loop",
        "full_like",
        "nan_to_num",
        "ones_like",
        "roll",
        "round",
        "select",
        "sort",
        "stop_gradient",
        "where",
        "while_loop",
        "zeros_like",
    ]
) | {*UNARY, *BINARY}
_METHODS: Final = frozenset(
    [
        "all",
        "any",
        "argmax",
        "argmin",
        "diagonal",
        "dot",
        "flatten",
        "max",
        "mean",
        "min",
        "prod",
        "ravel",
        "repeat",
        "reshape",
        "resize",
        "squeeze",
        "std",
        "sum",
        "swapaxes",
        "take",
        "trace",
        "transpose",
        "var",
    ]
)
_PROPERTIES: Final = frozenset(("T", "mT"))
_LITERALS: Final = (FloatExpr, IntExpr)


class KeptShapes:
    """Expressions of one function."""

    def __init__(self, function: FuncDef | LambdaExpr, index: ModuleIndex, module: str) -> None:
        self._index = index
        self._module = module
        self._bound = [] if isinstance(function, LambdaExpr) else [*assigned(index.inside(function))]
        self._met: set[SymbolNode | FuncItem] = set()

    def keeps(self, value: Expression) -> bool:
        """Return whether nothing in an expression is seen to give another shape."""
        if isinstance(value, MemberExpr):
            return value.name not in _PROPERTIES
        if isinstance(value, NameExpr):
            return self._is_kept_by_name(value)
        if isinstance(value, IndexExpr):
            return isinstance(value.index, StrExpr) or isinstance(value.base, CallExpr)
        if isinstance(value, CallExpr):
            return self._is_kept_by(value)
        return self._is_kept_by_operator(value)

    def _is_kept_by_operator(self, value: Expression) -> bool:
        if isinstance(value, UnaryExpr):
            return self.keeps(value.expr)
        if isinstance(value, OpExpr):
            return value.op != "@" and self._any(value.left, value.right)
        if isinstance(value, ConditionalExpr):
            return self.keeps(value.if_expr) and self.keeps(value.else_expr)
        return True

    def _any(self, *operands: Expression) -> bool:
        kept = [self.keeps(each) for each in operands if not isinstance(each, _LITERALS)]
        return any(kept) or not kept

    def _is_kept_by_name(self, name: NameExpr) -> bool:
        if name.node is None or name.node in self._met:
            return True
        self._met.add(name.node)
        return all(
            self.keeps(value)
            for target, value in self._bound
            if isinstance(target, NameExpr) and target.node is name.node
        )

    def _is_kept_by(self, call: CallExpr) -> bool:
        callee = call.callee
        if isinstance(callee, RefExpr) and callee.fullname.startswith(_ARRAY_MODULES):
            return callee.fullname.rpartition(".")[2] in _KEEPING and self._any(*call.args)
        if isinstance(callee, MemberExpr) and callee.name == "map" and call.args:
            return self._is_kept_in(call.args[0])
        if isinstance(callee, MemberExpr) and callee.name in _METHODS:
            return _is_update(callee)
        return self._is_kept_in(callee)

    def _is_kept_in(self, function: Expression) -> bool:
        """Return whether a function of the module returns what has the shape of something that it is given."""
        named = function.node if isinstance(function, RefExpr) else function
        is_own = isinstance(named, LambdaExpr) or (
            isinstance(named, FuncDef) and named.fullname.rpartition(".")[0] == self._module
        )
        if not is_own or not isinstance(named, FuncDef | LambdaExpr) or named in self._met:
            return True
        self._met.add(named)
        inside = KeptShapes(named, self._index, self._module)
        inside._met = self._met
        return all(each is None or inside.keeps(each) for each in returned_by(named.body.body))


def _is_update(callee: MemberExpr) -> bool:
    """Return whether a method is that of ``x.at[i]``."""
    base = callee.expr.base if isinstance(callee.expr, IndexExpr) else None
    return isinstance(base, MemberExpr) and base.name == "at"
