"""Classes that a library itself makes, as opposed to a project's wrapper around one.

A wrapper may change a class before the library sees it: pgx moves array defaults into factories
(https://github.com/sotetsuk/pgx).
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import ClassDef, Expression, MypyFile

from ..host.project import project
from ..syntax.imported_names import as_imported, spelled
from .decorators import name_at_run_time
from .definition import STANDARD, applied
from .registering_functions import is_registering
from .registry import LIBRARIES

_DECORATORS: Final = frozenset((STANDARD,)).union(*(library.names.decorators for library in LIBRARIES))
_BASES: Final = frozenset[str]().union(*(library.names.base_classes for library in LIBRARIES))


def is_made_by_library(definition: ClassDef, module: MypyFile) -> bool:
    """Return whether a decorator or a base class of a library makes a class, and nothing of a project."""
    functions = [applied(decorator) for decorator in definition.decorators]
    names = [name for each in functions for name in (spelled(each, module), as_imported(each, module))]
    bases = {base.fullname for base in definition.info.mro}
    own = project()
    if not own.decorators.keys().isdisjoint(names) or not own.base_classes.keys().isdisjoint(bases):
        return False
    return not _DECORATORS.isdisjoint(names) or not _BASES.isdisjoint(bases)


def makes_dataclasses(decorator: Expression, module: MypyFile) -> bool:
    """Return whether a decorator is one of the standard library or of a library that makes dataclasses."""
    return not is_registering(applied(decorator)) and name_at_run_time(decorator, module) in _DECORATORS
