"""Operations on arrays, calls of functions with array annotations, and what such functions return.

To mypy an array is an array, whatever its shape and dtype. It calls a plugin at operations and never at statements:
a ``return`` is judged where its value is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    TupleExpr,
)
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.types import AnyType, Instance, TupleType, Type

from jdc_spec.arrays import JAX_ARRAYS

from ..evaluate import evaluator_of
from ..host.attempts import outside_attempt, outside_attempts
from ..host.known_types import known_type
from ..host.report import is_silent
from ..rules.asking import ask
from ..rules.places import (
    ANNOTATED_CALL,
    CALL,
    CALL_ELSEWHERE,
    OPERATION,
    UNPACKING,
    AnnotatedCall,
    Call,
    OperationSite,
    Unpacking,
)
from ..syntax import INDEX
from ..syntax.names.variables import in_place
from ..syntax.per_module import PerModule
from .annotated_values import ask_of_value
from .reveals import note_revealed
from .single_numbers import ask_of_number
from .unasked import ask_of_unasked
from .untyped_values import is_untyped, is_used, operations_on

_LOSSES: Final = ("squared_error", "l2_loss", "huber_loss", "log_cosh", "hinge_loss", "sigmoid_", "softmax_", "kl_")
PACKAGES: Final = (
    "jax.",
    "numpy.",
    "optax.losses.",
    "einops.",
    "flax.linen.pooling.",
    *(f"optax.{name}" for name in _LOSSES),
)
"""How the full names of functions begin whose calls are operations."""
LAYERS: Final = ("equinox.nn._", "flax.nnx.nn.", "flax.nnx.helpers.", "flax.linen.")
"""How the full names of classes begin whose objects are layers."""
ARRAYS: Final = JAX_ARRAYS | {"numpy.ndarray"}
"""Classes whose methods and operators are operations."""
_ATTEMPTS: Final[Mapping[str, int]] = {**dict.fromkeys(JAX_ARRAYS, 1), "numpy.ndarray": 2}
"""How many attempts mypy is making at an operator of an array, by the class: NumPy's have overloads."""
GENERATORS: Final = frozenset(("numpy.random._generator.Generator", "numpy.random.mtrand.RandomState"))
"""Classes whose methods draw samples, which are operations too."""

SHAPE: Final = "shape"
ATTRIBUTES: Final = frozenset(("T", "mT", "real", "imag"))
"""Attributes of arrays that are arrays."""

USES_ARRAYS: Final = PerModule(
    lambda module: any(name.partition(".")[0] in ("jax", "numpy") for name in INDEX.of(module).imports.modules)
)
"""Modules that import JAX or NumPy."""

ContextT = TypeVar("ContextT", bound=FunctionContext | MethodContext)


def check_operation(ctx: FunctionContext | MethodContext) -> Type:
    """Ask the rules about an operation of JAX or NumPy."""
    operation = in_place(ctx.context) if isinstance(ctx.context, OperatorAssignmentStmt) else ctx.context
    if not is_silent(ctx.api) and isinstance(operation, Expression):
        assert isinstance(ctx.api, TypeChecker)
        number = _ATTEMPTS.get(_class_of(ctx), 0) if isinstance(operation, OpExpr | ComparisonExpr) else 0
        with outside_attempt(ctx.api.errors, number):
            _ask_of_operation(operation, ctx)
    return ctx.default_return_type


def _class_of(ctx: FunctionContext | MethodContext) -> str:
    receiver = known_type(ctx.type) if isinstance(ctx, MethodContext) else None
    return receiver.type.fullname if isinstance(receiver, Instance) else ""


def _ask_of_operation(operation: Expression, ctx: FunctionContext | MethodContext) -> None:
    assert isinstance(ctx.api, TypeChecker)
    ask(OPERATION, OperationSite(operation, ctx.api))
    if isinstance(operation, CallExpr) and isinstance(operation.callee, NameExpr):
        _ask_of_body(operation, ctx.api)
    around = INDEX.of(ctx.api.tree).parent(operation)
    if isinstance(around, OpExpr):
        with outside_attempts(ctx.api.errors):
            _ask_of_operator(operation, around, ctx.api)
    ask_of_unpacking(operation, around, ctx.api)
    ask_of_value(operation, ctx.api)
    ask_of_number(operation, ctx.api)
    ask_of_unasked(ctx.api)
    _ask_of_item(operation, ctx)
    ask_of_untyped(operation, ctx)
    note_revealed(operation, ctx.api)


