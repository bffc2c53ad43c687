"""Notes on what functions do with an object that they are given, for the modules that import them.

mypy keeps of a function what it declares. So notes are kept in the module's cache, by a variable whose type says
them. They are read from what is written alone: mypy has bound no name when it has just parsed a module.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from mypy.nodes import (
    GDEF,
    FuncDef,
    GlobalDecl,
    MypyFile,
    SymbolNode,
    SymbolTableNode,
    TryStmt,
    TypeInfo,
    Var,
)
from mypy.types import UnboundType

from ...host.foundations import is_installed
from ...host.freshness import looked_at_variable
from ...host.modules import MODULES
from ...host.sources import SOURCES
from ...syntax.functions import yields
from ...syntax.names.definitions import bound_names
from ...syntax.parsing import parsed
from ...syntax.per_module import CYCLE, PerModule
from ...syntax.walk import statements
from ..modules import outside_writes
from ..modules.imported_names import Imported, imported_in
from .attributes_read import attributes_read
from .changing_functions import Changes, changes_of
from .computing_functions import Wanted, wanted_by
from .implicit_calls import acting_methods, calls_any
from .making_functions import maker_of
from .needing_functions import Asked, needs_of
from .nested_functions import Signature, name_of_nested, nested_functions
from .noted_definitions import Decorated, Definitions, decorated_of, definitions_in, functions_of, is_class_method
from .noted_together import keeping_errors, none_by_default, unsaid_results
from .own_calls import OwnCall, own_calls
from .plain_managers import plain_managers
from .returning_functions import result_for_class, result_of
from .said_values import UNKNOWN, Said
from .transforming_decorators import Made, transformation_over

STORED: Final = "-jdc-functions@"
"""The name of the variable, which no program can spell. A daemon that checks again drops names without ``@``."""
_KEEPING: Final = ""
"""The key for the names of functions and classes that keep errors to themselves."""
_MANAGERS: Final = "with"
"""The key, which no program can spell either, for the names of managers that open nothing."""
_TUPLES: Final = "tuple"
"""The key, likewise, for the items of named tuples that are None where a call does not give them."""
_UNSAID: Final = "return"
"""The key, likewise, for the names of functions that return something else than they declare."""
JIT: Final = "jax.jit"
_ROUNDS: Final = 3
"""How deep functions that call one another are read."""


class Note(NamedTuple):
    """The facts known of a function."""

    changes: Changes
    """The attributes of parameters that it assigns to, by the names of the parameters, if it does nothing else."""
    result: Said
    """The value that it returns, if it does nothing else."""
    needs: Sequence[Asked]
    """The parts of parameters of which it is certain to ask the value."""
    computes: Wanted | None
    """The functions and methods that have to compute and do nothing else for it to; None if it does more."""
    made_by: Made | None
    """The transformation that it stands under."""
    reads: Sequence[str]
    """The attributes of its object that such a method reads."""
    hands: Sequence[OwnCall]
    """The methods of its object that such a method calls, and what it gives them."""
    makes: Said
    """The class of all objects that it returns, or the function that makes them, where the result tells nothing."""
    nested: Signature | None
    """The function that it defines and gives back, which has a note of its own."""


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
    said = _notes(module).get(name)
    return None if said is None else _loaded(said)


def class_noted(function: FuncDef, name: str) -> TypeInfo | None:
    """Return the class that has a name in the module of a function, or a full name."""
    node = _named(function, name)
    return node if isinstance(node, TypeInfo) else None


def function_noted(function: FuncDef, name: str) -> FuncDef | None:
    """Return the function that has a name in the module of another, or a full name."""
    node = _named(function, name)
    return node if isinstance(node, FuncDef) and not node.info else None


def _named(function: FuncDef, name: str) -> SymbolNode | None:
    home, _, short = name.rpartition(".")
    home = home or _place(function)[0]
    tree = MODULES.get(home)
    looked_at_variable(f"{home}.{short}", home)
    symbol = None if tree is None else tree.names.get(short)
    return None if symbol is None else symbol.node


def is_noted_to_keep_errors(fullname: str) -> bool:
    """Return whether a function or a class at the top level of a module may keep errors to itself."""
    module, _, name = fullname.rpartition(".")
    return name in _notes(module).get(_KEEPING, {}).get("names", ())


def is_plain_manager(fullname: str) -> bool:
    """Return whether a name is that of a function whose context managers hand out no mutable copy of their own."""
    module, _, name = fullname.rpartition(".")
    return name in _notes(module).get(_MANAGERS, {}).get("names", ())


def is_noted_to_return(function: FuncDef, kind: Literal["tuple", "numpy"]) -> bool:
    """Return whether a function of any module returns a tuple, or an array of NumPy, and declares another result."""
    module, name = _place(function)
    return name in _notes(module).get(_UNSAID, {}).get(kind, ())


def is_variable_of_numpy(fullname: str) -> bool:
    """Return whether a variable of a module that has an annotation is given an array of NumPy."""
    module, _, name = fullname.rpartition(".")
    return name in _notes(module).get(_UNSAID, {}).get("numpy", ())


def is_noted_to_hold_numpy(info: TypeInfo, attribute: str) -> bool:
    """Return whether the constructor of a class gives an attribute an array of NumPy."""
    for each in info.mro:
        module = each.module_name
        name = f"{each.fullname.removeprefix(f'{module}.')}.{attribute}"
        if name in _notes(module).get(_UNSAID, {}).get("numpy", ()):
            return True
    return False


def none_items(info: TypeInfo) -> Sequence[str]:
    """Return the items of a named tuple that are None where a call does not give them."""
    items: Mapping[str, Sequence[str]] = _notes(info.module_name).get(_TUPLES, {})
    return items.get(info.name, ())


def _notes(module: str) -> Mapping[str, Any]:
    tree = MODULES.get(module)
    if tree is None:
        return {}
    looked_at_variable(f"{module}.{STORED}", module)
    text = _stored(tree) or (_TEXT.of(tree) if tree.defs else _unnoted(tree))
    return _read_notes(text) if text else {}


@functools.lru_cache(maxsize=CYCLE)
def _read_notes(text: str) -> Mapping[str, Any]:
    notes: Mapping[str, Any] = json.loads(text)
    return notes


def _place(function: FuncDef) -> tuple[str, str]:
    """Return the module of a function, and its name there."""
    if not function.info:
        module, _, name = function.fullname.rpartition(".")
        return module, name
    module = function.info.module_name
    return module, f"{function.info.fullname.removeprefix(f'{module}.')}.{function.name}"


def _loaded(said: Mapping[str, Any]) -> Note:
    first = said.get("changes", {}), said.get("result"), said.get("needs", ())
    of_method = said.get("made_by"), said.get("reads", ()), said.get("hands", ())
    return Note(*first, said.get("computes"), *of_method, said.get("makes"), said.get("nested"))


def _stored(module: MypyFile) -> str:
    symbol = module.names.get(STORED)
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return kept.name if isinstance(kept, UnboundType) else ""


def _unnoted(module: MypyFile) -> str:
    """Return the notes of a module that mypy has parsed and asked no plugin about.

    mypy 1.18 does so where a module that it has taken from its cache imports one that has changed, and has errors.
    """
    if module.is_stub or is_installed(module) or outside_writes.STORED in module.names:
        return ""
    return _text_of_source(SOURCES.text(module.path), module.path, module.fullname)


@functools.lru_cache(maxsize=64)
def _text_of_source(text: str, path: str, fullname: str) -> str:
    tree = parsed(text, path, fullname) if "def " in text else None
    return "" if tree is None else _text(tree)


def _text(module: MypyFile) -> str:
    """Return the notes of a module as JSON; nothing where there are none."""
    if module.is_stub:
        return ""
    written = {type(each) for each in statements(module.defs)}
    definitions = list(definitions_in(module, declares=GlobalDecl in written))
    functions = {name: each for name, each in functions_of(definitions) if not yields(each)}
    decorated = list(decorated_of(definitions))
    notes = _of_functions(module, functions)
    _add_decorated(notes, decorated, module, functions)
    notes.update(_of_module(module, definitions, catches=TryStmt in written))
    return json.dumps(notes, sort_keys=True) if notes else ""


def _of_functions(module: MypyFile, functions: Mapping[str, FuncDef]) -> dict[str, dict[str, object]]:
    """Return what is known of functions and methods that stand under no decorator."""
    imported, own, followed = imported_in(module), frozenset(bound_names(module.defs)), _followed(module, functions)
    notes: dict[str, dict[str, object]] = {name: {"changes": each} for name, each in _changing(functions).items()}
    needs = _needs(functions, imported, follows=followed is not None)
    acting = acting_methods(module, lambda method, _: wanted_by(method, module, own) == [])
    for name, each in functions.items():
        result = _returned(each, imported, followed)
        if result or needs[name]:
            notes.setdefault(name, {}).update({**result, "needs": needs[name]})
        hands = own_calls(each, imported) if "." in name and followed is not None else []
        if hands:
            notes.setdefault(name, {})["hands"] = hands
        wanted = wanted_by(each, module, own) if "." not in name or each.unanalyzed_type is not None else None
        if wanted is not None and not calls_any(each, acting):
            notes.setdefault(name, {})["computes"] = wanted
    for name, nested in () if followed is None else nested_functions(functions, imported, needs):
        notes.setdefault(name, {})["nested"] = nested.signature
        notes[name_of_nested(name)] = {"needs": nested.needs}
    return notes


def _followed(module: MypyFile, functions: Iterable[str]) -> Collection[str] | None:
    """Return the functions of a module whose calls of others are kept; None of a library, of which none are."""
    return None if is_installed(module) else [name for name in functions if "." not in name]


def _changing(functions: Mapping[str, FuncDef]) -> Mapping[str, Changes]:
    known: dict[str, Changes] = {}
    for _ in range(_ROUNDS):
        found = {name: changes_of(each, name, known) for name, each in functions.items()}
        changing = {name: each for name, each in found.items() if each}
        if changing == known:
            break
        known = changing
    return known


def _add_decorated(
    notes: dict[str, dict[str, object]], decorated: Decorated, module: MypyFile, functions: Iterable[str]
) -> None:
    """Add what is known of functions and methods that stand under decorators."""
    imported, followed = imported_in(module), _followed(module, functions)
    for name, decorator, methods in decorated:
        made = transformation_over(decorator, module)
        if is_class_method(decorator):
            notes.setdefault(name, {})["result"] = result_for_class(decorator.func, imported)
        if made is not None:
            reads = attributes_read(decorator.func, methods) if methods else []
            hands = own_calls(decorator.func, imported) if methods and followed is not None else []
            notes.setdefault(name, {}).update({"made_by": made, "reads": reads, "hands": hands})
            if made[0] == JIT and followed is not None:
                notes[name]["makes"] = maker_of(decorator.func, imported, followed)


def _of_module(module: MypyFile, definitions: Definitions, *, catches: bool) -> Mapping[str, dict[str, object]]:
    """Return what is known of several functions and classes of a module at once, by keys that are no names."""
    keeping, managers = list(keeping_errors(module, catches=catches)), sorted(plain_managers(module))
    unsaid = unsaid_results(module, definitions)
    found: dict[str, dict[str, object]] = {
        _KEEPING: {"names": keeping} if keeping else {},
        _MANAGERS: {"names": managers} if managers else {},
        _UNSAID: dict[str, object](unsaid) if any(unsaid.values()) else {},
        _TUPLES: dict[str, object](none_by_default(module)),
    }
    return {key: each for key, each in found.items() if each}


def _returned(function: FuncDef, imported: Imported, follows: Collection[str] | None) -> Mapping[str, Said]:
    """Return what is known of the value that a function returns: the result, or the class of it alone."""
    result = result_of(function, imported, follows)
    if result:
        return {"result": result}
    makes = maker_of(function, imported, follows) if follows is not None else UNKNOWN
    return {"makes": makes} if makes else {}


def _needs(functions: Mapping[str, FuncDef], imported: Imported, *, follows: bool) -> Mapping[str, Sequence[Asked]]:
    """Return the values that functions ask for, also where they hand their arguments to one another.

    Calls that leave the module are kept where it ``follows`` them.
    """
    known: dict[str, list[Asked]] = {name: [] for name in functions}
    for _ in range(_ROUNDS):
        found = {name: needs_of(name, imported, functions, known, follows=follows) for name in functions}
        if found == known:
            break
        known = found
    return known


_TEXT: Final = PerModule(_text, keep=CYCLE)
