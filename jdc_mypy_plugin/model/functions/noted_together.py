"""Notes on several functions and classes of a module at once: lists of their names, as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.nodes import AssignmentStmt, ClassDef, Decorator, FuncDef, MypyFile, NameExpr

from ...host.foundations import is_installed
from ...syntax.failures.error_handlers import drops_errors, may_return_true
from ...syntax.functions import yields
from ..modules.imported_names import imported_in
from .noted_definitions import Definitions, decorated_of, functions_of
from .numpy_results import numpy_unsaid
from .tuple_results import returns_tuple_unsaid


def keeping_errors(module: MypyFile, *, catches: bool) -> Iterator[str]:
    """Yield the names of functions and classes that catch errors, and of managers that may return true."""
    for definition in module.defs:
        if isinstance(definition, ClassDef):
            exits = (each for each in definition.defs.body if isinstance(each, FuncDef) and each.name == "__exit__")
            if (catches and drops_errors(definition.defs.body)) or any(
                may_return_true(each.body.body) for each in exits
            ):
                yield definition.name
        elif catches and isinstance(definition, FuncDef | Decorator):
            function = definition.func if isinstance(definition, Decorator) else definition
            if drops_errors(function.body.body):
                yield definition.name


def none_by_default(module: MypyFile) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the names of named tuples of a module with the items that are None by default."""
    for definition in module.defs:
        bases = definition.base_type_exprs if isinstance(definition, ClassDef) else []
        if isinstance(definition, ClassDef) and any(getattr(each, "name", "") == "NamedTuple" for each in bases):
            written = (each for each in definition.defs.body if isinstance(each, AssignmentStmt))
            named = ((each.lvalues[0], each.rvalue) for each in written)
            items = ((name.name, value) for name, value in named if isinstance(name, NameExpr))
            yield definition.name, [name for name, value in items if getattr(value, "name", "") == "None"]


def unsaid_results(module: MypyFile, definitions: Definitions) -> Mapping[str, Sequence[str]]:
    """Return the names of functions that return a tuple, or an array of NumPy, and declare another result."""
    functions = {name: each for name, each in functions_of(definitions) if not yields(each)}
    named = {**functions, **{name: each.func for name, each, _ in decorated_of(definitions)}}
    defined = {name: each.func if isinstance(each, Decorator) else each for name, each, _ in definitions}
    imported = imported_in(module)
    has_arrays = any(name.startswith(("numpy", "jax")) for name in imported.values())
    return {
        "tuple": sorted(name for name, each in named.items() if returns_tuple_unsaid(each)),
        "numpy": sorted(numpy_unsaid(defined, module, imported)) if has_arrays and not is_installed(module) else [],
    }
