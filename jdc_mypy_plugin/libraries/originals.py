"""Classes that a library itself makes, as opposed to a project's wrapper that does more.

A wrapper may change a class before the library sees it: pgx moves array defaults into factories
(https://github.com/sotetsuk/pgx). One whose body shows that it only hands the class on counts as its library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import ClassDef, Expression, MypyFile, RefExpr, TypeInfo

from ..host.project import project
from ..syntax.names.imported_names import as_imported, spelled
from .decorators import name_at_run_time
from .definition import STANDARD, applied
from .own.names import keeps_defaults, leaves_as_written, own_base
from .registering.registering_functions import is_registering
from .registry import LIBRARIES

_DECORATORS: Final = frozenset((STANDARD,)).union(*(library.names.decorators for library in LIBRARIES))
_SUBCLASSES: Final = "__init_subclass__"
_BASES: Final = frozenset[str]().union(*(library.names.base_classes for library in LIBRARIES))


def is_made_by_library(definition: ClassDef, module: MypyFile) -> bool:
    """Return whether a decorator or a base class of a library makes a class, and no code of a project changes it."""
    return _is_made(definition, module, leaves_as_written)


def takes_its_defaults(definition: ClassDef, module: MypyFile) -> bool:
    """Return whether a dataclass is made with the defaults of the class body, whatever is done to it later."""
    return _is_made(definition, module, keeps_defaults)


def _is_made(definition: ClassDef, module: MypyFile, is_plain: Callable[[str], bool]) -> bool:
    functions = [applied(decorator) for decorator in definition.decorators]
    names = [name for each in functions for name in (spelled(each, module), as_imported(each, module))]
    bases = {base.fullname for base in definition.info.mro}
    own = project()
    if not own.decorators.keys().isdisjoint(names) or not own.base_classes.keys().isdisjoint(bases):
        return False
    if not _DECORATORS.isdisjoint(names) or not _BASES.isdisjoint(bases):
        return True
    defined = {each.fullname for each in functions if isinstance(each, RefExpr)}.union(names)
    return any(map(is_plain, defined)) or _has_plain_base(definition.info, is_plain)


def _has_plain_base(info: TypeInfo, is_plain: Callable[[str], bool]) -> bool:
    """Return whether a base class of a project registers its subclasses, and nothing else is done to them."""
    makers = [base for base in info.mro[1:-1] if _SUBCLASSES in base.names]
    return len(makers) == 1 and own_base(makers[0].fullname) is not None and is_plain(makers[0].fullname)


def makes_dataclasses(decorator: Expression, module: MypyFile) -> bool:
    """Return whether a decorator is one of the standard library or of a library that makes dataclasses."""
    return not is_registering(applied(decorator)) and name_at_run_time(decorator, module) in _DECORATORS
