"""Notes on what functions do with an object that they are given, for the modules that import them.

mypy keeps of a function what it declares. So notes are kept in the module's cache, by a variable whose type says
them. They are read from what is written alone: mypy has bound no name when it has just parsed a module.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import GDEF, ClassDef, FuncDef, MypyFile, SymbolTableNode, Var
from mypy.types import UnboundType

from ..host.freshness import looked_at_variable
from ..host.modules import MODULES
from ..syntax.per_module import CYCLE, PerModule
from ..syntax.scopes import names_bound
from .changing_functions import Changes, changes_of
from .returning_functions import Said, imported_in, needs_of, result_of

STORED: Final = "-jdc-functions"
"""The name of the variable, which no program can spell."""
_ROUNDS: Final = 3
"""How deep functions that call one another are read."""


class Note(NamedTuple):
    """What is known of a function."""

    changes: Changes
    """The attributes of parameters that it assigns to, by the names of the parameters, if it does nothing else."""
    result: Said
    """What it gives back, if it does nothing else."""
    needs: Sequence[str]
    """The parameters of which it is certain to ask the value."""


def note_functions(module: MypyFile) -> None:
    """Keep the notes of a module that has been parsed."""
    text = _text(module)
    if text:
        var = Var(STORED, UnboundType(text))
        var._fullname = f"{module.fullname}.{STORED}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        module.names[STORED] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def note_of(function: FuncDef) -> Note | None:
    """Return what is known of a function or a method of any module."""
    module, name = _place(function)
    tree = MODULES.get(module)
    if tree is None:
        return None
    looked_at_variable(f"{module}.{STORED}", module)
    text = _TEXT.of(tree) if tree.defs else _stored(tree)
    said = json.loads(text).get(name) if text else None
    return None if said is None else _loaded(said)


def _place(function: FuncDef) -> tuple[str, str]:
    """Return the module of a function, and its name there."""
    if not function.info:
        module, _, name = function.fullname.rpartition(".")
        return module, name
    module = function.info.module_name
    return module, f"{function.info.fullname.removeprefix(f'{module}.')}.{function.name}"


def _loaded(said: Mapping[str, Any]) -> Note:
    return Note(said.get("changes", {}), said.get("result"), said.get("needs", ()))


def _stored(module: MypyFile) -> str:
    symbol = module.names.get(STORED)
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return kept.name if isinstance(kept, UnboundType) else ""


def _text(module: MypyFile) -> str:
    if module.is_stub:
        return ""
    functions = dict(_functions(module))
    if not functions:
        return ""
    known: dict[str, Changes] = {}
    for _ in range(_ROUNDS):
        found = {name: changes_of(each, name, known) for name, each in functions.items()}
        changing = {name: each for name, each in found.items() if each}
        if changing == known:
            break
        known = changing
    imported = imported_in(module)
    notes: dict[str, dict[str, object]] = {name: {"changes": each} for name, each in known.items()}
    for name, each in functions.items():
        result, needs = result_of(each, imported), needs_of(each, imported)
        if result or needs:
            notes.setdefault(name, {}).update({"result": result, "needs": needs})
    return json.dumps(notes, sort_keys=True) if notes else ""


_TEXT: Final = PerModule(_text, keep=CYCLE)


def _functions(module: MypyFile) -> Iterator[tuple[str, FuncDef]]:
    """Yield the functions of a module and the methods of its classes, those under decorators left out."""
    bound = Counter(names_bound(module.defs))
    for definition in module.defs:
        if isinstance(definition, FuncDef) and bound[definition.name] == 1:
            yield definition.name, definition
        elif isinstance(definition, ClassDef) and bound[definition.name] == 1:
            methods = Counter(names_bound(definition.defs.body))
            for each in definition.defs.body:
                if isinstance(each, FuncDef) and methods[each.name] == 1 and not each.name.startswith("__"):
                    yield f"{definition.name}.{each.name}", each
