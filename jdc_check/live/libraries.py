"""Libraries that an edit imports for the first time.

mypy's fine-grained engine analyses what is new file by file and without its cache, which takes minutes for jax. So a
module that imports them is analysed by a run of its own, and the engine begins again from the cache that it leaves.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from jdc_check.cache import Cache
from jdc_check.live.engine import Engine
from jdc_check.live.overlay import Overlay
from jdc_check.mypy_process import Invocation, run_mypy

_MODULE: Final = "_jdc_imported_libraries"


def imported(text: str) -> Iterator[tuple[str, str]]:
    """Yield the modules that a text imports under no condition, each with a name that is taken from it, or none."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of the checked code, such as "\d" in a string
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    yield from _imported(tree)


def _imported(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Import():
            yield from ((alias.name, "") for alias in node.names)
        case ast.ImportFrom(module=str(module), level=0):
            yield from ((module, alias.name) for alias in node.names)
        case ast.If() | ast.expr():  # mypy may know that it never comes there
            pass
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _imported(child)


class Libraries:
    """The libraries that the engine of a project has to know beside its sources."""

    def __init__(self, cache_dir: Path) -> None:
        self._cache_dir = cache_dir
        self._names: set[str] = set()

    def add(self, engine: Engine, wanted: Iterable[tuple[str, str]]) -> bool:
        """Take the libraries among what is imported that an engine has not read; return whether there are any."""
        new = {unread for each in wanted if (unread := engine.unread(*each)) not in self._names and unread}
        new = {name for name in new if name.partition(".")[0] not in sys.stdlib_module_names}
        self._names |= new
        return bool(new)

    def engine(self, invocation: Invocation, files: Overlay) -> Engine:
        """Return an engine that has read them."""
        text = "".join(f"import {name}\n" for name in sorted(self._names))
        directory = self._cache_dir / "imported" / hashlib.sha256(text.encode()).hexdigest()[:16]
        try:
            directory.mkdir(parents=True, exist_ok=True)
            path = directory / f"{_MODULE}.py"
            path.write_text(text, encoding="utf-8")
        except OSError:
            return Engine(invocation, files)
        search_path = [*invocation.search_path, str(directory)]
        alone = replace(invocation, files=[str(path)], buffers={}, search_path=search_path)
        with Cache(invocation.cache_dir) as cache, cache.locked():
            run_mypy(alone, None)
        return Engine(replace(alone, files=[*invocation.files, str(path)]), files, str(path))
