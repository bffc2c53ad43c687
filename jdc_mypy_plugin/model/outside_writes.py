"""Names that modules write into other modules, ``config.SIZE = 5``, for the runs that come to those.

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

from ..host.freshness import looked_at_variable
from ..host.modules import MODULES

STORED: Final = "-jdc-outside@"
"""The name of the variable, which no program can spell. A daemon that checks again drops names without ``@``."""
_WRITE: Final = re.compile(r"^[ \t]*(\w+)(?:\.\w+)*\.(\w+)[ \t]*(?::[^=\n]*)?[-+*/|&@%]*=(?!=)", re.MULTILINE)
_ITEM: Final = re.compile(r"(?:__dict__|\bvars\([\w.]+\))\[[\"'](\w+)[\"']\]\s*=(?!=)")
_SETTING: Final = re.compile(r"\bsetattr\(\s*(?:[\w.]+\s*,\s*)?[\"'](?:\w+\.)*(\w+)[\"']")


class _Kept(NamedTuple):
    imports: list[str]
    names: list[str]


def note_writes(module: MypyFile, text: str) -> None:
    """Keep what a module of the project imports and writes into others."""
    names = {name for root, name in _WRITE.findall(text) if root not in ("self", "cls")}
    names.update(_SETTING.findall(text), _ITEM.findall(text))
    kept = _Kept(sorted(set(_imported(module))), sorted(names))
    var = Var(STORED, UnboundType(json.dumps(kept)))
    var._fullname = f"{module.fullname}.{STORED}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    module.names[STORED] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def written_from_outside(tree: MypyFile) -> frozenset[str]:
    """Return the names that modules write into others, of those that a module imports, or that these import."""
    waiting, seen, found = [*_imported(tree)], {tree.fullname}, set[str]()
    while waiting:
        name = waiting.pop()
        if not name or name in seen:
            continue
        seen.add(name)
        waiting.append(name.rpartition(".")[0])
        kept = _kept(name)
        if kept is not None:
            found.update(kept.names)
            waiting.extend(kept.imports)
    return frozenset(found)


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
