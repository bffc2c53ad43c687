"""Results of a derivative, besides or as the gradient: ``loss, grads = jax.value_and_grad(f)(params)``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, IndexExpr, IntExpr, MypyFile, NameExpr, RefExpr

from ...libraries.definition import PARTIAL, truth
from ...syntax.arguments import by_keyword
from ...syntax.names.flow import FLOW

_WITH_VALUES: Final = frozenset(
    (
        "jax._src.api.value_and_grad",
        "equinox._ad.filter_value_and_grad",
        "flax.nnx.transforms.autodiff.value_and_grad",
    )
)
_GRADIENTS: Final = frozenset(("jax._src.api.grad",))


def is_value(value: Expression, tree: MypyFile) -> bool:
    """Return whether an expression is the value of a function that is differentiated, the loss."""
    call, path = _unpacked(value, tree)
    has_aux = _has_aux(call, _WITH_VALUES, tree)
    return has_aux is not None and path == ((0, 0) if has_aux else (0,))


def differentiated_by(value: Expression, tree: MypyFile) -> Expression | None:
    """Return the argument that an expression is the gradient with respect to."""
    call, path = _unpacked(value, tree)
    if not isinstance(call, CallExpr) or not call.args or not call.arg_kinds[0].is_positional():
        return None
    has_aux = _has_aux(call, _GRADIENTS, tree)
    return call.args[0] if has_aux is not None and path == ((0,) if has_aux else ()) else None


def is_derivative(call: Expression, tree: MypyFile) -> bool:
    """Return whether a call is that of a derivative, which gives back something else than the function."""
    made = _derivative(call, tree)
    called = made.callee if isinstance(made, CallExpr) else made
    if isinstance(made, CallExpr) and isinstance(called, RefExpr) and called.fullname == PARTIAL and made.args:
        called = made.args[0]
    return isinstance(called, RefExpr) and called.fullname in _WITH_VALUES | _GRADIENTS


def _unpacked(value: Expression, tree: MypyFile) -> tuple[Expression, tuple[int, ...]]:
    """Return what an expression reads an item of, and the way to that: ``loss[0]`` behind ``loss, grads = f(x)``."""
    if not isinstance(value, IndexExpr) or not isinstance(value.index, IntExpr):
        return value, ()
    base = FLOW.of(tree).value_at(value.base) if isinstance(value.base, NameExpr) else value.base
    whole, path = _unpacked(base, tree) if isinstance(base, Expression) else (value.base, ())
    return whole, (*path, value.index.value)


def _has_aux(call: Expression, names: frozenset[str], tree: MypyFile) -> bool | None:
    """Return whether a call of a derivative has an auxiliary result; None of another call."""
    made = _derivative(call, tree)
    return None if made is None else _option(made, names)


def _derivative(call: Expression, tree: MypyFile) -> Expression | None:
    """Return what makes the function that is called: the only decorator, or a call."""
    callee = call.callee if isinstance(call, CallExpr) else None
    if isinstance(callee, NameExpr) and isinstance(callee.node, Decorator):
        decorators = callee.node.original_decorators
        return decorators[0] if len(decorators) == 1 else None
    made = FLOW.of(tree).value_at(callee) if isinstance(callee, NameExpr) else callee
    return made if isinstance(made, CallExpr) else None


def _option(made: Expression, names: frozenset[str]) -> bool | None:
    if isinstance(made, RefExpr):
        return False if made.fullname in names else None
    if not isinstance(made, CallExpr) or not isinstance(made.callee, RefExpr):
        return None
    first = made.args[0] if made.args else None
    is_partial = made.callee.fullname == PARTIAL and isinstance(first, RefExpr) and first.fullname in names
    if (made.callee.fullname not in names and not is_partial) or by_keyword(made, "argnums") is not None:
        return None
    has_aux = by_keyword(made, "has_aux")
    return False if has_aux is None else truth(has_aux)
