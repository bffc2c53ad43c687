"""The run of a module from its start, and of the functions in it that take nothing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    Statement,
    TypeInfo,
)

from ..evaluate.scope import SCOPES, ModuleScope
from ..host.freshness import dependant, looked_at
from ..host.guard import found
from ..model.modules.module_sources import source_of
from ..model.modules.outside_writes import written_from_outside
from ..syntax import INDEX
from .bounds import EndedError, TooLongError
from .discards import Discard
from .followed_calls import FollowedCall
from .machine import Found, Machine
from .thing_values import parts
from .things import Class, Held, Made, Own, Partly, Row, Thing
from .trials import has_trials, try_methods


@dataclass
class Run:
    """The run of a module, as far as it has been seen."""

    found: Mapping[Expression, Found] = field(default_factory=dict[Expression, Found])
    """The errors that operations raise, by operation."""
    discards: Sequence[Discard] = ()
    """Calls whose result nobody takes, and that have no effect."""
    followed: Sequence[FollowedCall] = ()
    """Calls of functions of the module, whose annotations may exclude what they were given or give back."""
    constants: Sequence[RefExpr] = ()
    """Constants of other modules that it has read."""
    classes: Sequence[TypeInfo] = ()
    others: Sequence[str] = ()
    """Other modules of the project whose sources it has followed."""
    scope: ModuleScope | None = None
    told: set[Expression] = field(default_factory=set[Expression])
    """The operations that have been reported."""
    judged: set[Expression] = field(default_factory=set[Expression])
    """The operations that have been asked about at another place, before mypy has come to them."""
    judged_calls: set[int] = field(default_factory=set[int])
    """The calls whose results have been judged by the annotations of the functions, by their id."""
    refused: dict[tuple[str, int], str] = field(default_factory=dict[tuple[str, int], str])
    """The refusals of JAX that have been reported, by the code of the rule and the line."""
    plain: dict[TypeInfo, bool] = field(default_factory=dict[TypeInfo, bool])
    """True of classes that nothing registers, of those whose objects are handed over."""
    _asking: set[str] = field(default_factory=set[str])

    def look_again(self) -> None:
        """For a daemon, make what the run has looked at a dependency of the part of the module that asks."""
        part = dependant()
        if part is None or part in self._asking or self.scope is None:
            return
        self._asking.add(part)
        for reference in self.constants:
            self.scope.constant(reference)
        for info in self.classes:
            looked_at(info)
        for name in self.others:
            source_of(name)
        if self.others:
            written_from_outside(self.scope.tree)


class _Runs:
    """Keeps the run of the module under check; a daemon checks anew, in another scope."""

    def __init__(self) -> None:
        self._made_for: tuple[TypeChecker, list[Statement], object] | None = None
        self._run = Run()

    def of(self, api: TypeChecker) -> Run:
        made_for = self._made_for
        is_it = made_for is not None and made_for[0] is api and made_for[1] is api.tree.defs
        if not is_it or made_for is None or made_for[2] is not api.scope:
            self._made_for = api, api.tree.defs, api.scope
            self._run = found(followed, api.tree) or Run()
        self._run.look_again()
        return self._run


_ARRAYS: Final = ("jax", "numpy")
_DEFINITIONS: Final = FuncDef | Decorator | OverloadedFuncDef | ClassDef
_RUNS: Final = _Runs()


def run_of(api: TypeChecker) -> Run:
    """Return the run of the module under check."""
    return _RUNS.of(api)


def followed(tree: MypyFile) -> Run:
    """Follow the run of a module that uses arrays and does something with them."""
    uses_arrays = any(name.partition(".")[0] in _ARRAYS for name in INDEX.of(tree).imports.modules)
    if not uses_arrays or not (_does_something(tree) or has_trials(tree)):
        return Run()
    machine = Machine(SCOPES.of(tree))
    try:
        machine.statements.block(tree.defs, machine.top)
        machine.others.let_go()
        _functions(machine)
        try_methods(machine)
    except (TooLongError, EndedError, RecursionError):
        pass
    return Run(
        machine.found,
        [*machine.discards.all()],
        machine.followed.all(),
        machine.constants,
        list(machine.classes),
        machine.modules_followed[1:],
        machine.scope,
    )


def _does_something(tree: MypyFile) -> bool:
    """Return whether a module calls anything of its own or of arrays, or has a function that takes nothing.

    Most modules of a library define things for others, and nothing of theirs runs.
    """
    body = INDEX.of(tree).body
    for statement in body.outside_definitions():
        function = statement.func if isinstance(statement, Decorator) else statement
        if isinstance(function, FuncDef) and not function.arguments and not function.info:
            return True
        position = INDEX.of(tree).position(statement)
        written = () if position is None or isinstance(statement, _DEFINITIONS) else body.written_at(position)
        if any(isinstance(each, CallExpr) and _is_of_interest(each.callee, tree) for each in written):
            return True
    return False


def _is_of_interest(callee: Expression, tree: MypyFile) -> bool:
    """Return whether what is called may be of the module itself, or of JAX or NumPy."""
    root = callee
    while isinstance(root, MemberExpr | CallExpr | IndexExpr):
        root = root.callee if isinstance(root, CallExpr) else root.base if isinstance(root, IndexExpr) else root.expr
    if not isinstance(root, NameExpr):
        return True
    sources = [each.fullname.partition(".")[0] for each in INDEX.of(tree).imports.of(root.name)]
    return any(each in _ARRAYS for each in sources) if sources else not root.fullname.startswith("builtins.")


def _functions(machine: Machine) -> None:
    """Follow the functions that nothing in the module calls and that take nothing.

    Other modules may have called the others before. Nobody knows whether one of these has run before another either:
    what it changes of the module's is unknown from there on.
    """
    changes = machine.changes
    for each in machine.top.variables.values():
        if not isinstance(each, Held) and any(_is_open(inner, machine) for inner in _functions_in(each)):
            changes.forget(each)
    functions = list(_uncalled(machine))
    if any(map(_may_change, machine.top.variables.values())):
        _perhaps_before(functions, machine)
    for function in functions:
        changes.touched.clear()
        first = Row(changes.regions).number
        with contextlib.suppress(EndedError):
            machine.calls.apply(function, [], {}, None)
        for held in [each for each in changes.touched if each.number < first]:
            changes.forget(held)


def _may_change(thing: Thing) -> bool:
    """Return whether a function may change what a variable of a module holds."""
    inside = thing.attributes.values() if isinstance(thing, Class) else parts(thing)
    return isinstance(thing, Held) or any(isinstance(each, Held) for each in inside)


def _perhaps_before(functions: Sequence[Own], machine: Machine) -> None:
    """Let functions change what they change, for other modules may have called any of them before."""
    traced = [*machine.traced]
    with machine.changes.perhaps():
        for function in functions:
            machine.calls.apply(function, [], {}, None)
    machine.traced[:] = traced


def _is_open(function: FuncItem, machine: Machine) -> bool:
    """Return whether other modules alone call a function."""
    return function not in machine.called and bool(function.arg_names)


def _functions_in(thing: Thing) -> Iterator[FuncItem]:
    """Yield the functions of a class, or that under a transformation or a decorator."""
    if isinstance(thing, Own):
        yield thing.function
    elif isinstance(thing, Class):
        yield from thing.methods
    elif isinstance(thing, Made | Partly):
        for each in parts(thing):
            yield from _functions_in(each)


def _uncalled(machine: Machine) -> Iterator[Own]:
    for thing in list(machine.top.variables.values()):
        function = thing.function if isinstance(thing, Own) else None
        is_open = isinstance(function, FuncDef) and function not in machine.called and not function.arg_names
        if isinstance(thing, Own) and is_open:
            yield thing
