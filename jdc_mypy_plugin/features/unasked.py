"""Values that mypy asks no plugin about.

It knows nothing of a library that it does not follow, as it does not follow optax, which has no ``py.typed``, nor of
what ``jnp.float32(x)`` makes, and an item of a list of arrays, ``jnp.split(x, 2)[0]``, is no operation of an array.

Those of a function are looked at where mypy asks about anything else in it, and those of functions where it asks
nothing with those of the first where it does. They are judged without its types.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.binder import ConditionalTypeBinder
from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    ReturnStmt,
    TypeInfo,
    Var,
)

from jdc_operations.registry import OPERATIONS

from ..evaluate.constants import unfold
from ..evaluate.scope import SCOPES
from ..host.attempts import outside_attempts
from ..libraries.definition import PARTIAL
from ..rules.asking import ask
from ..rules.places import ONE_NUMBER, OPERATION, OneNumber, OperationSite
from ..syntax import INDEX
from ..syntax.index import ModuleIndex
from ..syntax.names.flow import FLOW
from ..syntax.names.imported_names import as_imported, spelled
from ..syntax.per_module import PerModule
from .annotated_values import ask_of_value
from .reveals import note_revealed
from .single_numbers import NEEDED
from .untyped_values import is_reached, operations_on

_UNFOLLOWED: Final = ("optax.", "einops.")
"""How the names of functions begin that have rules and may have no types."""
_SILENT: Final = frozenset(
    (
        *(f"jax.numpy.{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
        *(f"jax.numpy.{name}" for name in ("bool_", "bfloat16", "float16", "float32", "float64", "complex64")),
        *("jax.lax.switch", "jax.device_put", "jax.device_get", "jax.block_until_ready"),
        *("jax.tree.map", "jax.tree_util.tree_map"),
    )
)
"""Functions of JAX whose results are `Any` to mypy."""


def ask_of_unasked(api: TypeChecker) -> None:
    """Ask about the values in the function at hand that mypy does not ask about."""
    found, needed = _VALUES.of(api.tree), NEEDED.of(api.tree)
    if not found and not needed:
        return
    at_hand = api.scope.current_function()
    function = at_hand if isinstance(at_hand, FuncDef) else None
    if (function not in found and function not in needed) or _is_asked(function, api):
        return
    for each in needed.get(function, ()):
        with outside_attempts(api.errors):
            ask(ONE_NUMBER, OneNumber(each.value, each.by, api, True, each.beside))
    for value in found.get(function, ()):
        with outside_attempts(api.errors):
            _ask_of(value, api)
            for operation in operations_on(value, api.tree) if isinstance(value, CallExpr) else ():
                _ask_of(operation, api)


def _is_asked(function: FuncDef | None, api: TypeChecker) -> bool:
    """Return whether the values of a function have been looked at since mypy began to check it, and note that."""
    asked, begun = _BEGUN.of(api.tree), api.binder  # a new one each time that mypy checks a function
    if asked.get(function) is begun:
        return True
    for other in [each for each in asked if each is not None]:
        del asked[other]  # that of the module stays
    asked[function] = begun
    return False


def _ask_of(value: Expression, api: TypeChecker) -> None:
    ask(OPERATION, OperationSite(value, api, is_ahead=True))
    ask_of_value(value, api, is_ahead=True)
    note_revealed(value, api, is_ahead=True)


def _read(module: MypyFile) -> Mapping[FuncDef | None, Sequence[Expression]]:
    """Return the values by the function in which they are looked at."""
    index, flow = INDEX.of(module), FLOW.of(module)
    if not any(name.partition(".")[0] in ("jax", "numpy") for name in index.imports.modules):
        return {}
    calls = list(index.body.expressions_of(CallExpr))
    asking = [call for call in calls if _is_unasked(call.callee, module)]
    unasked = dict.fromkeys(
        [*asking, *_calls_of_made(calls, module), *_calls_of_objects(calls, module), *_items(index)]
    )
    others = [call for call in calls if call not in unasked and _is_operation(call.callee, module)] if unasked else []
    asked = dict.fromkeys(map(flow.function_over, others))
    first = next(iter(asked), None)
    found: dict[FuncDef | None, list[Expression]] = defaultdict(list)
    for value in filter(lambda each: is_reached(each, module), unasked):
        function = flow.function_over(value)
        found[function if function in asked or not asked else first].append(value)
    return found


def _items(index: ModuleIndex) -> Iterator[IndexExpr]:
    """Yield the items of something that are returned, or given to a variable with an annotation."""
    for item in index.body.expressions_of(IndexExpr):
        around = index.parent(item)
        is_annotated = isinstance(around, AssignmentStmt) and around.unanalyzed_type is not None
        if isinstance(item.base, NameExpr | CallExpr) and (is_annotated or isinstance(around, ReturnStmt)):
            yield item


def _calls_of_made(calls: Sequence[CallExpr], module: MypyFile) -> Iterator[CallExpr]:
    """Yield the calls of variables that hold a partial of a function, or what ``jax.vjp`` gives beside a result."""
    if any(spelled(call.callee, module) in _MAKERS for call in calls):
        scope = SCOPES.of(module)
        for call in calls:
            made = unfold(call.callee, scope) if isinstance(call.callee, NameExpr) else call.callee
            made = unfold(made.base, scope) if isinstance(made, IndexExpr) else made
            is_made = isinstance(made, CallExpr) and spelled(made.callee, module) in _MAKERS
            if (is_made and made is not call.callee) or _is_vectorized(call.callee, module):
                yield call


def _calls_of_objects(calls: Sequence[CallExpr], module: MypyFile) -> Iterator[CallExpr]:
    """Yield the calls of variables that hold an object whose ``__call__`` has no annotations."""
    scope = SCOPES.of(module)
    for call in calls:
        callee = call.callee
        is_variable = isinstance(callee, NameExpr) and not isinstance(callee.node, _DEFINITIONS)
        made = unfold(callee, scope) if is_variable else None
        info = made.callee.node if isinstance(made, CallExpr) and isinstance(made.callee, RefExpr) else None
        method = info.get_method("__call__") if isinstance(info, TypeInfo) else None
        function = method.func if isinstance(method, Decorator) else method
        if isinstance(function, FuncDef) and function.type is None:
            yield call


def _is_vectorized(callee: Expression, module: MypyFile) -> bool:
    """Return whether a function is under ``@functools.partial(jnp.vectorize, signature=...)``."""
    node = callee.node if isinstance(callee, NameExpr) else None
    decorators = node.original_decorators if isinstance(node, Decorator) else []
    made = [each for each in decorators if isinstance(each, CallExpr) and each.args]
    return any(spelled(each.args[0], module) == _VECTORIZE for each in made)


_DEFINITIONS: Final = (FuncDef, Decorator, OverloadedFuncDef, TypeInfo)
_VECTORIZE: Final = "jax.numpy.vectorize"
_MAKERS: Final = ("jax.vjp", PARTIAL, _VECTORIZE)


def _is_unasked(callee: Expression, module: MypyFile) -> bool:
    if isinstance(callee, LambdaExpr):
        return True
    first = callee
    while isinstance(first, MemberExpr):
        first = first.expr
    if not isinstance(first, NameExpr):
        return False
    if isinstance(first.node, Var) and first.node.is_suppressed_import:
        return as_imported(callee, module).startswith(_UNFOLLOWED)
    return spelled(callee, module) in _SILENT


def _is_operation(callee: Expression, module: MypyFile) -> bool:
    """Return whether mypy asks about the call of a function."""
    return (
        isinstance(callee, RefExpr) and callee.fullname.startswith("jax.") and spelled(callee, module) in OPERATIONS
    )


_VALUES: Final = PerModule(_read)
_BEGUN: Final = PerModule[dict[FuncDef | None, ConditionalTypeBinder]](lambda _: {})
"""The binders with which mypy has begun to check the function at hand, and the module."""
