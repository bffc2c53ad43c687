"""Functions that may run while an object is constructed, when some libraries let its frozen fields be assigned."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, FuncDef, MemberExpr, MypyFile, NameExpr

from ...syntax import INDEX
from ...syntax.per_module import PerModule

_CONSTRUCTORS: Final = frozenset(("__new__", "__init__", "__post_init__"))


class _Names:
    """The names of functions in a module."""

    def __init__(self, tree: MypyFile) -> None:
        body = INDEX.of(tree).body
        functions = [*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator))]
        self.mentioned = frozenset(_name(each) for each in body.references())
        mentions: dict[str, set[str]] = {}
        for function in functions:
            inside = INDEX.of(tree).inside(function).references()
            mentions.setdefault(function.name, set()).update(map(_name, inside))
        self.of_constructors = set(_CONSTRUCTORS)
        """Functions that a constructor may call, by name alone, and those that they may call."""
        pending: list[str] = [*_CONSTRUCTORS]
        while pending:
            found = mentions.get(pending.pop(), set()) & mentions.keys() - self.of_constructors
            self.of_constructors |= found
            pending.extend(found)


def _name(reference: NameExpr | MemberExpr) -> str:
    return reference.name


_NAMES: Final = PerModule(_Names)


def may_run_in_construction(api: TypeChecker) -> bool:
    """Return whether the function under check may be one that a constructor calls.

    A private method that its module never mentions may be there for the constructors of subclasses.
    """
    enclosing = [each for each in api.scope.stack if isinstance(each, FuncDef)]
    if not enclosing:
        return False
    names = _NAMES.of(api.tree)
    return any(
        each.name in names.of_constructors or (_is_private(each.name) and each.name not in names.mentioned)
        for each in enclosing
    )


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")
