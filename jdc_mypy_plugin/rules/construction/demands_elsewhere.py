"""Demands on fields in functions and in plain base classes of other modules, read from their sources.

No name is bound there, so that parameters are told by their names, and a local name stands for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import CallExpr, Decorator, Expression, ExpressionStmt, FuncDef, IfStmt, NameExpr, ReturnStmt, TryStmt
from mypy.types import Type

from ...model.classes import pytree_bases
from ...model.modules.written_elsewhere import function_as_written
from ...objects.functions_elsewhere import function_elsewhere
from ...syntax import INDEX
from ...syntax.names.targets import targets, unpacked
from ...syntax.walk import expressions_in, statements
from ..sites import ClassSite
from .demands import Demand, Demands, is_asking, of_self


def demanded_by_function(site: ClassSite, call: CallExpr) -> Iterator[Demand]:
    """Yield what a function of another module demands of the fields that a call gives it."""
    found = function_elsewhere(call.callee, None, site.api)
    function = None if found is None else function_as_written(found.function, site.api.tree)
    if function is None or not all(kind.is_positional() for kind in call.arg_kinds):
        return
    if len(call.args) > len(function.arguments):
        return
    bound = {
        each.name
        for statement in statements(function.body.body)
        for target in targets(statement)
        for each in unpacked(target.expression)
        if isinstance(each, NameExpr)
    }
    names = zip((each.variable.name for each in function.arguments), map(of_self, call.args), strict=False)
    yield from _of(site, function, {name: field for name, field in names if field is not None and name not in bound})


def demanded_by_plain_base(site: ClassSite, name: str) -> Iterator[Demand]:
    """Yield what a method demands that the class has from a plain class of another module."""
    info = site.model.info
    owner = next((base for base in info.mro[:-1] if name in base.names), None)
    if owner is None or owner is info or any(owner in base.mro for base in pytree_bases(info) if base is not info):
        return
    method = owner.names[name].node
    is_here = isinstance(method, FuncDef) and INDEX.of(site.api.tree).position(method) is not None
    written = None if is_here or isinstance(method, Decorator) else function_as_written(method, site.api.tree)
    if written is not None:
        yield from _of(site, written, {})


def _of(site: ClassSite, function: FuncDef, handed: Mapping[str, str]) -> Iterator[Demand]:
    """Yield the demands of a function before anything that may leave it, unless it asks what its leaves are."""
    if function.is_generator or function.is_coroutine:
        return
    within = list(statements(function.body.body))
    if any(isinstance(each, TryStmt) for each in within) or is_asking(expressions_in(function.body.body)):
        return
    model = site.model

    def declared(name: str) -> Type | None:
        return model.type_of(name) if name in model.fields and model.role_of(name) == "data" else None

    reader = Demands(_itself, declared, {}, site.api.tree, handed)
    for statement in function.body.body:
        if not isinstance(statement, ExpressionStmt):
            yield from reader.of(statement)
        is_left = isinstance(statement, IfStmt) and any(
            isinstance(each, ReturnStmt) for each in statements([statement])
        )
        if isinstance(statement, ReturnStmt) or is_left:
            return


def _itself(expression: Expression) -> Expression:
    return expression
