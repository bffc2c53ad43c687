"""Syntax of a module that mypy has no syntax of any more, or never had: its source, parsed once more."""

from __future__ import annotations

import functools
from typing import Final

from mypy.errors import CompileError, Errors
from mypy.nodes import FuncDef, MypyFile, NameExpr, YieldExpr, YieldFromExpr
from mypy.options import Options
from mypy.parse import parse

from .index import INDEX, ModuleIndex
from .per_module import set_apart

_LITERALS: Final = ("True", "False", "None")
_KEPT: Final = 64
"""How many of the last modules are kept."""


def as_written(text: str, path: str, fullname: str) -> MypyFile | None:
    """Return the same syntax to all that ask for it: to bind names in it takes one of its own."""
    tree = _as_written(text, path, fullname)
    if tree is not None:
        set_apart(tree)
    return tree


def parsed(text: str, path: str, fullname: str) -> MypyFile | None:
    """Return the syntax of a module, in which no name is bound but the literals; None where it has an error."""
    options = Options()
    if hasattr(options, "native_parser"):
        options.native_parser = False  # the other parser needs an argument more, which no older mypy takes
    errors = Errors(options)
    try:
        tree = parse(text, path, fullname, errors, options)
    except CompileError:
        return None
    if errors.is_errors():
        return None
    tree._fullname, tree.path = fullname, path  # pyright: ignore[reportPrivateUsage] - mypy does so
    set_apart(tree)
    _mark_generators(INDEX.of(tree))
    for name in INDEX.of(tree).body.expressions_of(NameExpr):
        if name.name in _LITERALS:
            name.fullname = f"builtins.{name.name}"
    return tree


_as_written: Final = functools.lru_cache(maxsize=_KEPT)(parsed)


def _mark_generators(index: ModuleIndex) -> None:
    for position, _ in index.placed({YieldExpr, YieldFromExpr}):
        owner = position
        while owner >= 0 and not isinstance(index.body.statements[owner], FuncDef):
            owner = index.body.owner_at(owner)
        function = index.body.statements[owner] if owner >= 0 else None
        if isinstance(function, FuncDef):
            function.is_generator = True
