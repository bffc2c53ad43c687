"""Static fields of other libraries than jdc that are declared to hold objects with arrays: dataclasses and layers.

A dataclass or a named tuple compares its arrays with ``==``, which fails for the second object. A layer of equinox
compares itself, but its weights are no leaves of the model any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, NameExpr, TypeInfo
from mypy.types import Instance, TupleType, Type

from ...evaluate import Evaluator
from ...host.known_types import known_type
from ...model.classes import model_of
from ...model.constructors import arguments_of
from ...objects.item_types import item_names
from ...syntax import INDEX
from ...syntax.arguments import bound, has_stars
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import CONTAINERS, compared_fields
from ...typefacts.instances import besides_none
from ...typefacts.shown_types import classes_in

_LAYERS: Final = "equinox.nn."
_COMPARED: Final = frozenset(("__eq__", "__hash__"))


def is_layer(declared: Type) -> bool:
    """Return whether a type is a class of `equinox.nn` with weights, in the layers that it is made of too.

    A container of such layers counts as well.
    """
    value = known_type(besides_none(declared))
    if isinstance(value, TupleType):
        return bool(value.items) and all(map(is_layer, value.items))
    if isinstance(value, Instance) and value.type.fullname in CONTAINERS and value.args:
        return is_layer(value.args[-1])
    return isinstance(value, Instance) and _has_weights(value.type, frozenset())


def _has_weights(info: TypeInfo, seen: frozenset[str]) -> bool:
    model = model_of(info) if info.fullname.startswith(_LAYERS) and info.fullname not in seen else None
    if model is None:
        return False
    held = [model.type_of(name) for name in model.fields if model.role_of(name) == "data"]
    if any(each is not None and is_certainly_array(each) for each in held):
        return True
    return any(_has_weights(part, seen | {info.fullname}) for each in held for part in classes_in(each))


def array_compared(declared: Type, api: TypeChecker) -> str | None:
    """Return the array of a dataclass or named tuple, which the module gives arrays of several items alone.

    A program that makes one object of the class, and shares it, never compares two.
    """
    value = known_type(besides_none(declared))
    if isinstance(value, TupleType):
        info = value.partial_fallback.type
        is_named = (
            info.is_named_tuple and len(value.items) == len(item_names(info)) and _COMPARED.isdisjoint(info.names)
        )
        types = dict(zip(item_names(info), value.items, strict=True)) if is_named else {}
    elif isinstance(value, Instance):
        info = value.type
        types = {name: found for name in compared_fields(info) if (found := _type_of(info, name)) is not None}
    else:
        return None
    arrays = [name for name, each in types.items() if is_certainly_array(each)]
    if not arrays or not _makes_several(info, api):
        return None
    return next((name for name in arrays if _is_given_rows(info, name, api)), None)


def _makes_several(info: TypeInfo, api: TypeChecker) -> bool:
    """Return whether the module makes more than one object of a class, as far as its calls show.

    Functions that the module does not call are there for others, who may need but one of them.
    """
    calls = INDEX.of(api.tree).body.expressions_of(CallExpr)
    made = [_times(call, calls, api) for call in calls if class_named(call.callee) is info]
    for_others = Counter(function for function, times in made if not times)
    return sum(times for _, times in made) + max(for_others.values(), default=0) > 1


def _times(call: CallExpr, calls: Sequence[CallExpr], api: TypeChecker) -> tuple[FuncDef | None, int]:
    """Return the function that a call stands in, and how often the module runs it, 2 for more than once."""
    flow, index = FLOW.of(api.tree), INDEX.of(api.tree)
    statement = flow.statement_of(call)
    at = None if statement is None else index.position(statement)
    if statement is None or at is None:
        return None, 1
    function = flow.function_around(statement)
    if flow.is_in_loop(at) or not isinstance(function, FuncDef):
        return None, 2 if flow.is_in_loop(at) else 1
    names = (each.callee.name for each in calls if isinstance(each.callee, NameExpr | MemberExpr))
    return function, sum(name == function.name for name in names)


def _type_of(info: TypeInfo, name: str) -> Type | None:
    symbol = info.get(name)
    return None if symbol is None else symbol.type


def _is_given_rows(info: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether the module makes objects, and each with an array of more than one item in a field."""
    evaluator = Evaluator(api)
    given = [each.get(name) for each in _made(info, api)]
    sizes = [() if each is None else evaluator.evaluate(each).sizes or () for each in given]
    return bool(sizes) and all(any(isinstance(size, int) and size > 1 for size in each) for each in sizes)


def _made(info: TypeInfo, api: TypeChecker) -> Iterator[Mapping[str, Expression]]:
    for call in INDEX.of(api.tree).body.expressions_of(CallExpr):
        if class_named(call.callee) is not info:
            continue
        if not info.is_named_tuple:
            yield arguments_of(call, info)
        elif not has_stars(call):
            yield {name: value for value, name in bound(call, item_names(info)) if name is not None}
