"""Functions and methods of another module in whose place the module at hand puts something else.

``library.step = other``, ``setattr(library, "step", other)`` and ``mock.patch("library.step", other)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, FuncDef, MemberExpr, MypyFile, NameExpr, RefExpr, StrExpr

from ..syntax import INDEX
from ..syntax.per_module import PerModule
from ..syntax.targets import targets, unpacked

_PATCHING: Final = frozenset(("setattr", "__setattr__", "patch", "object"))
"""Functions that take the name as a string: `mock.patch.object` too."""


class _Replaced(NamedTuple):
    """What a module replaces."""

    names: frozenset[str]
    """The full names of functions that it assigns to."""
    strings: frozenset[str]
    """The names that functions which patch are given."""
    attributes: frozenset[str]
    """The names of the attributes that it assigns to, of whatever object."""


def is_replaced(function: FuncDef, tree: MypyFile) -> bool:
    """Return whether a module may put another function in the place of one."""
    replaced = _REPLACED.of(tree)
    if function.fullname in replaced.names or function.name in replaced.strings:
        return True
    return bool(function.info) and function.name in replaced.attributes


def _replaced(tree: MypyFile) -> _Replaced:
    written = [
        part
        for statement in INDEX.of(tree).body.statements
        for target in targets(statement)
        for part in unpacked(target.expression)
    ]
    nodes = (each.node for each in written if isinstance(each, RefExpr))
    names = (each.fullname for each in nodes if isinstance(each, FuncDef))
    attributes = (each.name for each in written if isinstance(each, MemberExpr))
    return _Replaced(frozenset(names), frozenset(_named(tree)), frozenset(attributes))


def _named(tree: MypyFile) -> Iterator[str]:
    """Yield the names that a function which patches is given as a string."""
    for _, call in INDEX.of(tree).placed((CallExpr,)):
        if isinstance(call, CallExpr) and isinstance(call.callee, RefExpr) and _is_patching(call.callee):
            yield from (each.value.rpartition(".")[2] for each in call.args if isinstance(each, StrExpr))


def _is_patching(callee: RefExpr) -> bool:
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in _PATCHING


_REPLACED: Final = PerModule(_replaced)
