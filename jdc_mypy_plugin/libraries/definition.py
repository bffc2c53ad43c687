"""A class definition, as the reader of a library sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    ARG_POS,
    CallExpr,
    ClassDef,
    Expression,
    ListExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    SetExpr,
    StrExpr,
    TupleExpr,
)

from .facts import Role, Roles

Keywords = Iterable[tuple[str | None, Expression]]
"""Keywords of a call; None stands for ``*`` and ``**``, which may add any."""

PARTIAL: Final = "functools.partial"
STANDARD: Final = "dataclasses.dataclass"

LISTS: Final[dict[str, Role]] = {"data_fields": "data", "meta_fields": "static", "drop_fields": "dropped"}


class Definition(NamedTuple):
    """A class and the decorator that makes it a dataclass."""

    cls: ClassDef
    decorator: Expression | None
    """None where a base class does it."""
    module: MypyFile

    def keywords(self) -> Iterator[tuple[str | None, Expression]]:
        """Yield the keywords of the decorator's call and of the class statement."""
        if isinstance(self.decorator, CallExpr):
            yield from keywords_of(self.decorator)
        yield from self.cls.keywords.items()

    def above(self) -> Sequence[Expression]:
        """Return the decorators above that of the class, which run after it."""
        line = -1 if self.decorator is None else self.decorator.line  # it may be one that nobody writes so
        place = next((place for place, each in enumerate(self.cls.decorators) if each.line == line), 0)
        return self.cls.decorators[:place]

    def flag(self, name: str, *, default: bool) -> bool | None:
        """Return what a keyword says that is True or False; None where it cannot be read."""
        found: bool | None = default
        for key, value in self.keywords():
            if key is None:
                return None
            if key == name:
                found = truth(value)
        return found

    def roles(self) -> Roles | None:
        """Return the roles of the fields that the keywords list; None where the lists cannot be read."""
        return roles_of(self.keywords())


def roles_of(keywords: Keywords) -> Roles | None:
    """Return the roles of the fields that ``data_fields=[...]`` and its relatives list; None where it is unknown."""
    roles: dict[str, Role] = {}
    for key, value in keywords:
        if key is None:
            return None
        if key not in LISTS or is_none(value):
            continue
        if not isinstance(value, ListExpr | TupleExpr | SetExpr):
            return None
        names = [item.value for item in value.items if isinstance(item, StrExpr)]
        if len(names) < len(value.items):
            return None
        roles.update((name, LISTS[key]) for name in names)
    return roles


def keywords_of(call: CallExpr) -> list[tuple[str | None, Expression]]:
    """Return the keywords of a decorator's call; those that ``functools.partial`` passes on to one."""
    arguments = list(zip(call.arg_names, call.args, strict=True))
    return arguments[1:] if applied_by_partial(call) is not None else arguments


def applied_by_partial(decorator: Expression) -> Expression | None:
    """Return the function of ``functools.partial(function, ...)``; None of anything else."""
    if not isinstance(decorator, CallExpr) or not isinstance(decorator.callee, RefExpr):
        return None
    is_partial = decorator.callee.fullname == PARTIAL and decorator.arg_kinds and decorator.arg_kinds[0] is ARG_POS
    return decorator.args[0] if is_partial else None


def applied(decorator: Expression) -> Expression:
    """Return the function that a decorator applies: ``d`` of ``@d``, ``@d()`` and ``@functools.partial(d, ...)``."""
    partial = applied_by_partial(decorator)
    if partial is not None:
        return partial
    return decorator.callee if isinstance(decorator, CallExpr) else decorator


def as_call(decorator: Expression) -> Expression:
    """Return ``d(x=1)`` for ``functools.partial(d, x=1)``, of which mypy reads no arguments; others as they are."""
    function = applied_by_partial(decorator)
    if function is None or not isinstance(decorator, CallExpr):
        return decorator
    call = CallExpr(function, decorator.args[1:], decorator.arg_kinds[1:], decorator.arg_names[1:])
    call.set_line(decorator)
    return call


def truth(value: Expression | None) -> bool | None:
    """Return what ``True`` or ``False`` says; None for any other expression."""
    if isinstance(value, NameExpr) and value.fullname in ("builtins.True", "builtins.False"):
        return value.fullname == "builtins.True"
    return None


def is_none(value: Expression) -> bool:
    """Return whether an expression is ``None``."""
    return isinstance(value, NameExpr) and value.fullname == "builtins.None"
