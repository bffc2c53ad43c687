"""Names that modules write into other modules, ``config.SIZE = 5``, and what they change of them in place.

Whoever imports ``config`` and this module finds the other size. So each module of a project keeps in mypy's cache
what it imports and what it writes from outside.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import GDEF, Import, ImportAll, ImportFrom, MypyFile, SymbolTableNode, Var
from mypy.types import UnboundType
from mypy.util import correct_relative_import

from ...host.freshness import looked_at_variable
from ...host.modules import MODULES
from .outside_changes import changed_by

STORED: Final = "-jdc-outside@"
"""The name of the variable, which no program can spell. A daemon that checks again drops names without ``@``."""
_WRITE: Final = re.compile(r"^[ \t]*(\w+)(?:\.\w+)*\.(\w+)[ \t]*(?::[^=\n]*)?[-+*/|&@%]*=(?!=)", re.MULTILINE)
_ITEM: Final = re.compile(r"(?:__dict__|\bvars\([\w.]+\))\[[\"'](\w+)[\"']\]\s*=(?!=)")
_OF_ITEMS: Final = ("__dict__", "vars(")
_SETTING: Final = re.compile(r"\bsetattr\(\s*(?:[\w.]+\s*,\s*)?[\"'](?:\w+\.)*(\w+)[\"']")


class _Kept(NamedTuple):
    imports: list[str]
    names: list[str]
    changed: list[str]
    """Names of other modules whose lists, dicts and objects a module may change; "*" of any."""


def note_writes(module: MypyFile, text: str) -> None:
    """Keep what a module of the project imports and writes into others."""
    names = {name for root, name in _WRITE.findall(text) if root not in ("self", "cls")}
    if "setattr(" in text:  # many times as fast as to search for the pattern
        names.update(_SETTING.findall(text))
    if any(each in text for each in _OF_ITEMS):
        names.update(_ITEM.findall(text))
    kept = _Kept(sorted(set(_imported(module))), sorted(names), sorted(changed_by(module, text)))
    var = Var(STORED, UnboundType(json.dumps(kept)))
    var._fullname = f"{module.fullname}.{STORED}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    module.names[STORED] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def written_from_outside(tree: MypyFile) -> frozenset[str]:
    """Return the names that modules write into others, of those that a module imports, or that these import."""
    return frozenset(name for _, kept in _reached(tree) for name in kept.names)


def changed_from_outside(tree: MypyFile, owner: str) -> frozenset[str]:
    """Return the names of what modules may change in place of others, of the same modules but for one."""
    return frozenset(name for module, kept in _reached(tree) if module != owner for name in kept.changed)


def _reached(tree: MypyFile) -> Iterator[tuple[str, _Kept]]:
    """Yield the modules that a module imports, or that these import, with what is kept of each."""
    waiting, seen = [*_imported(tree)], {tree.fullname}
    while waiting:
        name = waiting.pop()
        if not name or name in seen:
            continue
        seen.add(name)
        waiting.append(name.rpartition(".")[0])
        kept = _kept(name)
        if kept is not None:
            yield name, kept
            waiting.extend(kept.imports)


def _kept(name: str) -> _Kept | None:
    module = MODULES.get(name)
    symbol = None if module is None else module.names.get(STORED)
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    if not isinstance(kept, UnboundType):
        return None
    looked_at_variable(f"{name}.{STORED}", name)
    return _Kept(*json.loads(kept.name))


def _imported(tree: MypyFile) -> Iterator[str]:
    """Yield the full names of the modules that a module imports, and of names that may be modules."""
    for node in tree.imports:
        if isinstance(node, Import):
            yield from (name for name, _ in node.ids)
        elif isinstance(node, ImportFrom | ImportAll):
            is_init = tree.is_package_init_file()
            module = correct_relative_import(tree.fullname, node.relative, node.id, is_init)[0]
            yield module
            yield from (f"{module}.{name}" for name, _ in node.names) if isinstance(node, ImportFrom) else ()
