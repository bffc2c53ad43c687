"""``jdc-transform-input`` where ``init``, ``update`` and ``apply_updates`` of optax are given what they refuse.

mypy has no types of optax, and asks nobody about these calls. So they are looked at where the module transforms a
function, as every module that trains does, and an optimizer is known by the call of optax that makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, MypyFile

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate.constants import unfold
from ...evaluate.scope import SCOPES
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.optimizers import OptimizerKind, made_without_call, optimizer_of
from ...syntax import INDEX
from ...syntax.arguments import argument, has_stars
from ...syntax.names.imported_names import as_imported, spelled
from ...syntax.per_module import PerModule
from ...traced.functions import TracedFunction
from ..places import OPERATION, TRACED_FUNCTION, TRANSFORMED, OperationSite, Transformed, asked
from .optimizer_variables import VARIABLES

_PAIRS: Final = ("jax.value_and_grad", "equinox.filter_value_and_grad", "flax.nnx.value_and_grad")
_OF_NNX: Final = ("flax.nnx.Optimizer", "flax.nnx.ModelAndOptimizer")
_APPLIED: Final = ("optax.apply_updates", "equinox.apply_updates")


@asked(TRANSFORM_INPUT, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report the calls of the module where it calls a transformation."""
    yield from _reported(site.api.tree)


@asked(TRANSFORM_INPUT, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the calls of the module where a function stands under one."""
    yield from _reported(site.api.tree)


@asked(TRANSFORM_INPUT, at=OPERATION)
def check_around_operation(site: OperationSite) -> Iterator[Diagnostic]:
    """Report the calls of the module where it calculates: it may train by functions of others."""
    yield from _reported(site.api.tree)


def _reported(tree: MypyFile) -> Iterator[Diagnostic]:
    """Yield a finding for each call of the module; mypy drops one that it has had before."""
    for call, message in REFUSED.of(tree).items():
        yield Diagnostic(TRANSFORM_INPUT, message, call)


def _refused(tree: MypyFile) -> Mapping[CallExpr, str]:
    """Return the calls of a module that raise, each with what is wrong."""
    index = INDEX.of(tree)
    if not any(name.partition(".")[0] == "optax" for name in index.imports.modules):
        return {}
    found: dict[CallExpr, str] = {}
    for call in index.body.expressions_of(CallExpr):
        message = "" if has_stars(call) else _of_updates(call, tree) or _of_method(call, tree) or _of_nnx(call, tree)
        if message and not may_be_caught(call, tree):
            found[call] = message
    return found


def _of_updates(call: CallExpr, tree: MypyFile) -> str:
    """Return what is wrong with ``apply_updates(params, updates)``."""
    name = as_imported(call.callee, tree) or spelled(call.callee, tree)
    if name not in _APPLIED:
        return ""
    updates = argument(call, 1, "updates")
    if updates is None:
        return f'"{name}" takes the params and the updates; write {name}(params, updates)'
    source = unfold(updates, SCOPES.of(tree))
    if isinstance(source, CallExpr) and _method(source, tree)[0] == "update":
        return (
            f'"{name}" is given both results of "update", the updates and the new state of the optimizer; '
            "write updates, state = optimizer.update(...)"
        )
    return ""


def _of_nnx(call: CallExpr, tree: MypyFile) -> str:
    """Return what is wrong with ``nnx.Optimizer(optax.adam(1e-3), model)``."""
    first = argument(call, 0, "model")
    if first is None or as_imported(call.callee, tree) not in _OF_NNX or optimizer_of(first, tree) is None:
        return ""
    name = as_imported(call.callee, tree).removeprefix("flax.")
    return f'"{name}" takes the model first, and is given an optimizer of optax in its place; write {name}(model, tx)'


def _of_method(call: CallExpr, tree: MypyFile) -> str:
    """Return what is wrong with a call of ``init`` or ``update``."""
    maker = made_without_call(call.callee, tree)
    if maker:
        return f'"{maker}" is a function that makes an optimizer; call it first, {maker}(...)'
    method, kind = _method(call, tree)
    if kind is None:
        return ""
    if method == "init":
        return "" if call.args else '"init" of an optimizer takes the params; write optimizer.init(params)'
    updates, state = argument(call, 0, "updates"), argument(call, 1, "state")
    if state is None:
        return (
            '"update" of an optimizer takes the gradients and its state; '
            "write updates, state = optimizer.update(grads, state)"
        )
    return _exchanged(updates, state, kind, tree) or _missing(call, kind)


def _missing(call: CallExpr, kind: OptimizerKind) -> str:
    if not kind.needs_params or argument(call, 2, "params") is not None:
        return ""
    return (
        f'"update" of optax.{kind.needs_params} needs the params too, and raises an error without them; '
        "write optimizer.update(grads, state, params)"
    )


def _exchanged(updates: Expression | None, state: Expression, kind: OptimizerKind, tree: MypyFile) -> str:
    """Return what is wrong where arguments of ``update`` are in the place of others."""
    variables = VARIABLES.of(tree)
    if not kind.keeps_leaves or updates is None:
        return ""
    if variables.is_state(updates):
        return '"update" of an optimizer takes the gradients first, and is given its state in their place'
    if variables.is_params(state):
        return (
            '"update" of an optimizer takes its state behind the gradients, and is given the params in its place; '
            "write optimizer.update(grads, state, params)"
        )
    if _is_pair(updates, tree):
        return '"update" of an optimizer is given the value too; write value, grads = ... for what it gives'
    return ""


def _is_pair(updates: Expression, tree: MypyFile) -> bool:
    """Return whether gradients are all of what a function under ``value_and_grad`` gives."""
    scope = SCOPES.of(tree)
    made = unfold(updates, scope)
    function = unfold(made.callee, scope) if isinstance(made, CallExpr) else None
    return isinstance(function, CallExpr) and scope.imported(function.callee) in _PAIRS


def _method(call: CallExpr, tree: MypyFile) -> tuple[str, OptimizerKind | None]:
    """Return which method of an optimizer a call is, and of which."""
    callee = call.callee
    if not isinstance(callee, MemberExpr) or callee.name not in ("init", "update"):
        return "", None
    kind = optimizer_of(callee.expr, tree)
    return ("", None) if kind is None else (callee.name, kind)


REFUSED: Final = PerModule(_refused)
