"""Modules in which one name stands for NumPy in some places and for `jax.numpy` in others.

To mypy the name is what the first import makes it. A module that asks for ``np.__name__`` counts too: it is written
for both, and whoever runs it exchanges the import.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import Decorator, FuncDef, MemberExpr, MypyFile, NameExpr

from ..index import INDEX
from ..per_module import PerModule
from ..ranges import is_in, range_of

_NUMPY: Final = "numpy"
_LIBRARIES: Final = frozenset((_NUMPY, "jax.numpy"))


def _read(module: MypyFile) -> bool:
    index = INDEX.of(module)
    if _NUMPY not in index.imports.modules:
        return False
    body = index.body
    functions = [range_of(each) for kind in (FuncDef, Decorator) for each in body.statements_of(kind)]
    by_name = {
        each: {imported.fullname for imported in index.imports.of(each) if not is_in(imported.node, functions)}
        for each in index.imports.names
    }
    if any(sources >= _LIBRARIES for sources in by_name.values()):
        return True
    asked = (each.expr for each in body.expressions_of(MemberExpr) if each.name == "__name__")
    return any(isinstance(each, NameExpr) and _NUMPY in by_name.get(each.name, ()) for each in asked)


EXCHANGES_LIBRARIES: Final = PerModule(_read)
"""True of a module that is one of those."""
