"""``class TrainState(TrainState):`` beside ``from flax.training.train_state import TrainState``.

To mypy a name is one thing in all of a module, the first that it sees: it refuses the class, and takes its objects
for those of the import. A program means the class from there on. So the import gets another name here, which only the
bases of the class use, where nothing else uses the imported name before the class is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mypy.errorcodes import NO_REDEF
from mypy.nodes import AssignmentStmt, ClassDef, FuncDef, ImportFrom, MypyFile, NameExpr, Statement
from mypy.plugin import ClassDefContext
from mypy.semanal import SemanticAnalyzer

from ..host.mypy_errors import take_back
from ..host.report import module_of
from ..syntax.body import Body, Walk

_HIDDEN: Final = "'"
"""Put behind the name of the import, where no program can have it."""


class _Import(NamedTuple):
    statement: ImportFrom
    place: int
    """The place of the name among those of the statement."""


def is_redefinition(definition: ClassDef) -> bool:
    """Return whether a class has a base of its own name, as the source spells both."""
    return any(isinstance(base, NameExpr) and base.name == definition.name for base in definition.base_type_exprs)


def tell_apart(ctx: ClassDefContext, after: Callable[[ClassDefContext], None] | None) -> None:
    """Give the import of a base another name than the class below it, and ask for another pass; else go on."""
    if not _is_told_apart(ctx) and after is not None:
        after(ctx)


def _is_told_apart(ctx: ClassDefContext) -> bool:
    api, definition = ctx.api, ctx.cls
    if not isinstance(api, SemanticAnalyzer) or api.final_iteration or not is_redefinition(definition):
        return False
    module, name = module_of(api), definition.name
    known = module.names.get(name)
    if known is None or known.node is definition.info or definition not in module.defs:
        return False
    imported = _import_of(name, module, definition)
    if imported is None:
        return False
    _rename(imported, definition)
    module.names.pop(name)
    module.names.pop(f"{name}-redefinition", None)
    module.defs = list(module.defs)
    take_back(NO_REDEF, definition, api)
    api.defer()
    return True


def _import_of(name: str, module: MypyFile, definition: ClassDef) -> _Import | None:
    """Return the one import of a name, if the module uses that for the bases of a class alone."""
    found: _Import | None = None
    before: Sequence[Statement] = module.defs[: module.defs.index(definition)]
    for statement in before:
        places = _places(name, statement)
        if (places and found is not None) or len(places) > 1:
            return None
        if places and isinstance(statement, ImportFrom):
            found = _Import(statement, places[0])
    fields = [each for each in definition.defs.body if isinstance(each, AssignmentStmt)]  # they mean the import too
    return None if _is_used(name, Body(Walk([*before, *fields]))) else found


def _places(name: str, statement: Statement) -> list[int]:
    if not isinstance(statement, ImportFrom):
        return []
    return [place for place, (imported, alias) in enumerate(statement.names) if (alias or imported) == name]


def _rename(imported: _Import, definition: ClassDef) -> None:
    hidden = definition.name + _HIDDEN
    original, _ = imported.statement.names[imported.place]
    imported.statement.names[imported.place] = (original, hidden)
    for base in definition.base_type_exprs:
        if isinstance(base, NameExpr) and base.name == definition.name:
            base.name = hidden


def _is_used(name: str, body: Body) -> bool:
    """Return whether statements use a name, in an annotation or in the body of a function too."""
    if any(each.name == name for each in body.expressions_of(NameExpr)):
        return True
    word = re.compile(rf"\b{re.escape(name)}\b")
    annotations = (
        *(each.unanalyzed_type for each in body.statements_of(FuncDef)),
        *(each.unanalyzed_type for each in body.statements_of(AssignmentStmt)),
    )
    return any(each is not None and word.search(str(each)) for each in annotations)
