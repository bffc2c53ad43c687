"""``jdc-discarded`` for methods of what mypy has no type of: ``state.apply_gradients(grads=grads)``.

mypy asks nobody about calls on `Any`. Another use of the same name in the function tells that the method makes a new
object: ``state = state.replace(step=1)`` somewhere else. So do the keywords, if they are fields of a pytree dataclass
that the module names. The train states of flax and ``_replace`` need no such evidence. As those of optax, the calls
are looked at where the module transforms a function, has a pytree dataclass or calls a function.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    TypeInfo,
)

from jdc_spec.rules import DISCARDED

from ...copies.keys import key
from ...host.diagnostics import Diagnostic
from ...libraries.registry import REPLACE_FUNCTIONS
from ...model.classes import model_of
from ...model.replacing import REPLACE, adds_replace
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_expected_to_fail
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.imported_names import as_imported, spelled
from ...syntax.names.targets import row
from ...syntax.per_module import PerModule
from ...traced.functions import TracedFunction
from ..places import CALL, CALL_ELSEWHERE, CLASS, TRACED_FUNCTION, TRANSFORMED, Call, Transformed, asked
from ..sites import ClassSite
from .untyped_updates import is_open, root_of

_STEP: Final = "apply_gradients"
_REPLACE_TUPLE: Final = "_replace"
"""The method of named tuples."""
_METHODS: Final = (_STEP, REPLACE, _REPLACE_TUPLE)
_REPLACING: Final = frozenset(name.rpartition(".")[2] for name in REPLACE_FUNCTIONS)
_IN_PLACE: Final = frozenset(("inplace", "target", "to_replace"))
"""Keywords of the ``replace`` of pandas and of paths, which may change what it is called on."""
_BY_NAME: Final = (ArgKind.ARG_NAMED, ArgKind.ARG_STAR2)
_MAKING_ENVIRONMENT: Final = "gymnax.make"
"""It returns an environment and its parameters, a dataclass of flax."""
_TRAIN_STATE: Final = "flax.training.train_state"


@asked(DISCARDED, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report the calls of the module where it calls a transformation."""
    yield from _reported(site.api)


@asked(DISCARDED, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the calls of the module where a function stands under one."""
    yield from _reported(site.api)


@asked(DISCARDED, at=CLASS)
def check_class(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the calls of the module where it has a pytree dataclass."""
    yield from _reported(site.api)


@asked(DISCARDED, at=(CALL, CALL_ELSEWHERE))
def check_called(site: Call) -> Iterator[Diagnostic]:
    """Report the calls of a function where it calls another one: that may make the object."""
    yield from _reported(site.api)


def _reported(api: TypeChecker) -> Iterator[Diagnostic]:
    """Yield a finding for each call of the module; mypy drops one that it has had before."""
    for call, (owner, method) in _DISCARDED.of(api.tree).items():
        if is_open(owner, api):
            does = f'"{method}" makes a new object and leaves the old one as it is'
            name = owner.name if isinstance(owner, NameExpr) else None
            made = f"{method}({name}, ...)" if "." in method else f"{name}.{method}(...)"
            mend = "assign it" if name is None else f"write {name} = {made}"
            yield Diagnostic(DISCARDED, f"{does}, and nothing takes the result; {mend}", call)


def _discarded(tree: MypyFile) -> Mapping[CallExpr, tuple[NameExpr | MemberExpr, str]]:
    index = INDEX.of(tree)
    own = {each.name for each in index.body.statements_of(FuncDef)}
    may_update = index.body.mentions(_METHODS)
    calls = [each for each in index.body.expressions_of(CallExpr) if _is_update(each, own)] if may_update else []
    found: dict[CallExpr, tuple[NameExpr | MemberExpr, str]] = {}
    for call in filter(index.discarded.is_discarded, calls):
        callee, around = call.callee, _functions_around(call, tree)
        owner = callee.expr if isinstance(callee, MemberExpr) else None
        if not isinstance(callee, MemberExpr) or not isinstance(owner, NameExpr | MemberExpr) or not around:
            continue
        if root_of(owner) is None or around[-1].name.startswith("test") or is_expected_to_fail(call, tree):
            continue
        is_written = ArgKind.ARG_STAR2 not in call.arg_kinds
        is_named = is_written and isinstance(owner, NameExpr) and _is_used(owner.name, calls, around[-1], tree)
        is_told = is_written and _is_evident(call, callee.name, tree)
        if is_named or is_told or (callee.name == REPLACE and _is_of_environment(owner, around[0], tree)):
            found[call] = owner, callee.name
    return {**found, **dict(_by_functions(tree))}


def _by_functions(tree: MypyFile) -> Iterator[tuple[CallExpr, tuple[NameExpr | MemberExpr, str]]]:
    """Yield the calls of ``dataclasses.replace(state, step=1)``, which changes nothing, whatever it is given."""
    index = INDEX.of(tree)
    calls = [each for each in index.body.expressions_of(CallExpr) if _may_replace(each.callee, index)]
    for call in filter(index.discarded.is_discarded, calls):
        function, around = _imported(call.callee, tree), _functions_around(call, tree)
        owner = call.args[0] if call.arg_kinds[:1] == [ArgKind.ARG_POS] else None
        is_one = function in REPLACE_FUNCTIONS and all(kind is ArgKind.ARG_NAMED for kind in call.arg_kinds[1:])
        if not is_one or not isinstance(owner, NameExpr | MemberExpr) or root_of(owner) is None or not around:
            continue
        if not around[-1].name.startswith("test") and not is_expected_to_fail(call, tree):
            yield call, (owner, function)


def _may_replace(callee: Expression, index: ModuleIndex) -> bool:
    """Return whether a function has the name of one that replaces fields, here or where it is imported from."""
    if isinstance(callee, MemberExpr):
        return callee.name in _REPLACING
    sources = index.imports.of(callee.name) if isinstance(callee, NameExpr) else ()
    is_named = isinstance(callee, NameExpr) and callee.name in _REPLACING
    return is_named or any(each.fullname.rpartition(".")[2] in _REPLACING for each in sources)


def _imported(callee: Expression, tree: MypyFile) -> str:
    """Return the full name of a function that a module imports, also from a module that mypy cannot read."""
    root = root_of(callee)
    is_parameter = root is not None and root.node is not None and root.node in FLOW.of(tree).variables.functions
    return "" if is_parameter else spelled(callee, tree) or as_imported(callee, tree)


def _is_evident(call: CallExpr, method: str, tree: MypyFile) -> bool:
    """Return whether a call itself tells that the method makes a new object."""
    if method == REPLACE:
        return any(names.issuperset(call.arg_names) for names in _NAMED_FIELDS.of(tree))
    return method == _REPLACE_TUPLE or _is_of_train_state(call, method, tree)


def _named_fields(tree: MypyFile) -> Sequence[frozenset[str | None]]:
    """Return the fields of each pytree dataclass with a ``replace`` that a module defines or imports by name."""
    infos = [symbol.node for symbol in tree.names.values() if isinstance(symbol.node, TypeInfo)]
    models = [model for info in infos if (model := model_of(info)) is not None and adds_replace(info)]
    return [frozenset(model.fields) for model in models]


_NAMED_FIELDS: Final = PerModule(_named_fields)


def _is_update(call: CallExpr, own: Collection[str]) -> bool:
    """Return whether a call is ``x.replace(field=...)`` or the like, with keywords alone.

    A method of this name that the module writes itself may do anything.
    """
    callee = call.callee
    is_one = isinstance(callee, MemberExpr) and callee.name in _METHODS
    if isinstance(callee, MemberExpr) and callee.name in own:
        return False
    is_by_keyword = bool(call.args) and all(kind in _BY_NAME for kind in call.arg_kinds)
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


def _is_of_environment(owner: Expression, function: FuncDef, tree: MypyFile) -> bool:
    """Return whether ``env, env_params = gymnax.make(name)`` gives an object, under a name or an attribute."""
    for statement in INDEX.of(tree).inside(function).statements_of(AssignmentStmt):
        pair, made = row(statement.lvalues[0]), statement.rvalue
        if len(pair) == 2 and isinstance(made, CallExpr) and as_imported(made.callee, tree) == _MAKING_ENVIRONMENT:
            return key(owner) is not None and key(pair[1]) == key(owner)
    return False


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
