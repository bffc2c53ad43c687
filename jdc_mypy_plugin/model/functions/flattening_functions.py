"""The functions that a call of ``register_pytree_node`` or its relatives gives, of whichever module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
)

from ...libraries.flattening import place_of_result
from ...libraries.registering.registering_functions import FLATTENING, UNFLATTENING
from ...syntax import INDEX
from ...syntax.arguments import argument
from ...syntax.functions import returned_by
from ..modules.written_elsewhere import function_as_written, module_of


class Function(NamedTuple):
    """A function that JAX calls, and where it is."""

    item: FuncItem
    path: str
    """The file; "" for the module at hand."""
    given: Context
    """The argument of the call, or the class or the call that names no function."""
    is_own: bool = True
    """False of a method that the class has from a base."""

    @property
    def place(self) -> Context:
        """The value that it returns; where another module or a base writes it, what it is given by."""
        return place_of_result(self.item) if self.is_own and not self.path else self.given


_PLACES: Final = ((1, FLATTENING), (2, UNFLATTENING))


def functions_given(call: CallExpr, info: TypeInfo, tree: MypyFile) -> tuple[Function, Function] | None:
    """Return the functions that flatten and unflatten a class which a call registers; None where one is unknown."""
    found: list[Function] = []
    for position, names in _PLACES:
        function = _function(_argument(call, position, names), info, tree)
        if function is None:
            return None
        found.append(function)
    return found[0], found[1]


def _argument(call: CallExpr, position: int, names: Sequence[str]) -> Expression | None:
    return next((each for name in names if (each := argument(call, position, name)) is not None), None)


def _function(given: Expression | None, info: TypeInfo, tree: MypyFile) -> Function | None:
    if isinstance(given, LambdaExpr):
        method = _method_called(given)
        return Function(given, "", given) if method is None else _written(info, method, given, tree)
    if isinstance(given, MemberExpr) and isinstance(given.expr, RefExpr):
        owner = given.expr.node
        if isinstance(owner, TypeInfo):
            return _written(owner, given.name, given, tree)
        if isinstance(given.expr, NameExpr) and not isinstance(owner, MypyFile):  # the name of a loop over classes
            return _written(info, given.name, given, tree)
    return _of_node(given.node, given, tree) if isinstance(given, RefExpr) else None


def _written(info: TypeInfo, name: str, given: Expression, tree: MypyFile) -> Function | None:
    symbol = info.get(name)
    return None if symbol is None else _of_node(symbol.node, given, tree)


def _of_node(node: object, given: Expression, tree: MypyFile) -> Function | None:
    function = function_as_written(node, tree)
    if function is None:
        return None
    home = module_of(node)
    is_here = INDEX.of(tree).position(function) is not None
    return Function(function, "" if is_here or home is None else home.path, given)


def _method_called(function: LambdaExpr) -> str | None:
    """Return the name of the method in ``lambda obj: obj.tree_flatten()``."""
    result = next(iter(returned_by(function.body.body)), None)
    callee = result.callee if isinstance(result, CallExpr) and not result.args else None
    if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, NameExpr):
        return None
    is_alone = [callee.expr.name] == [each.variable.name for each in function.arguments]
    return callee.name if is_alone else None
