"""The run of a module from its start, and of the functions in it that take nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import Expression, FuncDef, MypyFile

from ..evaluate.scope import SCOPES
from ..syntax import INDEX
from ..syntax.per_module import PerModule
from .machine import Found, Machine, TooLongError
from .statements import EndedError
from .things import Own


def _followed(tree: MypyFile) -> Mapping[Expression, Found]:
    """Follow the run of a module that uses arrays."""
    if not any(name.partition(".")[0] in ("jax", "numpy") for name in INDEX.of(tree).imports.modules):
        return {}
    machine = Machine(SCOPES.of(tree))
    try:
        machine.statements.block(tree.defs, machine.top)
        _functions(machine)
    except (TooLongError, EndedError, RecursionError):
        pass
    return machine.found


def _functions(machine: Machine) -> None:
    """Follow the functions that nothing in the module calls and that take nothing, until one changes an object."""
    for function in list(_uncalled(machine)):
        before = len(machine.changes.touched)
        try:
            machine.calls.apply(function, [], {}, None)
        except EndedError:
            continue
        if len(machine.changes.touched) != before:
            return


def _uncalled(machine: Machine) -> Iterator[Own]:
    for thing in list(machine.top.variables.values()):
        function = thing.function if isinstance(thing, Own) else None
        is_open = isinstance(function, FuncDef) and function not in machine.called and not function.arguments
        if isinstance(thing, Own) and is_open:
            yield thing


RUNS = PerModule(_followed)
"""What raises in the run of each module, by the operation that does."""