def _ask_of_item(made: Expression, ctx: FunctionContext | MethodContext) -> None:
    """Ask about ``top_k(x, 3)[0]``: an item of a tuple, for which mypy looks up no method."""
    assert isinstance(ctx.api, TypeChecker)
    item = INDEX.of(ctx.api.tree).parent(made)
    is_item = isinstance(item, IndexExpr) and item.base is made and isinstance(item.index, IntExpr)
    if is_item and isinstance(item, IndexExpr) and isinstance(known_type(ctx.default_return_type), TupleType):
        ask_of_value(item, ctx.api)


def ask_of_untyped(made: Expression, ctx: FunctionContext | MethodContext, parts: Sequence[Expression] = ()) -> None:
    """Ask about the operations on a value that is `Any` to mypy, which asks nobody there.

    ``parts`` are what it is made of, where those are known and not the whole.
    """
    assert isinstance(ctx.api, TypeChecker)
    if not is_used(made, ctx.api.tree) or not is_untyped(ctx.default_return_type):
        return
    if any(map(evaluator_of(ctx.api).is_known, parts or (made,))):
        with outside_attempts(ctx.api.errors):
            _ask_of_operations_on(made, ctx.api)


def _ask_of_operations_on(made: Expression, api: TypeChecker) -> None:
    for operation in operations_on(made, api.tree):
        ask(OPERATION, OperationSite(operation, api, is_ahead=True))
        ask_of_unpacking(operation, INDEX.of(api.tree).parent(operation), api, is_ahead=True)
        ask_of_value(operation, api, is_ahead=True)
        note_revealed(operation, api, is_ahead=True)


def _ask_of_operator(operand: Expression, operator: OpExpr, api: TypeChecker) -> None:
    """Ask about ``x + jnp.ones(3)`` where ``x`` is `Any` to mypy, which asks nobody then."""
    if operator.right is operand and isinstance(known_type(api.lookup_type_or_none(operator.left)), AnyType):
        ask(OPERATION, OperationSite(operator, api))


def check_shape(ctx: AttributeContext) -> Type:
    """Ask about a shape that is unpacked, ``n, m = x.shape`` and ``n, m = x.shape[-2:]``."""
    if not is_silent(ctx.api) and isinstance(ctx.context, Expression):
        assert isinstance(ctx.api, TypeChecker)
        value, statement = ctx.context, INDEX.of(ctx.api.tree).parent(ctx.context)
        if isinstance(statement, IndexExpr):
            value, statement = statement, INDEX.of(ctx.api.tree).parent(statement)
        ask_of_unpacking(value, statement, ctx.api)
    return ctx.default_attr_type


def ask_of_unpacking(value: Expression, statement: Node | None, api: TypeChecker, *, is_ahead: bool = False) -> None:
    """Ask about a value that an assignment to several names takes apart."""
    if not isinstance(statement, AssignmentStmt) or statement.rvalue is not value:
        return
    if any(isinstance(target, TupleExpr | ListExpr) for target in statement.lvalues):
        ask(UNPACKING, Unpacking(value, statement, api, is_ahead))


def check_call(ctx: FunctionContext | MethodContext) -> Type:
    """Ask the rules about a call of a function of a program."""
    if not is_silent(ctx.api) and isinstance(ctx.context, CallExpr):
        assert isinstance(ctx.api, TypeChecker)
        ask(ANNOTATED_CALL, AnnotatedCall(ctx.context, ctx.api))
        _ask_of_body(ctx.context, ctx.api)
        ask_of_value(ctx.context, ctx.api)
        ask_of_unasked(ctx.api)
        ask_of_untyped(ctx.context, ctx)
        note_revealed(ctx.context, ctx.api)
    return ctx.default_return_type


def check_plain_call(ctx: FunctionContext) -> Type:
    """Ask the rules about a call of a function that says nothing of arrays."""
    if not is_silent(ctx.api) and isinstance(ctx.context, CallExpr):
        assert isinstance(ctx.api, TypeChecker)
        if _ask_of_body(ctx.context, ctx.api):
            ask_of_value(ctx.context, ctx.api)
            ask_of_untyped(ctx.context, ctx)
            note_revealed(ctx.context, ctx.api)
    return ctx.default_return_type


