"""Functions that return a tree of the class that they are given, or that their functions return.

JAX, flax and equinox declare their results to be anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, LambdaExpr, ListExpr, TupleExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    TypeType,
    TypeVarType,
)

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.values.held_results import may_change
from ...typefacts.instances import is_pytree_object, sole_instance
from ..untyped_calls import accept_untyped
from .called_lambdas import with_parameters
from .derivatives import DERIVATIVES, type_derivative
from .leaf_types import ARRAY, STRUCT, named
from .wanted_types import as_wanted

KEEPING: Final[Mapping[str, str]] = {
    "jax._src.ad_checkpoint.checkpoint_name": "x",
    "jax._src.api.block_until_ready": "x",
    "jax._src.api.device_put": "x",
    "jax._src.pjit.with_sharding_constraint": "x",
    "jax._src.lax.lax.optimization_barrier": "operand",
    "jax._src.lax.control_flow.solves.custom_linear_solve": "b",
    "jax._src.lax.control_flow.solves.custom_root": "initial_guess",
    "jax._src.lax.parallel.pmax": "x",
    "jax._src.lax.parallel.pmean": "x",
    "jax._src.lax.parallel.pmin": "x",
    "jax._src.lax.parallel.ppermute": "x",
    "jax._src.lax.parallel.psum": "x",
    "equinox._serialisation.tree_deserialise_leaves": "like",
    "equinox.nn._inference.inference_mode": "pytree",
    "flax.jax_utils.pmean": "xs",
    "flax.jax_utils.replicate": "tree",
    "flax.jax_utils.unreplicate": "tree",
    "flax.serialization.from_bytes": "target",
    "flax.serialization.from_state_dict": "target",
    **{
        f"optax.{where}{name}": parameter
        for where in ("tree.", "tree_utils._tree_math.tree_")
        for parameter, names in {
            "tree": ("clip", "full_like", "ones_like", "scale", "zeros_like"),
            "tree_x": ("add", "add_scale", "div", "mul", "sub", "where"),
        }.items()
        for name in names
    },
    "optax.tree.cast": "tree",
    "optax.tree_utils._casting.tree_cast": "tree",
}
"""Functions by full name, with the parameter whose class the result has."""

FETCHING: Final = "jax._src.api.device_get"
"""It makes arrays of NumPy: a result has the class of the argument where the program says so."""

SOLVERS: Final = tuple(f"jax._src.scipy.sparse.linalg.{name}" for name in ("bicgstab", "cg", "gmres"))

PURE_CALLBACK: Final = "jax._src.callback.pure_callback"

NNX_CHOICES: Final = ("flax.nnx.transforms.transforms.cond", "flax.nnx.transforms.transforms.switch")
CHEXIFY: Final = "chex._src.asserts_chexify.chexify"

COPYING: Final = (
    "mujoco.mjx._src.dataclasses.PyTreeNode.tree_replace",
    "brax.base.Base.tree_replace",
)
"""Methods that return an object of the class of theirs, by full name."""

_LOOPS: Final[Mapping[str, str]] = {
    "jax._src.lax.control_flow.loops.fori_loop": "init_val",
    "jax._src.lax.control_flow.loops.associative_scan": "elems",
}
_CALLING: Final[Mapping[str, tuple[str, ...]]] = {
    "jax._src.lax.control_flow.loops.map": ("f",),
    "jax._src.lax.control_flow.conditionals.cond": ("true_fun", "false_fun"),
    "jax._src.lax.control_flow.conditionals.switch": ("branches",),
    "flax.nnx.transforms.transforms.cond": ("true_fun", "false_fun"),
    "flax.nnx.transforms.transforms.switch": ("branches",),
}
"""Functions that return what each function among their arguments returns."""

_GIVEN: Final = ("operands", "xs")
"""The parameters whose arguments these functions are called with."""


def keep_class(ctx: FunctionContext, parameter: str) -> Type:
    """Return the type of an argument where that is a pytree dataclass."""
    accept_untyped(ctx)
    given = _given(ctx, parameter)
    if given is None or not _is_unknown(ctx):
        return ctx.default_return_type
    return _kept(known_type(given), ctx) or as_wanted([given], ctx) or ctx.default_return_type


def fetch(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.device_get(tree)``, where the program wants that of the tree."""
    accept_untyped(ctx)
    return as_wanted([_given(ctx, "x")], ctx) or ctx.default_return_type


def solve(ctx: FunctionContext) -> Type:
    """Return the type of ``x, info = cg(A, b)``: ``x`` is like ``b``."""
    accept_untyped(ctx)
    right = known_type(_given(ctx, "b"))
    assert isinstance(ctx.api, TypeChecker)
    is_rebound = may_change(ctx.context, ctx.api.tree)
    is_known = isinstance(right, TypeVarType) or _is_array(right) or is_pytree_object(right)
    if is_rebound or right is None or not is_known:
        return ctx.default_return_type
    return TupleType([right, _ANY], ctx.api.named_generic_type("builtins.tuple", [_ANY]))


def type_loop(ctx: FunctionContext, fullname: str) -> Type:
    """Return the type of what a loop or a choice of JAX returns, where that is a pytree dataclass."""
    if fullname in _LOOPS:
        return keep_class(ctx, _LOOPS[fullname])
    if fullname in DERIVATIVES:
        return type_derivative(ctx, fullname)
    returned = [kind for name in _CALLING.get(fullname, ()) for kind in _returned(ctx, name)]
    first = returned[0] if returned else None
    if (
        first is None
        or not _is_unknown(ctx)
        or any(each is None or not is_same_type(each, first) for each in returned)
    ):
        return ctx.default_return_type
    return _kept(first, ctx) or as_wanted([first], ctx) or ctx.default_return_type


