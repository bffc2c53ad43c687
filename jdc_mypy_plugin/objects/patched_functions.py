"""Functions and methods of another module in whose place the module at hand puts something else.

``library.step = other``, ``setattr(library, "step", other)`` and ``mock.patch("library.step", other)``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.nodes import FuncDef, MemberExpr, MypyFile, RefExpr

from ..syntax import INDEX
from ..syntax.names.patched_names import PATCHED_NAMES
from ..syntax.names.targets import targets, unpacked
from ..syntax.per_module import PerModule


class _Replaced(NamedTuple):
    """The names of the functions and attributes that a module replaces."""

    names: frozenset[str]
    """The full names of functions that it assigns to."""
    attributes: frozenset[str]
    """The names of the attributes that it assigns to, of whatever object."""


def is_replaced(function: FuncDef, tree: MypyFile) -> bool:
    """Return whether a module may put another function in the place of one."""
    replaced = _REPLACED.of(tree)
    if function.fullname in replaced.names or function.name in PATCHED_NAMES.of(tree):
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
    return _Replaced(frozenset(names), frozenset(attributes))


_REPLACED: Final = PerModule(_replaced)