def _ask_of_body(call: CallExpr, api: TypeChecker) -> bool:
    """Ask about what a function of the module does with what it is given; return whether there is such a function."""
    source = call.callee
    is_here = USES_ARRAYS.of(api.tree) and not (isinstance(source, RefExpr) and _is_elsewhere(source, api))
    ask(CALL if is_here else CALL_ELSEWHERE, Call(call, api))
    return is_here


def _is_elsewhere(callee: RefExpr, api: TypeChecker) -> bool:
    """Return whether a function is one of another module."""
    if isinstance(callee, MemberExpr):
        return callee.kind is not None
    return (
        isinstance(callee.node, FuncDef | Decorator)
        and callee.node.fullname.rpartition(".")[0] != api.tree.fullname
        and "." in callee.node.fullname
    )


def check_attribute(ctx: AttributeContext) -> Type:
    """Ask about the ``return`` of an attribute of an array, ``x.T``."""
    if not is_silent(ctx.api) and isinstance(ctx.context, Expression):
        assert isinstance(ctx.api, TypeChecker)
        ask_of_value(ctx.context, ctx.api)
    return ctx.default_attr_type


def check_transformed(ctx: FunctionContext) -> None:
    """Ask about the call of what a transformation returns, ``jax.jit(f)(x)``, for which mypy names no function."""
    assert isinstance(ctx.api, TypeChecker)
    outer = _called(ctx)
    if outer is not None:
        ask(ANNOTATED_CALL, AnnotatedCall(outer, ctx.api))
        _ask_of_body(outer, ctx.api)
        _ask_of_made(outer, ctx.api)


def _called(ctx: FunctionContext) -> CallExpr | None:
    """Return the call of what a call gives back."""
    assert isinstance(ctx.api, TypeChecker)
    outer = INDEX.of(ctx.api.tree).parent(ctx.context) if isinstance(ctx.context, CallExpr) else None
    return outer if isinstance(outer, CallExpr) and outer.callee is ctx.context else None


def _ask_of_made(made: CallExpr, api: TypeChecker) -> None:
    """Ask about what a transformed function gives, which may be `Any` to mypy."""
    if evaluator_of(api, is_ahead=True).is_known(made):
        ask_of_value(made, api, is_ahead=True)
        if is_used(made, api.tree):
            _ask_of_operations_on(made, api)


def check_jacobian(ctx: FunctionContext) -> Type:
    """Ask about what becomes of ``jax.jacfwd(f)(x)``, which is `Any` to mypy."""
    if not is_silent(ctx.api):
        assert isinstance(ctx.api, TypeChecker)
        made = _called(ctx)
        if made is not None:
            _ask_of_made(made, ctx.api)
    return ctx.default_return_type


def check_mapped(ctx: FunctionContext) -> Type:
    """Ask about the call of what ``equinox.filter_vmap(f)`` returns."""
    if not is_silent(ctx.api):
        check_transformed(ctx)
    return ctx.default_return_type


def operation_first(feature: Callable[[ContextT], Type]) -> Callable[[ContextT], Type]:
    """Ask the rules about an operation, then go on with another feature."""

    def both(ctx: ContextT) -> Type:
        check_operation(ctx)
        return feature(ctx)

    return both


def arguments_first(feature: Callable[[MethodContext], Type]) -> Callable[[MethodContext], Type]:
    """Ask the rules about the call of an object that stands for a function, then go on with another feature."""

    def both(ctx: MethodContext) -> Type:
        if not is_silent(ctx.api) and isinstance(ctx.context, CallExpr):
            assert isinstance(ctx.api, TypeChecker)
            ask(ANNOTATED_CALL, AnnotatedCall(ctx.context, ctx.api))
        return operation_first(feature)(ctx)

    return both


def call_first(feature: Callable[[ContextT], Type]) -> Callable[[ContextT], Type]:
    """Ask the rules about the arguments of a call, then go on with another feature."""

    def both(ctx: ContextT) -> Type:
        check_call(ctx)
        return feature(ctx)

    return both
