"""Results of functions of the module, taking what is unknown in them for arrays: ``return model(x).sum(), x``.

Such a result proves nothing, but it is reason enough to doubt an annotation that says something else.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, TupleExpr

from jdc_operations.values import Value
from jdc_spec.bindings import ChosenSizes
from jdc_spec.scoped_names import scoped
from jdc_spec.shapes import ShapePattern

from ...host.freshness import dependant
from ...syntax.functions import only_result
from ...syntax.per_module import PerModule
from ..calls.helper_calls import HelperCalls
from ..declared.chosen_sizes import chosen_names
from ..declared.declarations import disagreement, of_parameter, scope_of
from ..declared.declared_numbers import number_of_attribute
from ..declared.sizes_apart import numbers_beside_names
from ..operation_values import result_of, some_array, to_operation
from ..operations import OperationReader
from ..scope import SCOPES, ModuleScope
from ..value import UNKNOWN


def is_contradicted(said: ShapePattern, function: FuncDef, item: int | None, api: TypeChecker) -> bool:
    """Return whether a function of the module seems to give back something else than its annotation says.

    ``item`` is that of a tuple which is asked for.
    """
    known, key = _CONTRADICTED.of(api.tree), (function, item, dependant())
    if key not in known:
        known[key] = False  # the function may call itself
        result = _result(function, item)
        known[key] = _is_own(function, api.tree) and result is not None and _is_other(said, result, function, api)
    return known[key]


def _is_own(function: FuncDef, module: MypyFile) -> bool:
    """Return whether a module defines a function at its top level or in a class of it."""
    if function.info:
        return function.info.module_name == module.fullname
    return function.fullname == f"{module.fullname}.{function.name}"


def _result(function: FuncDef, item: int | None) -> Expression | None:
    result = only_result(function)
    if item is None:
        return result
    items = result.items if isinstance(result, TupleExpr) else ()
    return items[item] if 0 <= item < len(items) else None


def _is_other(said: ShapePattern, result: Expression, function: FuncDef, api: TypeChecker) -> bool:
    scope = SCOPES.of(api.tree)
    reader = OperationReader(scope, lambda each: _seems(each, scope, function, api), HelperCalls(scope, None))
    shown = result_of(reader.value(result))
    names = chosen_names(function, result, api)
    chosen = ChosenSizes(names, numbers_beside_names(function, names, api))
    return disagreement(scoped(said, scope_of(function)), shown, chosen) is not None


def _seems(expression: Expression, scope: ModuleScope, around: FuncDef, api: TypeChecker) -> Value | None:
    """Return what annotations say of parameters and of attributes, and an array for what unknown functions make."""
    if isinstance(expression, MemberExpr):
        receiver = around.arguments[0].variable if around.info and around.arguments else None
        is_own = isinstance(expression.expr, NameExpr) and expression.expr.node is receiver
        return number_of_attribute(around.info, expression.name) if is_own and receiver is not None else None
    function = scope.parameter_of(expression) if isinstance(expression, NameExpr) else None
    if function is not None and isinstance(expression, NameExpr):
        said = of_parameter(expression, function, api)
        return None if said is UNKNOWN else to_operation(said, "jax")
    return some_array("jax") if isinstance(expression, CallExpr) else None


def _none(_: MypyFile) -> dict[tuple[FuncDef, int | None, str | None], bool]:
    return {}


_CONTRADICTED: Final = PerModule(_none)
"""By the function, the item and the part of the module that asks."""
