"""Functions and methods of another module in whose place the module at hand puts something else.

``library.step = other``, ``setattr(library, "step", other)``, ``mock.patch("library.step", other)``, and ``def step``
below ``from library import *``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import Decorator, FuncDef, MemberExpr, MypyFile, RefExpr

from ..host.freshness import REDEFINED
from ..syntax import INDEX
from ..syntax.names.patched_names import PATCHED_NAMES
from ..syntax.names.targets import targets, unpacked
from ..syntax.per_module import PerModule


class _Replaced(NamedTuple):
    """The names of the functions and attributes that a module replaces."""

    names: frozenset[str]
    """The full names of functions that it assigns to, and of those that it imports and defines again."""
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
    return _Replaced(frozenset((*names, *_defined_again(tree))), frozenset(attributes))


def _defined_again(tree: MypyFile) -> Iterator[str]:
    """Yield the full names of imported functions whose names the module gives to functions or classes of its own."""
    for again in tree.names:
        name = again.partition(REDEFINED)[0]
        first = tree.names.get(name) if name != again else None
        if first is not None and isinstance(first.node, FuncDef | Decorator):
            yield first.node.fullname


_REPLACED: Final = PerModule(_replaced)
