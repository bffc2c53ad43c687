"""Results of `jax.tree.map` and `jax.eval_shape`, which JAX declares to be anything."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext
from mypy.types import AnyType, CallableType, Instance, ProperType, Type

from jdc_spec.arrays import JAX_ARRAYS

from ..host.known_types import known_type
from ..model.classes import is_pytree_dataclass
from .leaf_types import shape_type


def map_tree(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.tree.map(f, tree, ...)``: that of the tree, where it is a pytree dataclass.

    Not where the function is known to return something other than arrays. Containers stay as JAX declares them: a
    variable that holds one may come to hold another.
    """
    given = [types[0] for types in ctx.arg_types[:2] if len(types) == 1]
    if len(given) < 2:
        return ctx.default_return_type
    function, tree = map(known_type, given)
    return tree if _may_return_arrays(function) and _is_pytree(tree) else ctx.default_return_type


def eval_shape(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.eval_shape(f, ...)``: that of the result, with shapes and dtypes for arrays."""
    assert isinstance(ctx.api, TypeChecker)
    function = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if not isinstance(function, CallableType) or function.variables or function.is_type_obj():
        return ctx.default_return_type
    return shape_type(function.ret_type, ctx.api)


def _may_return_arrays(function: ProperType) -> bool:
    if isinstance(function, Instance):  # ``jnp.add`` and its like
        return function.type.module_name.startswith("jax.")
    leaf = known_type(function.ret_type) if isinstance(function, CallableType) else None
    return isinstance(leaf, AnyType) or (leaf is not None and _is_array(leaf))


def _is_pytree(kind: ProperType) -> bool:
    return isinstance(kind, Instance) and is_pytree_dataclass(kind.type)


def _is_array(kind: ProperType) -> bool:
    return isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS
