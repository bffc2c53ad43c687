"""A function with a state organizer: what it does with it, read from its syntax."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    Var,
)

from ..syntax.arguments import argument
from ..syntax.names.targets import By, targets, unpacked
from ..syntax.walk import blocks, children, expressions_of, statements
from .exported_names import AUX_REGISTERS, REGISTERS, SETS_APPLY
from .harmless_failures import guarded_in

ATTRIBUTE: Final = "attribute"
"""How a value was given where its type decides what it becomes."""

HARMLESS: Final = frozenset(
    (
        "get_state",
        "get_state_update",
        "get_global_config",
        "update_global_config",
        "set_train_mode",
        "submodules",
        *SETS_APPLY,
    )
)
"""Methods that give the organizer no name."""


@dataclass(frozen=True, slots=True)
class Given:
    """A name that a function gives its organizer."""

    name: str
    how: str
    """``attribute``, or the method that registers it."""
    value: Expression | None
    """None where the value is not written in one expression."""
    node: Context
    word: StrExpr | None = None
    """The name, where it is written as a string."""

    @property
    def is_aux(self) -> bool:
        """Return whether the name is certain to be aux."""
        return self.how in AUX_REGISTERS


@dataclass(eq=False, slots=True)
class Organized:
    """A function with a state organizer."""

    function: FuncDef
    organizer: Var
    is_init: bool
    """True if the organizer begins empty; else it holds the tree of some init function."""
    maker: CallExpr | None = None
    """The call that makes the organizer; None where it is the first parameter."""
    given: list[Given] = field(default_factory=list[Given])
    items: list[IndexExpr] = field(default_factory=list[IndexExpr])
    """Writes to an item of a group: ``organizer.aux["eps"] = ...``."""
    applies: list[CallExpr] = field(default_factory=list[CallExpr])
    """The calls that set the apply function."""
    guarded: set[Context] = field(default_factory=set[Context])
    """Expressions whose exceptions may be waited for, or that may not run."""
    is_readable: bool = True
    """True if nothing but what is read here can give the organizer a name."""

    is_rebound: bool = False
    """True if the variable stands for something else somewhere."""

    @property
    def is_sealed(self) -> bool:
        """Return whether the organizer takes no new names: that of a function under ``organized_apply``."""
        return not self.is_init and self.maker is None

    @property
    def names(self) -> frozenset[str]:
        """The names that the function gives its organizer."""
        return frozenset(given.name for given in self.given)

    @property
    def not_aux(self) -> frozenset[str]:
        """The names that it gives otherwise, or may."""
        return frozenset(given.name for given in self.given if not given.is_aux)

    @property
    def aux(self) -> frozenset[str]:
        """The names that it registers as aux."""
        return frozenset(given.name for given in self.given if given.is_aux)


def read_function(found: Organized, attributes: Callable[[str], bool]) -> None:
    """Read the body of a function; ``attributes`` says which names the organizer's class itself has."""
    _Reader(found, attributes).read(found.function.body.body)


class _Reader:
    def __init__(self, found: Organized, attributes: Callable[[str], bool]) -> None:
        self._found = found
        self._has = attributes

    def read(self, body: list[Statement]) -> None:
        """Read statements; each use of the organizer that is none of a few known ones may do anything."""
        for statement in body:
            for target in targets(statement):
                if target.by is not By.DELETE:
                    self._target(target.expression, target.value if target.by is By.ASSIGN else None)
            for expression in _read_in(statement):
                self._expression(expression)
            self._found.guarded.update(guarded_in(statement))
            for block in blocks(statement):
                self.read(block.body)

    def _is_organizer(self, expression: Expression) -> bool:
        return isinstance(expression, NameExpr) and expression.node is self._found.organizer

    def _target(self, target: Expression, value: Expression | None) -> None:
        if isinstance(target, MemberExpr) and self._is_organizer(target.expr):
            self._found.given.append(Given(target.name, ATTRIBUTE, value, target))
        elif isinstance(target, IndexExpr) and self._is_organizer(target.base):
            self._item(target, value)
        elif isinstance(target, IndexExpr) and self._is_group(target.base):
            self._found.items.append(target)
            self._expression(target)
        elif isinstance(target, TupleExpr | ListExpr):
            for item in target.items:
                self._target(item, None)
        elif isinstance(target, StarExpr):
            self._target(target.expr, None)
        elif value is None or value is not self._found.maker:
            self._found.is_rebound |= self._is_organizer(target)
            self._expression(target)

    def _is_group(self, base: Expression) -> bool:
        return isinstance(base, MemberExpr) and self._is_organizer(base.expr)

    def _item(self, target: IndexExpr, value: Expression | None) -> None:
        if isinstance(target.index, StrExpr):
            self._found.given.append(Given(target.index.value, ATTRIBUTE, value, target, target.index))
        else:
            self._found.is_readable = False

    def _expression(self, expression: Expression) -> None:
        if self._is_organizer(expression):
            self._found.is_readable = False
        elif isinstance(expression, MemberExpr) and self._is_organizer(expression.expr):
            self._found.is_readable &= not self._has(expression.name) or expression.name in HARMLESS
        elif isinstance(expression, IndexExpr) and self._is_organizer(expression.base):
            self._expression(expression.index)
        elif (method := self._registration(expression)) is not None:
            self._call(method, expression)
        else:
            for child in children(expression):
                self._expression(child)

    def _registration(self, expression: Expression) -> str | None:
        """Return the method of the organizer that an expression calls and that may change it."""
        if not isinstance(expression, CallExpr) or not isinstance(expression.callee, MemberExpr):
            return None
        name = expression.callee.name
        known = name in REGISTERS or name in SETS_APPLY
        return name if known and self._is_organizer(expression.callee.expr) else None

    def _call(self, method: str, call: Expression) -> None:
        assert isinstance(call, CallExpr)
        for value in call.args:
            self._expression(value)
        if method in SETS_APPLY:
            self._found.applies.append(call)
            return
        name = argument(call, 0, "name")
        if isinstance(name, StrExpr):
            self._found.given.append(Given(name.value, method, argument(call, 1, "value"), call, name))
        else:
            self._found.is_readable = False


def is_rebound(variable: Var, function: FuncDef) -> bool:
    """Return whether a function gives a variable another value."""
    return any(
        isinstance(part, NameExpr) and part.node is variable
        for statement in statements(function.body.body)
        for target in targets(statement)
        if target.by is not By.DELETE
        for part in unpacked(target.expression)
    )


def _read_in(statement: Statement) -> Iterator[Expression]:
    written = [target.expression for target in targets(statement) if target.by is not By.DELETE]
    for expression in expressions_of(statement):
        if not any(expression is target for target in written):
            yield expression
