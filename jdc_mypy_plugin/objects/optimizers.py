"""Optimizers that the source makes by functions of optax, whose types mypy may not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, RefExpr, ReturnStmt

from ..evaluate import Evaluator
from ..evaluate.constants import unfold
from ..evaluate.declared.held_attributes import held_attribute
from ..evaluate.scope import SCOPES
from ..runs.frameworks.optimizers import KEEPING, NEEDING
from ..syntax import INDEX
from ..syntax.arguments import by_keyword
from ..syntax.names.imported_names import as_imported

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


_PLAIN: Final = frozenset(
    (
        *("clip", "clip_by_block_rms", "clip_by_global_norm", "centralize", "identity", "noisy_sgd", "scale", "sgd"),
        *("scale_by_learning_rate", "scale_by_schedule", "set_to_zero", "sign_sgd", "zero_nans"),
    )
)
_WRAPPERS: Final = ("masked", "apply_if_finite")
"""Functions that make an optimizer of another, their first argument."""
_MAKERS: Final = NEEDING | KEEPING | _PLAIN


class OptimizerKind(NamedTuple):
    """The demands of an optimizer on its arguments."""

    keeps_leaves: bool
    """It raises where it is given another tree than the gradients or its state."""
    needs_params: str
    """The function of optax because of which ``update`` needs the params too; "" where it does not."""


def optimizer_of(owner: Expression, tree: MypyFile) -> OptimizerKind | None:
    """Return which optimizer a name, an attribute of ``self`` or a call is; None where that is not known."""
    scope = SCOPES.of(tree)
    made = held_attribute(owner, scope) if isinstance(owner, MemberExpr) else owner
    return None if made is None else kind_of(unfold(made, scope), tree)


def kind_of(made: Expression, tree: MypyFile) -> OptimizerKind | None:
    """Return what a call of optax makes: None where that is no optimizer that is known."""
    if not isinstance(made, CallExpr):
        return None
    name = as_imported(made.callee, tree)
    name = name.removeprefix("optax.") if name.startswith("optax.") else ""
    if name in _MAKERS:
        keeps_leaves = name in KEEPING or (name == "sgd" and by_keyword(made, "momentum") is not None)
        return OptimizerKind(keeps_leaves, name if name in NEEDING else "")
    if name in _WRAPPERS and made.args:
        return kind_of(unfold(made.args[0], SCOPES.of(tree)), tree)
    if isinstance(made.callee, NameExpr) and isinstance(made.callee.node, FuncDef):
        return _of_function(made.callee.node, tree)
    return _of_chain(made.args, tree) if name == "chain" else _of_injected(made, tree)


def _of_function(function: FuncDef, tree: MypyFile) -> OptimizerKind | None:
    """Return what a function of the module makes that returns an optimizer in one place."""
    returns = (
        INDEX.of(tree).inside(function).statements_of(ReturnStmt)
        if INDEX.of(tree).position(function) is not None
        else ()
    )
    values = [each.expr for each in returns]
    if len(values) != 1 or values[0] is None:
        return None
    made = unfold(values[0], SCOPES.of(tree))
    is_of_optax = isinstance(made, CallExpr) and bool(as_imported(made.callee, tree))
    return kind_of(made, tree) if is_of_optax else None


def _of_chain(links: Sequence[Expression], tree: MypyFile) -> OptimizerKind:
    """Return what optimizers one behind the other ask for, each of which may be unknown."""
    known = [each for link in links if (each := kind_of(unfold(link, SCOPES.of(tree)), tree)) is not None]
    needing = next((each.needs_params for each in known if each.needs_params), "")
    return OptimizerKind(any(each.keeps_leaves for each in known), needing)


def _of_injected(made: CallExpr, tree: MypyFile) -> OptimizerKind | None:
    """Return what ``optax.inject_hyperparams(optax.adamw)(learning_rate=0.1)`` makes."""
    inner = made.callee
    is_one = isinstance(inner, CallExpr) and as_imported(inner.callee, tree) == "optax.inject_hyperparams"
    if not is_one or not isinstance(inner, CallExpr) or not inner.args:
        return None
    name = as_imported(inner.args[0], tree).removeprefix("optax.")
    return OptimizerKind(name in KEEPING, name if name in NEEDING else "") if name in _MAKERS else None


def made_without_call(callee: Expression, tree: MypyFile) -> str:
    """Return the function in ``optax.adam.init(params)``, which makes an optimizer where it is called; or ""."""
    if not isinstance(callee, MemberExpr) or callee.name not in ("init", "update"):
        return ""
    name = as_imported(callee.expr, tree)
    return name if name.startswith("optax.") and name.removeprefix("optax.") in _MAKERS else ""
