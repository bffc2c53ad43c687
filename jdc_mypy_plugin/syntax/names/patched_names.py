"""Names in whose place a module puts something else.

``mock.patch("library.step", other)``, ``setattr(jnp, "dot", other)`` and ``object.__setattr__(pair, "x", other)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, MemberExpr, MypyFile, NameExpr, StrExpr

from ..index import INDEX
from ..per_module import PerModule

_PATCHING: Final = frozenset(("setattr", "__setattr__", "patch", "object"))
"""Functions that take the name as a string: `mock.patch.object` too."""


def _named(tree: MypyFile, *, of_self: bool) -> Iterator[str]:
    """Yield the names that a function which patches is given as a string."""
    for call in INDEX.of(tree).body.expressions_of(CallExpr):
        is_patching = isinstance(call.callee, NameExpr | MemberExpr) and call.callee.name in _PATCHING
        if is_patching and (of_self or not _is_self(call)):
            yield from (each.value.rpartition(".")[2] for each in call.args if isinstance(each, StrExpr))


def _is_self(call: CallExpr) -> bool:
    first = call.args[0] if call.args else None
    return isinstance(first, NameExpr) and first.name == "self"


PATCHED_NAMES: Final = PerModule(lambda tree: frozenset(_named(tree, of_self=True)))
"""The names that functions which patch are given, without those of their modules."""
PATCHED_ELSEWHERE: Final = PerModule(lambda tree: frozenset(_named(tree, of_self=False)))
"""Those of other objects than ``self``."""
