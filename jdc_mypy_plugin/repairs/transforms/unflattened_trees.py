"""Trees that JAX puts together from leaves: of the class of the tree that the structure, or the function, is from.

The program must say what they are: other leaves than those of the tree make other trees.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, NameExpr, RefExpr, TupleExpr, Var
from mypy.plugin import FunctionContext
from mypy.types import CallableType, TupleType, Type, TypeVarType

from ...host.known_types import known_type
from ...syntax.index import INDEX
from ...syntax.names.references import REFERENCES
from ...syntax.values.held_results import may_change
from ...typefacts.instances import is_pytree_object
from ..untyped_calls import accept_untyped
from .wanted_types import as_wanted

UNFLATTENING: Final = (
    "jax._src.tree.unflatten",
    "jax._src.tree_util.tree_unflatten",
)
RAVEL: Final = "jax._src.flatten_util.ravel_pytree"
_STRUCTURES: Final = ("jax._src.tree.structure", "jax._src.tree_util.tree_structure")
_FLATTENING: Final = (
    *("jax._src.tree.flatten", "jax._src.tree.flatten_with_path"),
    *("jax._src.tree_util.tree_flatten", "jax._src.tree_util.tree_flatten_with_path"),
)


def unflatten(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.tree.unflatten(treedef, leaves)``, where the program wants that of the tree."""
    accept_untyped(ctx)
    assert isinstance(ctx.api, TypeChecker)
    treedef = ctx.args[0][0] if ctx.args and len(ctx.args[0]) == 1 else None
    trees = [] if treedef is None else [ctx.api.lookup_type_or_none(tree) for tree in _trees(treedef, ctx.api)]
    return (as_wanted(trees, ctx) if len(trees) == 1 else None) or ctx.default_return_type


def ravel(ctx: FunctionContext) -> Type:
    """Return the type of ``flatten_util.ravel_pytree(tree)``, whose function makes objects of the tree's class."""
    accept_untyped(ctx)
    assert isinstance(ctx.api, TypeChecker)
    tree = ctx.arg_types[0][0] if ctx.arg_types and len(ctx.arg_types[0]) == 1 else None
    made = known_type(ctx.default_return_type)
    back = known_type(made.items[1]) if isinstance(made, TupleType) and len(made.items) == 2 else None
    is_known = tree is not None and (is_pytree_object(tree) or isinstance(known_type(tree), TypeVarType))
    is_rebound = may_change(ctx.context, ctx.api.tree)
    if not is_known or is_rebound or not isinstance(made, TupleType) or not isinstance(back, CallableType):
        return ctx.default_return_type
    typed = back.copy_modified(ret_type=tree)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    return made.copy_modified(items=[made.items[0], typed])  # pyright: ignore[reportUnknownMemberType]


def _trees(treedef: Expression, api: TypeChecker) -> Iterator[Expression]:
    """Yield each tree that a structure may be that of, where it is certain to be of one."""
    if isinstance(treedef, NameExpr) and isinstance(treedef.node, Var):
        index = INDEX.of(api.tree)
        parents = [(each, index.parent(each)) for each in REFERENCES.of(api.tree).get(treedef.node, ())]
        for name, parent in parents:
            statement = index.parent(parent) if isinstance(parent, TupleExpr) else parent
            if not isinstance(statement, AssignmentStmt):
                continue
            if parent is statement and name in statement.lvalues:
                yield from _made_by(statement.rvalue, _STRUCTURES)
            elif isinstance(parent, TupleExpr) and parent in statement.lvalues and parent.items[1:] == [name]:
                yield from _made_by(statement.rvalue, _FLATTENING)
    else:
        yield from _made_by(treedef, _STRUCTURES)


def _made_by(value: Expression, functions: tuple[str, ...]) -> Iterator[Expression]:
    """Yield the tree that a call of one of these functions is given."""
    if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in functions:
        yield from value.args[:1]
