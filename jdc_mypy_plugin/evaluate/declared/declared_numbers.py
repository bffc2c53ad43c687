"""Parameters and fields that are numbers of Python: ``h`` of ``def step(x: Float[Array, "n"], h: float)``.

A value declared a ``float`` may be an ``int``, so an operation is tried with both: what both say holds.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.types import CallableType, Instance

from jdc_operations.values import Failure, Items, Scalar, Value

from ...host.known_types import known_type
from ...model.classes import model_of, pytree_bases
from ...syntax.values.kept_dicts import keeps_items
from ..objects.instances import instance_of
from ..scope import ModuleScope
from ..substitution import Substitution
from .dtype_classes import common


class _Number(enum.Enum):
    """The value of a number that may be whole or not."""

    EITHER = "either"


EITHER: Final = Scalar("float", _Number.EITHER)
"""A number that may be an ``int`` as well as a ``float``."""
_DECLARED: Final = {
    "builtins.float": EITHER,
    "builtins.int": Scalar("int"),
    "builtins.bool": Scalar("bool"),
}


def number_read(expression: Expression, scope: ModuleScope, api: TypeChecker) -> Scalar | None:
    """Return the number that a parameter, or a static field of an object, is declared to be; None of others.

    A variable that is bound once, or an item of a list, is one too if mypy takes it for an ``int``. One that is bound
    again need not be: after ``total = 0``, ``total += array`` makes it an array, which mypy calls an error. Nor need
    the result of a function that says ``-> int``: what is traced is often annotated so.
    """
    if isinstance(expression, MemberExpr):
        owner = instance_of(expression.expr, api)
        return None if owner is None else number_of_static_field(owner.type, expression.name)
    function = scope.parameter_of(expression) if isinstance(expression, NameExpr) else None
    if function is not None and isinstance(expression, NameExpr):
        return _declared_number(expression, function)
    is_held = isinstance(expression, NameExpr | IndexExpr) and _keeps_number(expression, scope, api)
    return Scalar("int") if is_held and _is_whole(instance_of(expression, api)) else None


def _keeps_number(expression: NameExpr | IndexExpr, scope: ModuleScope, api: TypeChecker) -> bool:
    """Return whether what mypy takes for a number stays one."""
    if isinstance(expression, NameExpr):
        return _is_from_python(scope.bound_to(expression))
    return _is_from_python(expression) and not _may_hold_others(expression.base, scope, api)


def _is_from_python(value: Expression | None) -> bool:
    """Return whether a value is no result of a function, or part of one, but for Python's own."""
    while isinstance(value, IndexExpr):
        value = value.base
    if not isinstance(value, CallExpr):
        return value is not None
    return isinstance(value.callee, RefExpr) and value.callee.fullname.startswith("builtins.")


def _may_hold_others(container: Expression, scope: ModuleScope, api: TypeChecker) -> bool:
    """Return whether items may be other than mypy takes them for: after ``outs = [0]``, ``outs[0] = array``."""
    if not isinstance(container, NameExpr) or scope.parameter_of(container) is not None or container.node is None:
        return False
    kind = instance_of(container, api)
    is_changeable = kind is not None and kind.type.fullname in ("builtins.list", "builtins.dict")
    return is_changeable and not keeps_items(container.node, scope.tree)


def _is_whole(kind: Instance | None) -> bool:
    return kind is not None and kind.type.fullname == "builtins.int"


def _declared_number(name: NameExpr, function: FuncItem) -> Scalar | None:
    """Return the number that a parameter is declared to be; None of anything else."""
    if not isinstance(function, FuncDef) or function.is_dynamic() or not isinstance(name.node, Var):
        return None
    return _of_type(name.node)


def number_of_field(info: TypeInfo, name: str) -> Scalar | None:
    """Return the number that a field is declared to be; None of anything else."""
    symbol = info.get(name)
    return _of_type(symbol.node) if symbol is not None and isinstance(symbol.node, Var) else None


def number_of_attribute(info: TypeInfo, name: str) -> Scalar | None:
    """Return the number that a field is declared to be, or a property to give back; None of anything else."""
    symbol = info.get(name)
    node = None if symbol is None else symbol.node
    made = node.func.type if isinstance(node, Decorator) and node.var.is_property else None
    returned = known_type(made.ret_type) if isinstance(made, CallableType) else None
    if isinstance(returned, Instance):
        return _DECLARED.get(returned.type.fullname)
    return number_of_field(info, name)


def number_of_static_field(info: TypeInfo, name: str) -> Scalar | None:
    """Return the number that a static field of a pytree dataclass is declared to be; None of anything else."""
    base = next(pytree_bases(info), None)
    model = None if base is None else model_of(base)
    is_static = model is not None and name in model.fields and model.role_of(name) == "static"
    return number_of_field(info, name) if is_static else None


def _of_type(variable: Var) -> Scalar | None:
    declared = known_type(variable.type)
    return _DECLARED.get(declared.type.fullname) if isinstance(declared, Instance) else None


def of_each_number(
    operation: Callable[[Substitution], Value | Failure], operands: Sequence[Value]
) -> Value | Failure | None:
    """Return the result of an operation on numbers that may be whole or not; None where there are none."""
    if not any(map(_has_either, operands)):
        return None
    results = [operation(_putting(kind)) for kind in (Scalar("float"), Scalar("int"))]
    good = [each for each in results if not isinstance(each, Failure)]
    return common(good) if len(good) == len(results) else results[0] if not good else good[0]


def _has_either(value: Value) -> bool:
    return value == EITHER or (isinstance(value, Items) and any(map(_has_either, value.items)))


def _putting(number: Scalar) -> Substitution:
    def put(value: Value) -> Value:
        if isinstance(value, Items):
            return dataclasses.replace(value, items=tuple(map(put, value.items)))
        return number if value == EITHER else value

    return put
