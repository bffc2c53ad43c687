"""Operations of a library that mypy does not follow, as it does not follow optax, which has no ``py.typed``.

mypy knows nothing of such functions and asks no plugin about their calls. Those of a function are looked at where
mypy asks about anything else in it, and those of functions where it asks nothing with those of the first where it
does. They are judged without its types.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, MypyFile, NameExpr, RefExpr, Var

from ..host.attempts import outside_attempts
from ..rules.asking import ask
from ..rules.places import OPERATION, OperationSite
from ..syntax import INDEX
from ..syntax.flow import FLOW
from ..syntax.imported_names import as_imported, spelled
from ..syntax.per_module import PerModule
from .annotated_values import ask_of_value
from .reveals import note_revealed
from .untyped_values import is_reached, operations_on

_LIBRARIES: Final = ("optax.",)
"""How the names of functions begin that have rules and may have no types."""


def ask_of_unfollowed(api: TypeChecker) -> None:
    """Ask about the calls of unfollowed libraries in the function at hand."""
    found = _CALLS.of(api.tree)
    if not found:
        return
    function = api.scope.current_function()
    for call in found.get(function if isinstance(function, FuncDef) else None, ()):
        with outside_attempts(api.errors):
            _ask_of(call, api)
            for operation in operations_on(call, api.tree):
                _ask_of(operation, api)


def _ask_of(operation: Expression, api: TypeChecker) -> None:
    ask(OPERATION, OperationSite(operation, api, is_ahead=True))
    ask_of_value(operation, api, is_ahead=True)
    note_revealed(operation, api, is_ahead=True)


def _read(module: MypyFile) -> Mapping[FuncDef | None, Sequence[CallExpr]]:
    """Return the calls by the function in which they are looked at."""
    index, flow = INDEX.of(module), FLOW.of(module)
    if not any(name.startswith(_LIBRARIES) or f"{name}." in _LIBRARIES for name in index.imports.modules):
        return {}
    calls = index.body.expressions_of(CallExpr)
    unfollowed = [call for call in calls if _is_unfollowed(call.callee, module)]
    asked = [flow.function_over(call) for call in calls if _is_operation(call.callee, module)] if unfollowed else []
    found: dict[FuncDef | None, list[CallExpr]] = defaultdict(list)
    for call in filter(lambda each: is_reached(each, module), unfollowed):
        function = flow.function_over(call)
        found[function if function in asked or not asked else asked[0]].append(call)
    return found


def _is_unfollowed(callee: Expression, module: MypyFile) -> bool:
    first = callee
    while isinstance(first, MemberExpr):
        first = first.expr
    is_one = isinstance(first, NameExpr) and isinstance(first.node, Var) and first.node.is_suppressed_import
    return is_one and as_imported(callee, module).startswith(_LIBRARIES)


def _is_operation(callee: Expression, module: MypyFile) -> bool:
    """Return whether mypy asks about the call of a function."""
    from jdc_operations.registry import OPERATIONS  # noqa: PLC0415 - fifty modules that few modules under check need

    return (
        isinstance(callee, RefExpr) and callee.fullname.startswith("jax.") and spelled(callee, module) in OPERATIONS
    )


_CALLS: Final = PerModule(_read)
