"""Parts of objects in the functions of other modules that a traced function hands them to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, Expression, FuncDef, TypeInfo
from mypy.types import Type

from ...host.freshness import looked_at_variable
from ...host.modules import MODULES
from ...model.functions.function_notes import note_of
from ...model.functions.needing_functions import CALCULATED_ARGUMENT, CALL, Asked
from ...model.functions.said_values import CALLED, paths_in
from ...model.subclasses_in_sight import is_overridden_in_sight
from ...objects.item_types import named_item
from ...objects.patched_functions import is_replaced
from ...syntax.ranges import Position
from ...traced.names import NEVER
from ...traced.types import class_with_fields, model_besides_none

_DEPTH: Final = 3
"""How many methods and functions are followed that each call another."""


class Given(NamedTuple):
    """The value of a parameter: an argument of a traced function's call, or an object in it."""

    value: Expression
    type: Type | None
    """That of an object that holds tracers; None of anything else."""


class PartsOfObjects:
    """Tells which parts of objects are tracers where the code that reads them is in another module."""

    def __init__(self, is_leaf: Callable[[Type], bool], written: Mapping[str, Position], api: TypeChecker) -> None:
        """``written`` has the place where something else than a tracer is first written into each field."""
        self._is_leaf, self._written, self.api = is_leaf, written, api

    def is_tracer(self, value: Expression, kind: Type, names: Sequence[str], depth: int = _DEPTH) -> bool:
        """Return whether a part of a value is a tracer, or a method makes it of tracers."""
        if not names:
            return self._is_leaf(kind)
        info, name = class_with_fields(kind), names[0]
        if info is None:
            return False
        if self._has_field(kind, name):
            declared = self._field(value, kind, name)
            return declared is not None and self.is_tracer(value, declared, names[1:], depth)
        method = method_named(info, name, self.api) if depth and len(names) == 1 else None
        note = None if method is None else note_of(method)
        if method is None or note is None:
            return False
        return any(
            path[1:2] == method.arg_names[:1] and self.is_tracer(value, kind, path[2:], depth - 1)
            for path in paths_in(note.result)
        )

    def part(self, given: Given, names: Sequence[str]) -> Given:
        """Return the object in data fields of another."""
        kind = given.type
        for name in names:
            kind = None if kind is None else self._field(given.value, kind, name)
        return Given(given.value, kind)

    def _has_field(self, kind: Type, name: str) -> bool:
        model = model_besides_none(kind)
        return named_item(kind, name) is not None if model is None else name in model.fields

    def _field(self, value: Expression, kind: Type, name: str) -> Type | None:
        """Return the type of a data field that holds what the object was given with, as all of a named tuple do."""
        model = model_besides_none(kind)
        if model is None:
            return named_item(kind, name)
        is_data = name in model.fields and model.role_of(name) == "data"
        is_given = (value.line, value.column) < self._written.get(name, NEVER)
        return model.type_of(name) if is_data and is_given else None


def method_named(info: TypeInfo, name: str, api: TypeChecker) -> FuncDef | None:
    """Return the method that ``name()`` calls, or the property of a name, if nothing in sight overrides it."""
    plain = name.removesuffix(CALLED)
    symbol = info.get(plain)
    node = None if symbol is None else symbol.node
    function = node.func if isinstance(node, Decorator) and node.func.is_property else node
    if not isinstance(function, FuncDef) or function.is_property == name.endswith(CALLED):
        return None
    if function.is_static or function.is_class or is_overridden_in_sight(info, plain, api):
        return None
    return None if is_replaced(function, api.tree) else function


class NeedsOfCalls:
    """The values that a function asks for, also by functions of further modules and by methods of its objects."""

    def __init__(self, parts: PartsOfObjects) -> None:
        self._parts = parts

    def of(self, function: FuncDef, given: Mapping[str, Given], depth: int = _DEPTH) -> Iterator[Asked]:
        """Yield them, by what the parameters of the function are given."""
        note = note_of(function)
        for kind, word, parameter, *attributes in () if note is None else note.needs:
            if not kind.startswith(CALL):
                yield [kind, word, parameter, *attributes]
            elif depth and parameter in given:
                part = self._parts.part(given[parameter], attributes)
                found = self._asked_by(kind.removeprefix(CALL), word, part, depth - 1)
                yield from ([kind, by, parameter, *attributes, *rest] for kind, by, rest in found)

    def _asked_by(self, name: str, word: str, part: Given, depth: int) -> Iterator[tuple[str, str, list[str]]]:
        """Yield what a function asks of an argument: the code, the function that has it, and the attributes."""
        called = self._method(name[1:], part) if name.startswith(".") else self._function(name)
        filled = None if called is None else _filled(called, word)
        if called is None or filled is None:
            return
        is_calculated = word.endswith(CALCULATED_ARGUMENT)
        inner = Given(part.value, None) if is_calculated else part
        for kind, by, parameter, *rest in self.of(called, {filled: inner}, depth):
            if parameter == filled and not (rest and is_calculated):
                yield kind, by, rest

    def _function(self, name: str) -> FuncDef | None:
        module, _, short = name.rpartition(".")
        tree = MODULES.get(module)
        symbol = None if tree is None else tree.names.get(short)
        looked_at_variable(name, module)
        node = None if symbol is None else symbol.node
        return node if isinstance(node, FuncDef) and not is_replaced(node, self._parts.api.tree) else None

    def _method(self, name: str, owner: Given) -> FuncDef | None:
        info = None if owner.type is None else class_with_fields(owner.type)
        return None if info is None else method_named(info, name + CALLED, self._parts.api)


def _filled(function: FuncDef, word: str) -> str | None:
    """Return the parameter that an argument fills: one by a name or a place, or that of the object itself."""
    name = word.removesuffix(CALCULATED_ARGUMENT)
    if name and not name.isdigit():
        return name if name in function.arg_names else None
    place = int(name or 0)
    is_plain = place < len(function.arg_names) and function.arg_kinds[place].is_positional()
    return function.arg_names[place] if is_plain else None
