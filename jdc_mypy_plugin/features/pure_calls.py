"""Calls that do nothing but compute their result.

mypy calls a plugin at calls and never at statements, so that a rule asks the module's index where a call stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, FuncDef, LambdaExpr, MemberExpr, MypyFile, NameExpr, TypeInfo
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, TupleType, Type

from jdc_spec.arrays import JAX_ARRAYS

from ..evaluate.declared.given_arrays import may_hold_numpy
from ..host.freshness import looked_at
from ..host.known_types import known_type
from ..host.report import is_silent
from ..model.annotations.signature_reader import is_bound_once
from ..model.classes import model_of
from ..model.functions.pure_methods import calculates, is_pure_function, is_pure_here, is_pure_method, makes_own_class
from ..model.subclasses_in_sight import acts_below, acts_between
from ..repairs.transforms.same_trees import keep_class, return_receiver
from ..repairs.untyped_calls import accept_untyped
from ..rules.asking import ask
from ..rules.places import PURE_CALL
from ..rules.sites import PureCall
from ..rules.tests_at_hand import is_in_test
from ..syntax import INDEX
from ..traced.computed_elsewhere import new_object
from ..typefacts.arrays import is_certainly_array
from ..typefacts.instances import sole_instance

AT_REFERENCE: Final = "._IndexUpdateRef"
"""The class of ``x.at[...]``, whose module differs between versions of JAX."""


UPDATES: Final[Mapping[str, tuple[str, str]]] = {
    "equinox._tree.tree_at": ("eqx.tree_at", "pytree"),
    "equinox._update.apply_updates": ("eqx.apply_updates", "model"),
    "optax._src.update.apply_updates": ("optax.apply_updates", "params"),
}
"""Functions that copy a tree with some leaves replaced, by full name: as programs write them, and the parameter."""


def check_updated_tree(ctx: FunctionContext, shown: str, parameter: str) -> Type:
    """Ask about ``eqx.tree_at(...)`` and the like, and type the tree. A test may call one to see that it runs."""
    if not is_silent(ctx.api) and not is_in_test(ctx.api):
        _check(ctx.context, f'"{shown}" makes a new tree and leaves the old one as it is', ctx.api)
    return keep_class(ctx, parameter)


STATES: Final = tuple(f"equinox.nn._stateful.State.{name}" for name in ("set", "update"))
"""Methods that make a new state of layers, by full name."""


def check_parts(ctx: FunctionContext, shown: str, feature: Callable[[FunctionContext], Type]) -> Type:
    """Ask about ``eqx.combine(params, static)`` and the like, then go on with another feature."""
    if not is_silent(ctx.api) and not is_in_test(ctx.api):
        _check(ctx.context, f'"{shown}" makes a new tree and leaves the old one as it is', ctx.api)
    return feature(ctx)


def check_state(ctx: MethodContext) -> Type:
    """Ask about ``state.set(index, value)``, after which equinox refuses the old state."""
    if not is_silent(ctx.api) and not is_in_test(ctx.api):
        _check(ctx.context, "the call makes a new state, and equinox refuses the old one from then on", ctx.api)
    return ctx.default_return_type


MAKING: Final[Mapping[str, str]] = {
    f"flax.nnx.{module}.{name}": f"nnx.{name}" for module in ("graph", "graphlib") for name in ("clone", "merge")
}
"""Functions of flax that make an object, by full name in the releases of flax: as programs write them."""


def check_made_object(ctx: FunctionContext, shown: str) -> Type:
    """Ask about ``nnx.merge(graphdef, state)`` and the like. A test may call one to see that it runs."""
    if not is_silent(ctx.api) and not is_in_test(ctx.api):
        _check(ctx.context, f'"{shown}" makes a new object and leaves all others as they are', ctx.api)
    return ctx.default_return_type


_METHODS_OF_ARRAYS: Final = ("astype", "clip", "flatten", "ravel", "round", "sort", "transpose")
_RAISING_METHODS: Final = ("repeat", "reshape", "squeeze", "swapaxes", "view")
"""Methods that some shape makes raise, which a program may want to see."""
ARRAY_METHODS: Final = {
    f"{array}.{name}": name for array in JAX_ARRAYS for name in (*_METHODS_OF_ARRAYS, *_RAISING_METHODS)
}
"""Methods of an array that some call as if they changed it, by full name."""

ARRAY_FUNCTIONS: Final = {
    f"jax.numpy.{name}": f"jnp.{name}"
    for name in (
        *("append", "clip", "concatenate", "delete", "expand_dims", "flip", "insert", "nan_to_num", "ravel"),
        *("repeat", "reshape", "roll", "round", "sort", "squeeze", "swapaxes", "transpose"),
    )
}
"""Functions that some call as if they changed their first argument, by full name, as programs write them."""

KEY_FUNCTIONS: Final = {
    f"jax._src.random.{module}{name}": f"jax.random.{name}"
    for module in ("", "core.")
    for name in ("split", "fold_in")
}
"""The full names of functions that make keys in the releases of JAX, as programs write them."""
COPYING: Final[Mapping[str, str]] = {
    "jax._src.api.device_put": "jax.device_put",
    "jax._src.lax.lax.stop_gradient": "jax.lax.stop_gradient",
    "jax._src.lax.lax.optimization_barrier": "jax.lax.optimization_barrier",
    "jax._src.pjit.with_sharding_constraint": "jax.lax.with_sharding_constraint",
    **{f"jax._src.lax.parallel.{name}": f"jax.lax.{name}" for name in ("pmax", "pmean", "pmin", "ppermute", "psum")},
    "equinox.nn._inference.inference_mode": "eqx.nn.inference_mode",
    "flax.jax_utils.pmean": "flax.jax_utils.pmean",
    "flax.jax_utils.replicate": "flax.jax_utils.replicate",
    "flax.jax_utils.unreplicate": "flax.jax_utils.unreplicate",
}
"""Functions that give back what they are given, changed, by full name, as programs write them."""


def check_array_method(ctx: MethodContext, name: str) -> Type:
    """Ask about ``x.sort()`` and the like. A test may call one to see that it raises nothing."""
    if not is_silent(ctx.api) and not is_in_test(ctx.api):
        callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
        array = callee.expr if isinstance(callee, MemberExpr) else None
        if name == "sort" and array is not None and _may_be_numpy(array, ctx):
            return ctx.default_return_type
        owner = array if name in _RAISING_METHODS else None
        _check(ctx.context, f'"{name}" makes a new array and leaves the old one as it is', ctx.api, owner)
    return ctx.default_return_type


def _may_be_numpy(array: Expression, ctx: MethodContext) -> bool:
    return isinstance(ctx.api, TypeChecker) and may_hold_numpy(array, ctx.api)


def check_array_function(ctx: FunctionContext, shown: str) -> Type:
    """Ask about ``jnp.sort(x)`` and the like, whose first argument the code goes on to use."""
    _check_given(ctx, f'"{shown}" makes a new array and leaves the old one as it is')
    return ctx.default_return_type


def check_copy(ctx: FunctionContext, shown: str, feature: Callable[[FunctionContext], Type] | None) -> Type:
    """Ask about ``jax.lax.pmean(grads, "batch")`` and the like, then go on with another feature."""
    _check_given(ctx, f'"{shown}" gives back something new and leaves what it is given as it is')
    return ctx.default_return_type if feature is None else feature(ctx)


def _check_given(ctx: FunctionContext, does: str) -> None:
    call = ctx.context
    if isinstance(call, CallExpr) and call.args and not is_silent(ctx.api) and not is_in_test(ctx.api):
        _check(call, does, ctx.api, call.args[0])


def check_key_function(ctx: FunctionContext, shown: str) -> Type:
    """Ask about ``jax.random.split(key)``. A test may call it to see that it raises nothing."""
    if not is_silent(ctx.api) and not is_in_test(ctx.api):
        _check(ctx.context, f'"{shown}" makes new keys and leaves the old one as it is', ctx.api)
    return ctx.default_return_type


def check_replaced_tuple(ctx: MethodContext) -> Type:
    """Ask about ``state._replace(x=1)`` of a named tuple with arrays, pytree dataclasses or what has no type."""
    kind = known_type(ctx.type)
    if isinstance(kind, TupleType) and any(_holds_arrays(item) for item in kind.items) and not is_silent(ctx.api):
        name = kind.partial_fallback.type.name
        _check(ctx.context, f'"_replace" makes a new "{name}" and leaves the old one as it is', ctx.api)
    return ctx.default_return_type


def _holds_arrays(item: Type) -> bool:
    instance = sole_instance(item)
    is_open = isinstance(known_type(item), AnyType)  # chex.Array, say, where mypy has no types of chex
    return is_open or is_certainly_array(item) or (instance is not None and model_of(instance.type) is not None)


TRAIN_STATE: Final = "flax.training.train_state.TrainState.create"
TRAIN_STEP: Final = "flax.training.train_state.TrainState.apply_gradients"


def check_train_step(ctx: MethodContext) -> Type:
    """Ask about ``state.apply_gradients(...)``, and type the new state. A test may call it to see that it runs."""
    accept_untyped(ctx)
    if not is_silent(ctx.api) and not is_in_test(ctx.api):
        _check(ctx.context, '"apply_gradients" makes a new state and leaves the old one as it is', ctx.api)
    return return_receiver(ctx, is_made=False)


def check_tree_map(ctx: FunctionContext) -> Type:
    """Ask about `jax.tree.map` with a function that computes and does nothing else.

    Over several trees it raises where their structures differ, which may be all that a program wants of it, unless
    the function calculates. A test may call it to see that it raises nothing.
    """
    trees = [tree for trees in ctx.args[1:3] for tree in trees]
    if not trees or len(ctx.args[0]) != 1 or is_in_test(ctx.api):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    given = ctx.args[0][0]
    function = _function_here(given, ctx.api.tree)
    is_pure = is_pure_function(given) if function is None else is_pure_here(function, ctx.api.tree)
    named = given if isinstance(given, LambdaExpr) else function
    if is_pure and (len(trees) == 1 or (named is not None and calculates(named))):
        _check(ctx.context, '"jax.tree.map" makes a new tree and leaves the old one as it is', ctx.api)
    return ctx.default_return_type


def _function_here(given: Expression, tree: MypyFile) -> FuncDef | None:
    """Return the function of the module that a name stands for."""
    function = given.node if isinstance(given, NameExpr) else None
    is_here = isinstance(function, FuncDef) and INDEX.of(tree).position(function) is not None
    return function if isinstance(function, FuncDef) and is_here and is_bound_once(function, tree) else None


def check_update_at(ctx: MethodContext, name: str) -> Type:
    """Ask about ``x.at[...].set(...)`` and its relatives."""
    if name == "get":
        does = '"at[...].get" only reads'
    else:
        does = f'"at[...].{name}" makes a new array and leaves the old one as it is'
    _check(ctx.context, does, ctx.api)
    return ctx.default_return_type


def check_method(ctx: MethodContext, info: TypeInfo, name: str) -> Type:
    """Ask about a method that is seen to make a new object of its class, or of a base, and to do nothing else.

    A test may call one to see that it raises nothing.
    """
    looked_at(info)
    made = sole_instance(ctx.default_return_type)
    home = info.get_containing_type_info(name)
    if home is None or is_in_test(ctx.api):
        return ctx.default_return_type
    looked_at(home)
    is_made = made is not None and is_pure_method(home, name) and made.type.has_base(home.fullname)
    is_pure = is_made or makes_own_class(home, name)
    if is_pure and not acts_below(home, ctx.api) and not acts_between(info, home):
        _check(ctx.context, _makes_new(name, made.type if is_made and made is not None else info), ctx.api)
    return ctx.default_return_type


def function_first(feature: Callable[[FunctionContext], Type] | None) -> Callable[[FunctionContext], Type]:
    """Ask about a function of another module that computes a new object, then go on with another feature."""

    def both(ctx: FunctionContext) -> Type:
        _check_new_object(ctx.context, ctx.api)
        return ctx.default_return_type if feature is None else feature(ctx)

    return both


def method_first(feature: Callable[[MethodContext], Type] | None) -> Callable[[MethodContext], Type]:
    """Ask about a method of a class that is no pytree dataclass, ``env.step(state)``, then go on likewise."""

    def both(ctx: MethodContext) -> Type:
        _check_new_object(ctx.context, ctx.api)
        return ctx.default_return_type if feature is None else feature(ctx)

    return both


def _check_new_object(call: Context, api: object) -> None:
    assert isinstance(api, TypeChecker)
    is_asked = isinstance(call, CallExpr) and not is_silent(api) and not is_in_test(api)
    found = new_object(call, api) if is_asked and isinstance(call, CallExpr) else None
    if found is not None:
        function, given, made = found
        _check(call, _makes_new(function.name, made), api, given)


def _makes_new(name: str, made: TypeInfo) -> str:
    return f'"{name}" makes a new "{made.name}" and leaves the old one as it is'


def _check(call: Context, does: str, api: object, used: Expression | None = None) -> None:
    assert isinstance(api, TypeChecker)
    ask(PURE_CALL, PureCall(call, does, api, used))
