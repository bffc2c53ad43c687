"""Names and attributes that a module binds more than once, so that their first value does not say what they hold."""

from __future__ import annotations

from collections import Counter

from mypy.nodes import AssignmentStmt, ClassDef, Context, Decorator, Expression, FuncDef, MemberExpr, NameExpr

from .body import Body
from .places import Place, place
from .targets import targets, unpacked


class Rebinding:
    """The names of one module, whatever scope or object they are of, with how often each is bound."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._counts: Counter[str] = Counter()
        self._bound: dict[Place, list[str]] = {}
        for statement in body.statements:
            if isinstance(statement, FuncDef | Decorator | ClassDef):
                self._counts[statement.name] += 1
            names = [
                name for target in targets(statement) for name in map(_name, unpacked(target.expression)) if name
            ]
            self._counts.update(names)
            if isinstance(statement, AssignmentStmt):
                self._bound[place(statement.rvalue)] = names

    def is_rebound(self, value: Context) -> bool:
        """Return whether a value is assigned to a name that is bound somewhere else too.

        A function under a decorator is, where another branch of an ``if`` defines the function too.
        """
        if isinstance(value, Decorator):
            return self._counts[value.name] > 1 and self._is_defined_twice(value)
        return any(self._counts[name] > 1 for name in self._bound.get(place(value), ()))

    def binds(self, name: str) -> bool:
        """Return whether a definition or a statement binds a name, in any scope or object; imports do not count."""
        return self._counts[name] > 0

    def _is_defined_twice(self, decorator: Decorator) -> bool:
        """Return whether mypy compares a function with another definition of it."""
        functions = [*self._body.statements_of(FuncDef), *(each.func for each in self._body.statements_of(Decorator))]
        return decorator.func.original_def is not None or any(
            each.original_def is not None and each.original_def in (decorator, decorator.func, decorator.var)
            for each in functions
        )


def _name(target: Expression) -> str:
    return target.name if isinstance(target, NameExpr | MemberExpr) else ""
