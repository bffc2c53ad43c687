"""The names that a module imports, and what each stands for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import Import, ImportAll, ImportBase, ImportFrom, MypyFile


class Imported(NamedTuple):
    """A name that an import binds."""

    fullname: str
    """The module, or the module and the name in it, as the import spells them: ``.fields.field``."""
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
            for name, fullname in _bound_by(node):
                self._by_name[name].append(Imported(fullname, node))

    def of(self, name: str) -> Sequence[Imported]:
        """Return the imports that bind a name, in any scope."""
        return self._by_name.get(name, ())


def _bound_by(node: ImportBase) -> list[tuple[str, str]]:
    if isinstance(node, ImportFrom):
        return [(alias or name, f"{'.' * node.relative}{node.id}.{name}") for name, alias in node.names]
    if isinstance(node, Import):
        whole = [(alias or name.partition(".")[0], alias, name) for name, alias in node.ids]
        return [(bound, name if alias else bound) for bound, alias, name in whole]
    return []
