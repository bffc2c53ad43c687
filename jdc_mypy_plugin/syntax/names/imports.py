"""The names that a module imports, and what each stands for."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from mypy.nodes import Import, ImportAll, ImportBase, ImportFrom, MypyFile
from mypy.util import correct_relative_import


class Imported(NamedTuple):
    """A name that an import binds."""

    fullname: str
    """The module, or the module and the name in it, in full where the import is relative."""
    node: ImportBase


class Imports:
    """The imports of a module, those of its functions and classes included."""

    def __init__(self, tree: MypyFile) -> None:
        self._by_name: dict[str, list[Imported]] = defaultdict(list)
        self.from_all: list[ImportAll] = []
        """Each ``from module import *``."""
        for node in tree.imports:
            if isinstance(node, ImportAll):
                self.from_all.append(node)
            for name, fullname in _bound_by(node, tree):
                self._by_name[name].append(Imported(fullname, node))

    @functools.cached_property
    def modules(self) -> frozenset[str]:
        """The full names of what the module imports, of modules and of names in them."""
        return frozenset(each.fullname for imported in self._by_name.values() for each in imported)

    @property
    def names(self) -> Collection[str]:
        """The names that imports bind."""
        return self._by_name

    def of(self, name: str) -> Sequence[Imported]:
        """Return the imports that bind a name, in any scope."""
        return self._by_name.get(name, ())


def _bound_by(node: ImportBase, tree: MypyFile) -> list[tuple[str, str]]:
    if isinstance(node, ImportFrom):
        module, _ = correct_relative_import(tree.fullname, node.relative, node.id, tree.is_package_init_file())
        return [(alias or name, f"{module}.{name}") for name, alias in node.names]
    if isinstance(node, Import):
        whole = [(alias or name.partition(".")[0], alias, name) for name, alias in node.ids]
        return [(bound, name if alias else bound) for bound, alias, name in whole]
    return []
