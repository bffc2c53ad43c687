"""Sources of modules that use arrays or define what such modules are made of, for the modules that import them.

mypy keeps no bodies of functions in its cache. Who has read a source is checked again when its text is another one,
and nobody else is: what a module shows to others by its types is the same after an edit of a body. A daemon asks for
that where a name changes, so there a variable says the digest of the source, and a source that has changed since is
not read.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import GDEF, MypyFile, SymbolTableNode, Var
from mypy.types import UnboundType

from ...host.foundations import is_installed
from ...host.freshness import looked_at_source
from ...host.modules import MODULES
from ...host.outside_answers import ANSWERS
from ...host.read_sources import digest_of
from ...host.sources import SOURCES
from . import outside_writes
from .outside_writes import note_writes

STORED: Final = "-jdc-source@"
"""The name of the variable, which no program can spell. A daemon that checks again drops names without ``@``."""
_WORDS: Final = ("jax", "numpy", "dataclass", "NamedTuple")
_SHORT: Final = 5_000
"""Characters up to which a module is kept without these words: settings that others calculate sizes with."""
_LONGEST: Final = 100_000


def note_source(module: MypyFile) -> None:
    """Keep what a module that has been parsed writes into others, and for a daemon the digest of its source."""
    if module.is_stub or is_installed(module):
        return
    text = _read(module.path)
    note_writes(module, text)
    if ANSWERS.is_of_daemon and _is_read(module, text):
        var = Var(STORED, UnboundType(digest_of(text)))
        var._fullname = f"{module.fullname}.{STORED}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        module.names[STORED] = SymbolTableNode(GDEF, var, module_public=False, plugin_generated=True)


def source_of(name: str) -> str | None:
    """Return the source of a module of the project; None of any other, and of one that has changed in a daemon."""
    module = MODULES.get(name)
    if module is None or not is_of_project(name):
        return None
    looked_at_source(f"{name}.{STORED}", name, module.path)
    text = _read(module.path)
    if not ANSWERS.is_of_daemon:
        return text if _is_read(module, text) else None
    symbol = module.names.get(STORED)
    kept = symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None
    return text if isinstance(kept, UnboundType) and digest_of(text) == kept.name else None


def is_of_project(package: str) -> bool:
    """Return whether a package is checked from its sources, and not installed."""
    module = MODULES.get(package)
    return module is not None and outside_writes.STORED in module.names


def _is_read(module: MypyFile, text: str) -> bool:
    is_package = module.is_package_init_file() and "import" in text
    return is_package or len(text) <= _SHORT or any(word in text for word in _WORDS)


def _read(path: str) -> str:
    text = SOURCES.text(path)
    return text if len(text) <= _LONGEST else ""
