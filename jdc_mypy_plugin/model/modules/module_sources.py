"""Sources of modules that use arrays or define what such modules are made of, for the modules that import them.

mypy keeps no bodies of functions in its cache. So a digest of the source is kept there, by a variable whose type says
it: who has read the source by it is checked again when it changes, and a source that has changed since is not read.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy.nodes import GDEF, MypyFile, SymbolTableNode, Var
from mypy.types import UnboundType

from ...host.foundations import is_installed
from ...host.freshness import looked_at_variable
from ...host.modules import MODULES
from ...host.sources import SOURCES
from .outside_writes import note_writes

STORED: Final = "-jdc-source@"
"""The name of the variable, which no program can spell. A daemon that checks again drops names without ``@``."""
_WORDS: Final = ("jax", "numpy", "dataclass", "NamedTuple")
_SHORT: Final = 5_000
"""Characters up to which a module is kept without these words: settings that others calculate sizes with."""
_LONGEST: Final = 100_000


def note_source(module: MypyFile) -> None:
    """Keep the digest of the source of a module that has been parsed, and what it writes into others."""
    if module.is_stub or is_installed(module):
        return
    text = _read(module.path)
    note_writes(module, text)
    is_package = module.is_package_init_file() and "import" in text
    if is_package or len(text) <= _SHORT or any(word in text for word in _WORDS):
        var = Var(STORED, UnboundType(_digest(text)))
        var._fullname = f"{module.fullname}.{STORED}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        module.names[STORED] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def source_of(name: str) -> str | None:
    """Return the source of a module of the project; None of any other, and of one that has changed since."""
    module = MODULES.get(name)
    symbol = None if module is None else module.names.get(STORED)
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    if module is None or not isinstance(kept, UnboundType):
        return None
    looked_at_variable(f"{name}.{STORED}", name)
    text = _read(module.path)
    return text if _digest(text) == kept.name else None


def is_of_project(package: str) -> bool:
    """Return whether a package is checked from its sources, and not installed."""
    module = MODULES.get(package)
    return module is not None and STORED in module.names


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _read(path: str) -> str:
    text = SOURCES.text(path)
    return text if len(text) <= _LONGEST else ""
