"""``jdc-discarded`` for methods of what has no type: ``state.apply_gradients(grads=grads)`` of a parameter.

mypy asks nobody about calls on `Any`. Another use of the same name in the function tells that the method makes a new
object: ``state = state.replace(step=1)`` somewhere else. The train states of flax need no such evidence, nor does
``_replace``, which named tuples alone have. As those of optax, the calls are looked at where the module transforms a
function.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ArgKind, CallExpr, FuncDef, MemberExpr, MypyFile, NameExpr

from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.flow import FLOW
from ...syntax.per_module import PerModule
from ..places import TRACED_FUNCTION, TRANSFORMED, Transformed, asked
from ..traced_functions import TracedFunction
from .untyped_updates import is_open

_STEP: Final = "apply_gradients"
_OF_TUPLES: Final = "_replace"
_METHODS: Final = (_STEP, "replace", _OF_TUPLES)
_IN_PLACE: Final = frozenset(("inplace", "target", "to_replace"))
"""Keywords of the ``replace`` of pandas and of paths, which may change what it is called on."""
_TRAIN_STATE: Final = "flax.training.train_state"


@asked(DISCARDED, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report the calls of the module where it calls a transformation."""
    yield from _reported(site.api)


@asked(DISCARDED, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the calls of the module where a function stands under one."""
    yield from _reported(site.api)


def _reported(api: TypeChecker) -> Iterator[Diagnostic]:
    """Yield a finding for each call of the module, as far as mypy has come; it drops one that it has had before."""
    for call, (owner, method) in _DISCARDED.of(api.tree).items():
        if not is_open(owner, api):
            continue
        does = f'"{method}" makes a new object and leaves the old one as it is'
        message = f"{does}, and nothing takes the result; write {owner.name} = {owner.name}.{method}(...)"
        yield Diagnostic(DISCARDED, message, call)


def _discarded(tree: MypyFile) -> Mapping[CallExpr, tuple[NameExpr, str]]:
    """Return the calls of a module whose results nobody takes, each with the name it is on, and the method."""
    index = INDEX.of(tree)
    own = {each.name for each in index.body.statements_of(FuncDef)}
    calls = [each for each in index.body.expressions_of(CallExpr) if _is_update(each, own)]
    found: dict[CallExpr, tuple[NameExpr, str]] = {}
    for call in filter(index.discarded.is_discarded, calls):
        callee = call.callee
        if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, NameExpr):
            continue
        around = _functions_around(call, tree)
        if not around or around[-1].name.startswith("test"):
            continue
        is_known = callee.name == _OF_TUPLES or _is_of_train_state(call, callee.name, tree)
        if is_known or _is_used(callee.expr.name, calls, around[-1], tree):
            found[call] = callee.expr, callee.name
    return found


def _is_update(call: CallExpr, own: Collection[str]) -> bool:
    """Return whether a call is ``name.replace(field=...)`` or the like, with keywords alone.

    A method of this name that the module writes itself may do anything.
    """
    callee = call.callee
    is_one = isinstance(callee, MemberExpr) and callee.name in _METHODS and isinstance(callee.expr, NameExpr)
    if isinstance(callee, MemberExpr) and callee.name in own:
        return False
    is_by_keyword = bool(call.args) and all(kind is ArgKind.ARG_NAMED for kind in call.arg_kinds)
    return is_one and is_by_keyword and _IN_PLACE.isdisjoint(filter(None, call.arg_names))


def _functions_around(call: CallExpr, tree: MypyFile) -> Sequence[FuncDef]:
    """Return the functions that a call is in, the outermost last."""
    flow = FLOW.of(tree)
    found: list[FuncDef] = []
    function = flow.function_over(call)
    while function is not None:
        found.append(function)
        function = flow.function_around(function)
    return found


def _is_of_train_state(call: CallExpr, method: str, tree: MypyFile) -> bool:
    """Return whether a call is ``state.apply_gradients(grads=grads)`` in a module that works with those of flax."""
    index = INDEX.of(tree)
    imported = (name for name in index.imports.modules if name.startswith(_TRAIN_STATE))
    return method == _STEP and call.arg_names == ["grads"] and any(True for _ in imported)


def _is_used(name: str, calls: Sequence[CallExpr], function: FuncDef, tree: MypyFile) -> bool:
    """Return whether a function takes the result of such a method of something that has the same name."""
    index = INDEX.of(tree)
    inside = set(index.inside(function).expressions_of(CallExpr))
    return any(
        each in inside
        and not index.discarded.is_discarded(each)
        and isinstance(each.callee, MemberExpr)
        and isinstance(each.callee.expr, NameExpr)
        and each.callee.expr.name == name
        for each in calls
    )


_DISCARDED: Final = PerModule(_discarded)
