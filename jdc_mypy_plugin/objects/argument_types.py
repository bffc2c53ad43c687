"""The types of arguments and of the parameters that take them, where mypy itself has none at hand."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef
from mypy.types import AnyType, CallableType, Type, TypeOfAny
from mypy.typevars import fill_typevars_with_any

from ..host.known_types import known_type
from .made_objects import class_made


def known_argument(kind: Type | None, value: Expression, api: TypeChecker) -> Type | None:
    """Return the type of a value, of one that mypy takes for anything that of the object that the source makes."""
    made = class_made(value, api.tree) if isinstance(known_type(kind), AnyType) else None
    return kind if made is None else fill_typevars_with_any(made)


def declared_elsewhere(function: FuncDef, position: int | None, keyword: str | None) -> Type | None:
    """Return the type of a parameter of a function of another module, which may have come without its arguments."""
    kind = known_type(function.type)
    for index, (name, how) in enumerate(zip(function.arg_names, function.arg_kinds, strict=True)):
        if function.info or how.is_star():
            return None
        if index == position or name == keyword:
            return kind.arg_types[index] if isinstance(kind, CallableType) else AnyType(TypeOfAny.unannotated)
    return None
