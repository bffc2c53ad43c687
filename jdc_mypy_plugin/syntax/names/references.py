"""The names in a module that stand for each variable, function and class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from mypy.nodes import MypyFile, NameExpr, SymbolNode

from ..index import INDEX
from ..per_module import PerModule


def _references(module: MypyFile) -> Mapping[SymbolNode, Sequence[NameExpr]]:
    found: dict[SymbolNode, list[NameExpr]] = defaultdict(list)
    for name in INDEX.of(module).body.expressions_of(NameExpr):
        if name.node is not None:
            found[name.node].append(name)
    return found


REFERENCES: Final = PerModule(_references)
