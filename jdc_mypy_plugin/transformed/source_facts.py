"""The facts that a module's source tells of classes, read once and kept beside mypy's cache: names alone.

A project has many classes of which a rule may ask, and each is named in many modules. So a module is parsed once for
all of them, and again only when its text is another one.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import CallExpr, ClassDef, Expression, MemberExpr, MypyFile, NameExpr

from ..host.foundations import is_foundation
from ..host.kept_readings import KEPT_READINGS
from ..host.project_files import ProjectFile
from ..model.modules.classes_as_values import names_used_as_values, names_used_besides, reaches_unnamed
from ..syntax import INDEX
from ..syntax.names.definitions import written_name
from ..syntax.parsing import parsed
from .meetings import Meeting
from .met_in_sources import met_in


class SourceFacts(NamedTuple):
    """The names in a module by which classes are told apart."""

    values: Collection[str]
    """The names that it uses as values, as in ``register(Config)``."""
    besides: Collection[str]
    """The same elsewhere than in calls of JAX that register one class."""
    hands_out_all: bool
    """It may come to classes that it does not name."""
    imports_all: bool
    """It has a ``from module import *``."""
    imported: Collection[str]
    """The full names of what it imports."""
    bound: Mapping[str, Sequence[str]]
    """The names that it gives to what it imports, by the last part of the full name of that."""
    bases: Collection[str]
    """The last parts of the names of base classes."""
    called: Collection[str]
    """The full names of what it calls."""
    met: Mapping[str, Sequence[Meeting]]
    """The transformations that objects of a class meet, by the full name of the class."""


_READ: Final[dict[tuple[str, str], tuple[str, SourceFacts | None]]] = {}
"""The readings of this process, by the path and the name of the module, each with the text."""


def facts_of(file: ProjectFile, module: str) -> SourceFacts | None:
    """Return what a file says as the module of that name; None where it does not parse."""
    key = file.path, module
    known = _READ.get(key)
    if known is None or known[0] != file.text:
        known = _READ[key] = file.text, _kept_or_read(file, module)
    return known[1]


def _kept_or_read(file: ProjectFile, module: str) -> SourceFacts | None:
    place = f"{module} {file.path}"
    digest = hashlib.sha256(file.text.encode(errors="surrogatepass")).hexdigest()
    kept = KEPT_READINGS.get(place, digest)
    facts = None if kept is None else _restored(kept)
    if facts is None:
        tree = parsed(file.text, file.path, module)
        facts = None if tree is None else _read(tree)
        if facts is not None:
            KEPT_READINGS.keep(place, digest, _plain(facts))
    return facts


def _read(tree: MypyFile) -> SourceFacts:
    index = INDEX.of(tree)
    bound: dict[str, list[str]] = defaultdict(list)
    for name in index.imports.names:
        for last in sorted({each.fullname.rpartition(".")[2] for each in index.imports.of(name)}):
            bound[last].append(name)
    met: dict[str, list[Meeting]] = defaultdict(list)
    for name, meeting in sorted(met_in(tree)):
        met[name].append(meeting)
    return SourceFacts(
        values=names_used_as_values(tree),
        besides=names_used_besides(tree),
        hands_out_all=is_foundation(tree) or reaches_unnamed(tree),
        imports_all=bool(index.imports.from_all),
        imported=index.imports.modules,
        bound=bound,
        bases={base.name for base in _bases(tree) if isinstance(base, NameExpr | MemberExpr)},
        called={written_name(call.callee, tree) for call in index.body.expressions_of(CallExpr)} - {""},
        met=met,
    )


def _bases(tree: MypyFile) -> Sequence[Expression]:
    definitions = INDEX.of(tree).body.statements_of(ClassDef)
    return [base for each in definitions for base in (*each.base_type_exprs, *each.removed_base_type_exprs)]


def _plain(facts: SourceFacts) -> list[object]:
    """Return facts as JSON keeps them."""
    return [sorted(each) if isinstance(each, frozenset | set) else each for each in facts]


def _restored(kept: Any) -> SourceFacts | None:
    """Return facts that JSON has kept; None of another form."""
    try:
        values, besides, hands_out_all, imports_all, imported, bound, bases, called, met = kept
        return SourceFacts(
            frozenset(values),
            frozenset(besides),
            bool(hands_out_all),
            bool(imports_all),
            imported,
            bound,
            bases,
            frozenset(called),
            {name: [Meeting(*each) for each in meetings] for name, meetings in met.items()},
        )
    except (AttributeError, TypeError, ValueError):
        return None
