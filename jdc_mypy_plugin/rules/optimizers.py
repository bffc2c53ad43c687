"""Optimizers that the source makes by functions of optax, whose types mypy may not know."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, RefExpr

from ..evaluate import Evaluator
from ..syntax.arguments import by_keyword
from ..syntax.imported_names import as_imported

_STATEFUL: Final = frozenset(
    (
        *("adabelief", "adadelta", "adafactor", "adagrad", "adam", "adamax", "adamaxw", "adamw", "amsgrad"),
        *("lamb", "lars", "lbfgs", "lion", "nadam", "nadamw", "novograd", "radam", "rmsprop", "rprop", "yogi"),
    )
)
"""Functions whose optimizers keep an array for each leaf of the params."""
_PAIRS: Final = _STATEFUL | {"chain", "sgd"}
"""Functions of optax that return a pair of functions."""


def makes_optimizer(call: CallExpr, api: TypeChecker) -> bool:
    """Return whether a function of optax makes an optimizer, ``optax.adam(1e-3)``."""
    return _name(call, api) in _PAIRS


def keeps_leaves(optimizer: Expression, api: TypeChecker) -> bool:
    """Return whether an expression is an optimizer that makes an array for each leaf of the params."""
    made = Evaluator(api).source(optimizer)
    if not isinstance(made, CallExpr):
        return False
    name = _name(made, api)
    if name == "chain":
        return any(keeps_leaves(each, api) for each in made.args)
    return name in _STATEFUL or (name == "sgd" and by_keyword(made, "momentum") is not None)


def _name(call: CallExpr, api: TypeChecker) -> str:
    callee = call.callee
    name = as_imported(callee, api.tree) or (callee.fullname if isinstance(callee, RefExpr) else "")
    return name.rpartition(".")[2] if name.startswith("optax.") else ""
