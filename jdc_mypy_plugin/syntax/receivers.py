"""The functions of a module by their first parameter: methods by ``self`` or ``cls``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import Decorator, Expression, FuncDef, MypyFile, NameExpr, Var

from .index import INDEX
from .per_module import PerModule


def _receivers(module: MypyFile) -> Mapping[Var, FuncDef]:
    body = INDEX.of(module).body
    found = [*body.statements_of(FuncDef), *(each.func for each in body.statements_of(Decorator))]
    return {each.arguments[0].variable: each for each in found if each.arguments and not each.is_static}


def method_with(receiver: Expression, module: MypyFile) -> FuncDef | None:
    """Return the method whose first parameter an expression is, one around the function that it stands in too."""
    variable = receiver.node if isinstance(receiver, NameExpr) else None
    method = _RECEIVERS.of(module).get(variable) if isinstance(variable, Var) else None
    return method if method is not None and method.info else None


_RECEIVERS: Final = PerModule(_receivers)
