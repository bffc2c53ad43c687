"""The things that a thing can change when somebody else calls it: those it holds, and those its source mentions."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Decorator, FuncDef, FuncItem, NameExpr, OverloadedFuncDef, Statement, TypeInfo

from ..syntax.walk import descendants, expressions_in, expressions_of, statements
from .things import Class, Frame, Object, Own, Thing, parts


class Reach:
    """Finds what things reach."""

    def __init__(self) -> None:
        self.classes: dict[TypeInfo, Class] = {}
        """All classes that the module has defined."""
        self._mentioned: dict[FuncItem, frozenset[str]] = {}
        self._functions: dict[TypeInfo, list[FuncItem]] = {}

    def of(self, thing: Thing) -> Iterator[Thing]:
        """Yield what a thing holds, and what its functions find under the names that they mention."""
        yield from parts(thing)
        if isinstance(thing, Own):
            yield from self._found(thing.function, thing.frame)
        elif isinstance(thing, Object) and thing.info is not None:
            yield from (self.classes[base] for base in thing.info.mro if base in self.classes)
        elif isinstance(thing, Class):
            yield from thing.attributes.values()
            parsed = (each.function for each in thing.methods.values() if isinstance(each, Own))
            for function in (*self._functions_of(thing.info), *parsed):
                yield from self._found(function, thing.frame)

    def _found(self, function: FuncItem, around: Frame) -> Iterator[Thing]:
        for name in self._names(function):
            frame: Frame | None = around
            while frame is not None:
                if name in frame.variables:
                    yield frame.variables[name]
                    break
                frame = frame.outer

    def _functions_of(self, info: TypeInfo) -> list[FuncItem]:
        if info not in self._functions:
            self._functions[info] = list(_functions(info))
        return self._functions[info]

    def _names(self, function: FuncItem) -> frozenset[str]:
        found = self._mentioned.get(function)
        if found is None:
            names = (each.name for each in expressions_in(function.body.body) if isinstance(each, NameExpr))
            found = self._mentioned[function] = frozenset(names)
        return found


def _functions(info: TypeInfo) -> Iterator[FuncItem]:
    for symbol in info.names.values():
        node = symbol.node
        for each in node.items if isinstance(node, OverloadedFuncDef) else [node]:
            function = each.func if isinstance(each, Decorator) else each
            if isinstance(function, FuncDef) and not symbol.plugin_generated:
                yield function


def names_in(statement: Statement) -> Iterator[NameExpr]:
    """Yield the names that a statement mentions."""
    for inner in statements([statement]):
        for expression in expressions_of(inner):
            yield from (each for each in descendants(expression) if isinstance(each, NameExpr))