def keep_shapes(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.pure_callback(f, shape, ...)``, an array, where the program wants that."""
    assert isinstance(ctx.api, TypeChecker)
    shape, array = known_type(_given(ctx, "result_shape_dtypes")), named(ARRAY, ctx.api)
    is_one = isinstance(shape, Instance) and shape.type.fullname == STRUCT
    return (is_one and as_wanted([array], ctx)) or ctx.default_return_type


def make_checked(ctx: FunctionContext) -> Type:
    """Return the type of ``chex.chexify(f)``: it is said to be a function, and has ``wait_checks`` besides."""
    return _ANY if isinstance(known_type(ctx.default_return_type), CallableType) else ctx.default_return_type


def return_receiver(ctx: MethodContext, *, is_made: bool = True) -> Type:
    """Return the type of the object that a method is called on, or makes of its class, where it says nothing else.

    ``is_made`` is false of a method that is no class method: through the class it is given the object.
    """
    accept_untyped(ctx)
    receiver: ProperType | None = known_type(ctx.type)
    if isinstance(receiver, TypeType) and is_made:  # ``cls`` in a class method
        receiver = known_type(receiver.item)
    if isinstance(receiver, FunctionLike) and receiver.is_type_obj():
        given = receiver.items[0].ret_type if is_made else next((each[0] for each in ctx.arg_types if each), None)
        receiver = None if given is None else known_type(given)
    if receiver is None or not is_pytree_object(receiver) or not _is_unknown(ctx):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    sole = sole_instance(receiver)
    is_other = sole is not None and INDEX.of(ctx.api.tree).defines_other(sole.type)
    return ctx.default_return_type if is_other else receiver


def keep_receiver(ctx: MethodContext) -> Type:
    """Return the type of the object that a method is called on, where it is declared to return one of a base."""
    declared, receiver = known_type(ctx.default_return_type), known_type(ctx.type)
    sole = sole_instance(receiver)
    if not isinstance(declared, Instance) or sole is None:
        return ctx.default_return_type
    return receiver if sole.type.has_base(declared.type.fullname) else ctx.default_return_type


def _is_unknown(ctx: FunctionContext | MethodContext) -> bool:
    return isinstance(known_type(ctx.default_return_type), AnyType)


def _given(ctx: FunctionContext, parameter: str) -> Type | None:
    if parameter not in ctx.callee_arg_names:
        return None
    place = ctx.callee_arg_names.index(parameter)
    types = ctx.arg_types[place]
    return _made_at_once(ctx.args[place][0], types[0], ctx) if len(types) == 1 else None


def _made_at_once(written: Expression, given: Type, ctx: FunctionContext) -> Type:
    """Return the type of an argument, also where that makes an object of a generic class.

    mypy takes what such an object holds from what the function takes, and these take anything.
    """
    kind = known_type(given)
    is_open = isinstance(kind, Instance) and any(isinstance(known_type(each), AnyType) for each in kind.args)
    if not is_open or not isinstance(written, CallExpr) or not is_pytree_object(kind):
        return given
    assert isinstance(ctx.api, TypeChecker)
    with ctx.api.msg.filter_errors():
        return ctx.api.expr_checker.accept(written)


def _returned(ctx: FunctionContext, parameter: str) -> list[ProperType | None]:
    """Return what a function among the arguments is declared to return, or each of several in a list."""
    given = _given(ctx, parameter)
    if given is None:
        return [None]
    assert isinstance(ctx.api, TypeChecker)
    written, kind = ctx.args[ctx.callee_arg_names.index(parameter)][0], known_type(given)
    if isinstance(written, ListExpr | TupleExpr):
        return [_result_of(each, ctx.api.lookup_type_or_none(each), ctx) for each in written.items]
    if isinstance(kind, TupleType):
        return [_result_of(written, each, ctx) for each in kind.items]
    if isinstance(kind, Instance) and len(kind.args) == 1:
        return [_result_of(written, kind.args[0], ctx)]
    return [_result_of(written, kind, ctx)]


def _result_of(written: Expression, given: Type | None, ctx: FunctionContext) -> ProperType | None:
    """Return what a function of a type returns, a lambda that of what it is called with."""
    function = known_type(given)
    if isinstance(written, LambdaExpr):
        function = with_parameters(written, _operands(ctx), ctx.api) or function
    if not isinstance(function, CallableType) or function.variables or function.is_type_obj():
        return None
    return known_type(function.ret_type)


def _operands(ctx: FunctionContext) -> list[Type]:
    """Return the types of what the functions among the arguments are called with."""
    return [
        kind
        for name, types in zip(ctx.callee_arg_names, ctx.arg_types, strict=True)
        for kind in types
        if name in _GIVEN
    ]


def _kept(kind: ProperType | None, ctx: FunctionContext) -> Type | None:
    """Return a type that is a pytree dataclass, or a tuple with one in it that is unpacked at once.

    A variable that holds a tuple may come to hold another.
    """
    if is_pytree_object(kind):
        return kind
    if not isinstance(kind, TupleType) or not _is_unpacked(ctx) or not any(map(is_pytree_object, kind.items)):
        return None
    items = [each if is_pytree_object(each) or _is_array(known_type(each)) else _ANY for each in kind.items]
    return kind.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


_ANY: Final = AnyType(TypeOfAny.special_form)


def _is_array(kind: ProperType | None) -> bool:
    return isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS


def _is_unpacked(ctx: FunctionContext) -> bool:
    assert isinstance(ctx.api, TypeChecker)
    statement = INDEX.of(ctx.api.tree).parent(ctx.context) if isinstance(ctx.context, Expression) else None
    return isinstance(statement, AssignmentStmt) and any(isinstance(each, TupleExpr) for each in statement.lvalues)
