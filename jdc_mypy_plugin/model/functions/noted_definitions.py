"""The functions and methods of a module that notes are kept of: those whose names are bound once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from mypy.nodes import ClassDef, Decorator, FuncDef, MypyFile, NameExpr

from ...syntax.names.scopes import names_bound
from .attributes_read import methods_in

Definitions = Sequence[tuple[str, FuncDef | Decorator, ClassDef | None]]
"""Functions and methods by their names in a module, each with its class."""
Decorated = Sequence[tuple[str, Decorator, Mapping[str, FuncDef]]]
"""Those under decorators, each with all methods of its class."""


def definitions_in(module: MypyFile, *, declares: bool) -> Iterator[tuple[str, FuncDef | Decorator, ClassDef | None]]:
    """Yield the functions of a module and the methods of its classes, each name bound once, with the class."""
    bound = Counter(names_bound(module.defs, declares=declares))
    for definition in module.defs:
        if isinstance(definition, FuncDef | Decorator) and bound[definition.name] == 1:
            yield definition.name, definition, None
        elif isinstance(definition, ClassDef) and bound[definition.name] == 1:
            methods = Counter(names_bound(definition.defs.body, declares=declares))
            for each in definition.defs.body:
                if isinstance(each, FuncDef | Decorator) and methods[each.name] == 1:
                    yield f"{definition.name}.{each.name}", each, definition


def functions_of(definitions: Definitions) -> Iterator[tuple[str, FuncDef]]:
    """Yield the functions, methods and properties of a module; what is under other decorators is left out."""
    for name, definition, owner in definitions:
        function = _property(definition) if isinstance(definition, Decorator) and owner is not None else definition
        if isinstance(function, FuncDef) and (owner is None or _is_read(function.name)):
            yield name, function


def decorated_of(definitions: Definitions) -> Iterator[tuple[str, Decorator, Mapping[str, FuncDef]]]:
    """Yield the functions and methods of a module that stand under a decorator, with all methods of the class."""
    for name, definition, owner in definitions:
        if isinstance(definition, Decorator):
            yield name, definition, {} if owner is None else methods_in(owner)


def is_class_method(definition: Decorator) -> bool:
    """Return whether `classmethod` is the only decorator of a function."""
    decorators = definition.original_decorators
    return len(decorators) == 1 and isinstance(decorators[0], NameExpr) and decorators[0].name == "classmethod"


def _property(definition: Decorator) -> FuncDef | None:
    decorators = definition.original_decorators
    is_property = len(decorators) == 1 and isinstance(decorators[0], NameExpr) and decorators[0].name == "property"
    return definition.func if is_property else None


def _is_read(name: str) -> bool:
    return not name.startswith("__") or name == "__call__"
