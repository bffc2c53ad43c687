"""Results of `jax.tree.map` and `jax.eval_shape`, which JAX declares to be anything."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import ARG_STAR, AssignmentStmt, Context, Expression, LambdaExpr
from mypy.plugin import FunctionContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    TypeVarType,
    UnionType,
)

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...libraries.definition import PARTIAL, applied_by_partial
from ...syntax import INDEX
from ...typefacts.instances import is_pytree_object
from .called_lambdas import with_parameters
from .leaf_types import ARRAY, named, shape_type
from .wanted_types import as_wanted

PATH_MAPS: Final = ("jax._src.tree.map_with_path", "jax._src.tree_util.tree_map_with_path")


def map_tree(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.tree.map(f, tree, ...)``: that of the tree, where it is a pytree dataclass.

    Not where the function is known to return something other than arrays, unless the program says that it is a tree
    of that type all the same. Containers stay as JAX declares them: a variable that holds one may come to hold
    another.
    """
    mapped = _mapped(ctx)
    return mapped if mapped is not ctx.default_return_type else _wanted(ctx) or mapped


def _wanted(ctx: FunctionContext) -> Type | None:
    """Return the type that is wanted of the result, where a tree has it: for a mask, or in a generic function."""
    given = (
        (kind, known_type(tree))
        for kinds, trees in zip(ctx.arg_kinds[1:], ctx.arg_types[1:], strict=True)
        for kind, tree in zip(kinds, trees, strict=True)
    )
    trees = (_first_item(tree) if kind is ARG_STAR else tree for kind, tree in given)
    return as_wanted(trees, ctx)


def map_tree_with_path(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.tree.map_with_path(f, tree, ...)``, whose function takes the paths of leaves too."""
    if len(ctx.arg_types) < 2 or any(len(types) != 1 for types in ctx.arg_types[:2]):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    function, tree = known_type(ctx.arg_types[0][0]), known_type(ctx.arg_types[1][0])
    written, array = ctx.args[0][0], named(ARRAY, ctx.api)
    if isinstance(written, LambdaExpr) and array is not None:
        given = [AnyType(TypeOfAny.special_form), *[array] * (len(written.arguments) - 1)]
        function = with_parameters(written, given, ctx.api) or function
    if _is_pytree(tree) and ctx.arg_kinds[1][0] is not ARG_STAR and _may_return_arrays(function):
        return tree
    return _wanted(ctx) or ctx.default_return_type


def _mapped(ctx: FunctionContext) -> Type:
    if len(ctx.arg_types) < 2 or any(len(types) != 1 for types in ctx.arg_types[:2]):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    function, tree = known_type(ctx.arg_types[0][0]), known_type(ctx.arg_types[1][0])
    if ctx.arg_kinds[1][0] is ARG_STAR:
        if _takes_their_name(ctx.context, ctx.args[1][0], ctx.api):
            return ctx.default_return_type
        tree = _first_item(tree)
    if not _is_pytree(tree):
        return ctx.default_return_type
    written = ctx.args[0][0]
    partial = applied_by_partial(written)
    if isinstance(written, LambdaExpr):
        function = _of_arrays(written, ctx.api) or function
    elif partial is not None:
        function = known_type(ctx.api.lookup_type(partial))
    return tree if _may_return_arrays(function) else ctx.default_return_type


def _of_arrays(function: LambdaExpr, api: TypeChecker) -> CallableType | None:
    """Return the type of a lambda that is called with arrays, ``lambda leaf: leaf.shape``."""
    array = named(ARRAY, api)
    return None if array is None else with_parameters(function, [array] * len(function.arguments), api)


def eval_shape(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.eval_shape(f, ...)``: that of the result, with shapes and dtypes for arrays.

    Not where the program declares another type, such as that of the arrays.
    """
    assert isinstance(ctx.api, TypeChecker)
    function = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    result = None if function is None else _result(function)
    if result is None:
        return ctx.default_return_type
    shapes, wanted = shape_type(result, ctx.api), ctx.api.expr_checker.type_context[-1]
    return shapes if wanted is None or is_subtype(shapes, wanted) else ctx.default_return_type


def _result(function: ProperType) -> Type | None:
    """Return what a function, a class or a partial of one makes; None where it is unknown."""
    if isinstance(function, Instance) and function.type.fullname == PARTIAL and function.args:
        return function.args[0]
    if not isinstance(function, CallableType) or function.variables:
        return None
    return function.ret_type if not function.is_type_obj() or is_pytree_object(function.ret_type) else None


def _may_return_arrays(function: ProperType) -> bool:
    if isinstance(function, Overloaded):  # ``functools.partial(jnp.where, mask)``
        return any(map(_may_return_arrays, function.items))
    if isinstance(function, Instance):  # ``jnp.add`` and its like
        return function.type.module_name.startswith("jax.")
    if not isinstance(function, CallableType):
        return False
    leaf = known_type(function.ret_type)
    is_of_leaves = isinstance(leaf, TypeVarType) and leaf in function.variables  # ``jax.lax.stop_gradient``
    return is_of_leaves or isinstance(leaf, AnyType) or _is_array(leaf)


def _is_pytree(kind: ProperType) -> bool:
    """Return whether a type is a pytree dataclass, or several in a union, beside None, which is a tree itself."""
    if not isinstance(kind, UnionType):
        return is_pytree_object(kind)
    objects = [item for item in map(known_type, kind.items) if not isinstance(item, NoneType)]
    return bool(objects) and all(map(is_pytree_object, objects))


def _first_item(trees: ProperType) -> ProperType:
    """Return the type of the first of the trees that ``*trees`` unpacks, as far as that of all of them tells."""
    if isinstance(trees, TupleType) and trees.items:
        return known_type(trees.items[0])
    if isinstance(trees, Instance) and len(trees.args) == 1:
        return known_type(trees.args[0])
    return AnyType(TypeOfAny.special_form)


def _takes_their_name(call: Context, trees: Expression, api: TypeChecker) -> bool:
    """Return whether the result gets the name of the trees, ``xs = jax.tree.map(stack, *xs)``, a list to mypy."""
    statement = INDEX.of(api.tree).parent(call) if isinstance(call, Expression) else None
    name = literal_hash(trees)
    return (
        isinstance(statement, AssignmentStmt)
        and name is not None
        and any(literal_hash(target) == name for target in statement.lvalues)
    )


def _is_array(kind: ProperType) -> bool:
    return isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS
