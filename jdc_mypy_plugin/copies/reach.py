"""Follows a mutable copy beyond the function that makes it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    Var,
    WithStmt,
    YieldExpr,
    YieldFromExpr,
)

from ..syntax.body import Body
from ..syntax.functions import Functions, class_named
from ..syntax.index import INDEX
from .callbacks import Handed, parameters_of_foreign_callbacks
from .handing_on import HandingOn
from .keys import ANY_OBJECT, NOTHING, Keys, own
from .names import Names
from .openings import copied_in

_TAKE_NAMES: Final = frozenset(("setattr", "delattr", "hasattr"))
"""Functions that take the name of an attribute and never call it."""


class Reach:
    """Parameters of the functions that a copy is given to, and attributes that it is stored in.

    Found in rounds: a function that is given a copy may hand it on.
    """

    def __init__(self, tree: MypyFile, names: Names) -> None:
        self._index = INDEX.of(tree)
        self._names = names
        self.keys: Keys = parameters_of_foreign_callbacks(tree, names, lambda: self.functions)

    @functools.cached_property
    def functions(self) -> Functions:
        """The functions of the module."""
        return Functions(self._index)

    @functools.cached_property
    def _handed(self) -> Handed:
        return Handed(self._names, self.functions)

    @functools.cached_property
    def _handing_on(self) -> HandingOn:
        copies = NOTHING.union(*map(copied_in, self._names.body.statements_of(WithStmt)))
        return HandingOn(self._names, self.functions, copies)

    def follow(self, body: Body, writable: Keys, *, has_self: bool = False) -> None:
        """Note what a body hands on and stores, given the names that are writable in it.

        ``has_self`` says that the ``self`` of the method whose body it is is one of them.
        """
        found = set(self.keys)
        for handing in self._handing_on.of(body):
            found.update(handing.entered, handing.receivers if has_self else ())
            for mentioned, reached in handing.edges:
                if not mentioned.isdisjoint(writable):
                    found.update(reached)
            for mentioned, call in handing.calls:
                if not mentioned.isdisjoint(writable):
                    found.update(self._handed.called(self._called_by(call, writable)))
        self._add(found)

    def follow_yields(self, body: Body, writable: Keys, generator: FuncDef | Decorator) -> None:
        """Note a function that yields what is writable."""
        values = (part.expr for part in body.expressions if isinstance(part, YieldExpr | YieldFromExpr))
        if any(value is not None and self._names.mentions.have(value, writable) for value in values):
            self._add({*own([generator]), (ANY_OBJECT, generator.name)})

    def note_result(self, function: FuncDef | Decorator | OverloadedFuncDef) -> None:
        """Note a function that returns what is writable whatever it is called with."""
        self._add({*own([function]), *([(ANY_OBJECT, function.name)] if function.info else [])})

    def _add(self, found: set[tuple[int, str]]) -> None:
        if not found <= self.keys:
            self.keys |= found

    def _called_by(self, call: CallExpr, writable: Keys) -> Iterator[Expression]:
        """Yield what a call with something writable calls: the callee, and what the callee may call."""
        callee = call.callee
        if any(self.functions.named(callee)) or class_named(callee) is not None:
            return
        if not isinstance(callee, RefExpr) or callee.node is None or isinstance(callee.node, Var):
            yield callee
        if not isinstance(callee, NameExpr) or callee.name not in _TAKE_NAMES:
            yield from (argument for argument in call.args if not self._names.mentions.have(argument, writable))
