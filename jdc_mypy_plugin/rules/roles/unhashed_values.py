"""Values without a hash by themselves: lists, dicts, sets, arrays of JAX and what jitted functions return."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, IndexExpr, IntExpr, MemberExpr, NameExpr, RefExpr, TupleExpr
from mypy.types import CallableType, Instance, TupleType, Type

from jdc_spec.arrays import JAX_ARRAYS

from ...evaluate import Evaluator, Origin
from ...evaluate.objects.instances import instance_of
from ...host.known_types import known_type
from ...libraries.definition import applied
from ...syntax import INDEX
from ...transformed.jitted_functions import JITS
from ...typefacts.arrays import is_certainly_array
from ..use.compared_values import is_container

CONTAINER: Final = "a list, a dict or a set"
_JAX: Final = "jax."
_CONTAINERS: Final = frozenset(("builtins.list", "builtins.dict", "builtins.set", "builtins.bytearray"))
_NUMBERS: Final = frozenset(("builtins.int", "builtins.float", "builtins.bool", "builtins.complex"))


def made_container(value: Expression, api: TypeChecker) -> bool:
    """Return whether a value is a list, a dict or a set that is made there, or a tuple with one in it."""
    source = Evaluator(api).source(value)
    if isinstance(source, TupleExpr):
        return any(made_container(item, api) for item in source.items)
    callee = source.callee if isinstance(source, CallExpr) else None
    return is_container(source) or (isinstance(callee, RefExpr) and callee.fullname in _CONTAINERS)


def made_array(value: Expression, api: TypeChecker) -> bool:
    """Return whether the source shows that a value is an array, and no number of NumPy, which has a hash."""
    evaluator = Evaluator(api)
    source = evaluator.source(value)
    if _is_result_of_jitted(source, evaluator, api):
        return True
    found = evaluator.evaluate(value)
    return found.origin is Origin.ARRAY and (bool(found.sizes) or _is_of_jax(source, api))


def _is_of_jax(source: Expression, api: TypeChecker) -> bool:
    """Return whether an array is one of JAX: a function or method of it makes it."""
    if isinstance(source, IndexExpr):
        return _is_array_of_jax(source.base, api)
    callee = source.callee if isinstance(source, CallExpr) else None
    if isinstance(callee, RefExpr) and callee.fullname.startswith(_JAX):
        return True
    return isinstance(callee, MemberExpr) and _is_array_of_jax(callee.expr, api)


def _is_array_of_jax(expression: Expression, api: TypeChecker) -> bool:
    instance = instance_of(expression, api)
    return instance is not None and instance.type.fullname in JAX_ARRAYS


def _is_result_of_jitted(source: Expression, evaluator: Evaluator, api: TypeChecker) -> bool:
    """Return whether a jitted function of the module returns a value: an array where it is said to be a number."""
    at = source.index if isinstance(source, IndexExpr) else None
    call = evaluator.source(source.base) if isinstance(source, IndexExpr) else source
    result = _result_of_jitted(call, api) if isinstance(call, CallExpr) else None
    if isinstance(at, IntExpr):
        items = known_type(result)
        is_item = isinstance(items, TupleType) and at.value < len(items.items)
        result = items.items[at.value] if isinstance(items, TupleType) and is_item else None
    value = known_type(result)
    return isinstance(value, Instance) and (value.type.fullname in _NUMBERS or is_certainly_array(value))


def _result_of_jitted(call: CallExpr, api: TypeChecker) -> Type | None:
    """Return what a function of the module under a single jit is annotated to return."""
    function = call.callee.node if isinstance(call.callee, NameExpr) else None
    if not isinstance(function, Decorator) or INDEX.of(api.tree).position(function) is None:
        return None
    by = [applied(each) for each in function.original_decorators]
    declared = function.func.type
    is_jitted = len(by) == 1 and isinstance(by[0], RefExpr) and by[0].fullname in JITS
    return declared.ret_type if is_jitted and isinstance(declared, CallableType) else None
