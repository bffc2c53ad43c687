"""The things that a thing can change when somebody else calls it: those it holds, and those its source mentions."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    Statement,
    TypeInfo,
)

from ..syntax.names.targets import targets, unpacked
from ..syntax.walk import descendants, expressions_in, expressions_of, statements
from .thing_values import parts
from .things import Class, Frame, Object, Own, Thing


class Reach:
    """Finds what things reach."""

    def __init__(self) -> None:
        self.classes: dict[TypeInfo, Class] = {}
        """All classes that the module has defined."""
        self._mentioned: dict[FuncItem, frozenset[tuple[str, str]]] = {}
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
        for name, attribute in self._names(function):
            frame: Frame | None = around
            while frame is not None:
                if name in frame.variables:
                    yield _read(frame.variables[name], attribute)
                    break
                frame = frame.outer

    def _functions_of(self, info: TypeInfo) -> list[FuncItem]:
        if info not in self._functions:
            self._functions[info] = list(_functions(info))
        return self._functions[info]

    def _names(self, function: FuncItem) -> frozenset[tuple[str, str]]:
        """Return the names that a function mentions, each with the attribute that it reads of it; "" of all of it."""
        found = self._mentioned.get(function)
        if found is None:
            found = self._mentioned[function] = frozenset(_mentions(function))
        return found


def _functions(info: TypeInfo) -> Iterator[FuncItem]:
    for symbol in info.names.values():
        node = symbol.node
        for each in node.items if isinstance(node, OverloadedFuncDef) else [node]:
            function = each.func if isinstance(each, Decorator) else each
            if isinstance(function, FuncDef) and not symbol.plugin_generated:
                yield function


def _read(thing: Thing, attribute: str) -> Thing:
    """Return what somebody gets hold of that reads an attribute of a thing: its value where the object has it."""
    held = thing.attributes if isinstance(thing, Object) and attribute else None
    return thing if held is None else held.get(attribute, thing)


def _mentions(function: FuncItem) -> Iterator[tuple[str, str]]:
    body = function.body.body
    written: set[Expression] = {
        each for inner in statements(body) for target in targets(inner) for each in unpacked(target.expression)
    }
    expressions = expressions_in(body)
    read = {
        each.expr: each.name
        for each in expressions
        if isinstance(each, MemberExpr) and isinstance(each.expr, NameExpr) and each not in written
    }
    for each in expressions:
        if isinstance(each, NameExpr) and each.name not in function.arg_names:
            yield each.name, read.get(each, "")


def names_in(statement: Statement) -> Iterator[NameExpr]:
    """Yield the names that a statement mentions."""
    for inner in statements([statement]):
        for expression in expressions_of(inner):
            yield from (each for each in descendants(expression) if isinstance(each, NameExpr))
