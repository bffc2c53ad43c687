"""Calls that do nothing but compute their result.

mypy calls a plugin at calls and never at statements, so that a rule asks the module's index where a call stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Context, FuncDef, TypeInfo
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from jdc_spec.arrays import JAX_ARRAYS

from ..host.freshness import looked_at
from ..host.report import is_silent
from ..model.pure_methods import is_pure_function, is_pure_method, makes_own_class
from ..repairs.same_trees import keep_class, return_receiver
from ..rules.asking import ask
from ..rules.places import PURE_CALL, PureCall
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
    if not is_silent(ctx.api) and not _is_in_test(ctx.api):
        _check(ctx.context, f'"{shown}" makes a new tree and leaves the old one as it is', ctx.api)
    return keep_class(ctx, parameter)


_METHODS_OF_ARRAYS: Final = ("astype", "clip", "flatten", "ravel", "round", "sort", "transpose")
ARRAY_METHODS: Final = {f"{array}.{name}": name for array in JAX_ARRAYS for name in _METHODS_OF_ARRAYS}
"""Methods of an array that some call as if they changed it, and that no shape makes raise, by full name."""

KEY_FUNCTIONS: Final = ("jax._src.random.split", "jax._src.random.core.split")
"""The full names of `jax.random.split` in the releases of JAX."""


def check_array_method(ctx: MethodContext, name: str) -> Type:
    """Ask about ``x.sort()`` and the like. A test may call one to see that it raises nothing."""
    if not is_silent(ctx.api) and not _is_in_test(ctx.api):
        _check(ctx.context, f'"{name}" makes a new array and leaves the old one as it is', ctx.api)
    return ctx.default_return_type


def check_split(ctx: FunctionContext) -> Type:
    """Ask about ``jax.random.split(key)``. A test may call it to see that it raises nothing."""
    if not is_silent(ctx.api) and not _is_in_test(ctx.api):
        _check(ctx.context, '"jax.random.split" makes new keys and leaves the old one as it is', ctx.api)
    return ctx.default_return_type


TRAIN_STATE: Final = "flax.training.train_state.TrainState.create"
TRAIN_STEP: Final = "flax.training.train_state.TrainState.apply_gradients"


def check_train_step(ctx: MethodContext) -> Type:
    """Ask about ``state.apply_gradients(...)``, and type the new state. A test may call it to see that it runs."""
    if not is_silent(ctx.api) and not _is_in_test(ctx.api):
        _check(ctx.context, '"apply_gradients" makes a new state and leaves the old one as it is', ctx.api)
    return return_receiver(ctx)


def check_tree_map(ctx: FunctionContext) -> Type:
    """Ask about `jax.tree.map` over one tree with a function that computes and does nothing else.

    Over several trees it raises where their structures differ, which may be all that a program wants of it. A test
    may call it to see that it raises nothing.
    """
    trees = [tree for trees in ctx.args[1:3] for tree in trees]
    if _is_in_test(ctx.api):
        return ctx.default_return_type
    if len(trees) == 1 and len(ctx.args[0]) == 1 and is_pure_function(ctx.args[0][0]):
        _check(ctx.context, '"jax.tree.map" makes a new tree and leaves the old one as it is', ctx.api)
    return ctx.default_return_type


def check_update_at(ctx: MethodContext, name: str) -> Type:
    """Ask about ``x.at[...].set(...)`` and its relatives."""
    if name == "get":
        does = '"at[...].get" only reads'
    else:
        does = f'"at[...].{name}" makes a new array and leaves the old one as it is'
    _check(ctx.context, does, ctx.api)
    return ctx.default_return_type


def check_method(ctx: MethodContext, info: TypeInfo, name: str) -> Type:
    """Ask about a method that is seen to make a new object of its class and to do nothing else.

    A test may call one to see that it raises nothing.
    """
    looked_at(info)
    made = sole_instance(ctx.default_return_type)
    if _is_in_test(ctx.api):
        return ctx.default_return_type
    if made is not None and is_pure_method(info, name) and made.type.has_base(info.fullname):
        _check(ctx.context, _makes_new(name, made.type), ctx.api)
    elif makes_own_class(info, name):
        _check(ctx.context, _makes_new(name, info), ctx.api)
    return ctx.default_return_type


def _makes_new(name: str, made: TypeInfo) -> str:
    return f'"{name}" makes a new "{made.name}" and leaves the old one as it is'


def _is_in_test(api: object) -> bool:
    assert isinstance(api, TypeChecker)
    function = api.scope.current_function()
    return isinstance(function, FuncDef) and function.name.startswith("test")


def _check(call: Context, does: str, api: object) -> None:
    assert isinstance(api, TypeChecker)
    ask(PURE_CALL, PureCall(call, does, api))
