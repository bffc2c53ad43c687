"""Pytree dataclasses where optax and chex say ``ArrayTree``.

They declare trees to be arrays, numbers, and iterables and mappings of those. A registered dataclass is none of these
and works all the same. `optax.apply_updates` returns a tree of the class that it is given.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    AssignmentStmt,
    Context,
    DictExpr,
    Expression,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeOfAny,
    TypeVarType,
    UnionType,
)

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.repairs import Kind

from ...host.known_types import known_type
from ...host.repaired import tell
from ...libraries.registry import base_classes
from ...model.classes import is_pytree_dataclass, model_of
from ...syntax import INDEX
from ...syntax.names.references import REFERENCES
from ...syntax.names.targets import row
from ...typefacts.instances import is_pytree_object
from ...typefacts.leaves import ITEMS, NUMBERS, never_leaf

PACKAGES: Final = ("optax.", "chex.")
_ALIASES: Final = frozenset(("ArrayTree", "ArrayDTree", "ArrayNumpyTree", "Params", "Updates", "PyTree"))
"""Names of types that stand for trees of arrays. A state of optax is one too, but not one that a program makes."""
_STATES: Final = frozenset(("OptState",))
"""Names of types of states of optimizers, whose attributes programs read."""
_SAME_TREE: Final = frozenset(("apply_updates", "incremental_update", "periodic_update"))
"""Functions of optax that return a tree like their first argument."""
_MADE_OF_FUNCTIONS: Final = frozenset(("GradientTransformation", "GradientTransformationExtraArgs"))
"""Classes of optax whose objects a program makes of two functions."""


def accepting(fullname: str) -> Callable[[FunctionSigContext | MethodSigContext], FunctionLike]:
    """Return what types the parameters of a function of optax or chex, or of a method."""
    return functools.partial(accept_dataclasses, name=fullname.rpartition(".")[2])


def accept_dataclasses(ctx: FunctionSigContext | MethodSigContext, name: str) -> FunctionLike:
    """Let the parameters that are declared to be trees of arrays take pytree dataclasses."""
    signature = ctx.default_signature
    more = [
        _widened(actuals, ctx) if _is_tree(declared) else None
        for declared, actuals in zip(signature.arg_types, ctx.args, strict=False)
    ]
    returned = _returned(ctx, signature, name)
    if returned is not signature.ret_type:
        tell(ctx.api, Kind.RESULT, ctx.context, _classes(returned))
    else:
        returned = _opened(returned, _STATES | _ALIASES if any(more) else _STATES, ctx.context, ctx.api)
    written = [_written_by_programs(each, name, ctx.api) for each in signature.arg_types]
    lambdas = {at for at, given in enumerate(ctx.args) if any(isinstance(each, LambdaExpr) for each in given)}
    declared_to = [_read_by_lambdas(each) if at in lambdas else each for at, each in enumerate(written)]
    taken = [
        declared if added is None else make_simplified_union([declared, added])
        for declared, added in zip(declared_to, more, strict=False)
    ]
    kept = [*taken, *declared_to[len(taken) :]]
    return signature.copy_modified(arg_types=kept, ret_type=returned)  # pyright: ignore[reportUnknownMemberType]


def _written_by_programs(declared: Type, name: str, api: object) -> Type:
    """Return what a parameter takes that is declared to take less than each program gives it.

    The state of an optimizer of one's own is a class of one's own, and the names of parts are texts.
    """
    kind = known_type(declared)
    if not isinstance(kind, Instance) or not isinstance(api, TypeChecker):
        return declared
    if name in _MADE_OF_FUNCTIONS and kind.type.is_protocol:
        anything = AnyType(TypeOfAny.special_form)
        kinds, fallback = [ARG_STAR, ARG_STAR2], api.named_generic_type("builtins.function", [])
        return CallableType([anything, anything], kinds, [None, None], anything, fallback)
    key = known_type(kind.args[0]) if kind.type.fullname == "typing.Mapping" else None
    if not isinstance(key, Instance) or key.type.fullname != "typing.Hashable":
        return declared
    args = [AnyType(TypeOfAny.special_form), *kind.args[1:]]
    return kind.copy_modified(args=args)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _read_by_lambdas(declared: Type) -> Type:
    """Return what a parameter takes that is given a lambda, which may read anything of the tree that it gets."""
    kind = None if _is_tree(declared) and isinstance(declared, TypeAliasType) else known_type(declared)
    if isinstance(kind, UnionType):
        return UnionType([_read_by_lambdas(each) for each in kind.items])
    if not isinstance(kind, CallableType):
        return declared
    taken = [AnyType(TypeOfAny.special_form) if _is_tree(each) else each for each in kind.arg_types]
    return kind.copy_modified(arg_types=taken)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _returned(ctx: FunctionSigContext | MethodSigContext, signature: FunctionLike, name: str) -> Type:
    """Return what a call returns: of some functions the class of the first argument, where its leaves are arrays."""
    assert isinstance(ctx.api, TypeChecker)
    assert isinstance(signature, CallableType)
    if name not in _SAME_TREE or not _is_tree(signature.ret_type) or not ctx.args or len(ctx.args[0]) != 1:
        return signature.ret_type
    given = _without_none(_type_of(ctx.args[0][0], ctx.api))
    return given if _is_open(given) or _holds(given, _RETURNED) else signature.ret_type


def _opened(declared: Type, aliases: Collection[str], made: Context, api: object) -> Type:
    """Return a result in which anything stands for types of these names where a program reads parts of it.

    ``made`` is the call, or the variable that is given a part of the result. Programs know what their trees are.
    """
    assert isinstance(api, TypeChecker)
    if isinstance(declared, TypeAliasType) and declared.alias is not None:
        name = declared.alias.fullname.rpartition(".")[2]
        if name in aliases and _is_read(made, api.tree):
            return AnyType(TypeOfAny.special_form)
    kind = known_type(declared)
    if isinstance(kind, TupleType):
        places = _places(made, len(kind.items), api.tree)
        items = [_opened(item, aliases, at, api) for item, at in zip(kind.items, places, strict=True)]
        return kind.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    if isinstance(kind, CallableType) and isinstance(made, Expression):
        called = INDEX.of(api.tree).parent(made)
        returned = _opened(kind.ret_type, _STATES | _ALIASES, made if called is None else called, api)
        return kind.copy_modified(ret_type=returned)  # pyright: ignore[reportUnknownMemberType]
    return declared


def _places(made: Context, count: int, module: MypyFile) -> Sequence[Context]:
    """Return the variables that the items of a tuple are given to; where it is not unpacked, what makes it."""
    statement = INDEX.of(module).parent(made) if isinstance(made, Expression) else None
    targets = row(statement.lvalues[0]) if isinstance(statement, AssignmentStmt) else []
    return targets if len(targets) == count else [made] * count


def _is_read(made: Context, module: MypyFile) -> bool:
    """Return whether a program reads attributes or items of a value, or of the variable that is given it."""
    index = INDEX.of(module)
    around = index.parent(made) if isinstance(made, Expression) else None
    whole = [made, *(around.lvalues if isinstance(around, AssignmentStmt) and around.rvalue is made else ())]
    names = [each.node for each in whole if isinstance(each, NameExpr) and each.node is not None]
    uses = [use for node in names for use in REFERENCES.of(module).get(node, ())]
    read = (index.parent(each) for each in (made, *uses) if isinstance(each, Expression))
    return any(isinstance(each, MemberExpr | IndexExpr) for each in read)


def _widened(actuals: list[Expression], ctx: FunctionSigContext | MethodSigContext) -> Type | None:
    """Return what a parameter takes besides what it declares to; None where nothing of it is a dataclass."""
    assert isinstance(ctx.api, TypeChecker)
    found: list[Type] = []
    taken: Type
    for actual in actuals:
        if isinstance(actual, ListExpr | TupleExpr | DictExpr):
            parts, taken = [_type_of(part, ctx.api) for part in _parts(actual)], AnyType(TypeOfAny.special_form)
        else:
            taken = _without_none(_type_of(actual, ctx.api))
            parts = [] if _is_open(taken) else [taken]
            if not parts:
                found.append(taken)
        classes = [name for part in parts for name in _classes(part)]
        is_open = any(map(_is_open, parts))
        if (classes or is_open) and all(_is_open(part) or _holds(part, _LEAVES) for part in parts):
            tell(ctx.api, Kind.ARGUMENT, actual, classes)
            found.append(taken)
    return make_simplified_union(found) if found else None


def _parts(literal: Expression) -> Iterator[Expression]:
    """Yield what is written in a list, a tuple or a dict, and in those in it."""
    if isinstance(literal, ListExpr | TupleExpr):
        for item in literal.items:
            yield from _parts(item)
    elif isinstance(literal, DictExpr):
        for _, item in literal.items:
            yield from _parts(item)
    else:
        yield literal


def _type_of(expression: Expression, api: TypeChecker) -> Type:
    with api.msg.filter_errors():  # mypy reports them where it checks the argument
        return api.expr_checker.accept(expression)


def _without_none(given: Type) -> Type:
    kind = known_type(given)
    if not isinstance(kind, UnionType):
        return given
    return make_simplified_union([item for item in kind.items if not isinstance(known_type(item), NoneType)])


def _is_open(given: Type) -> bool:
    """Return whether a type may stand for any tree: a variable, a protocol of the program, an abstract class.

    Who makes the object answers for it.
    """
    kind = known_type(given)
    shown = _shown(given)
    if not isinstance(shown, Instance) or (isinstance(kind, TypeVarType) and kind.values):
        return False
    if shown.type.fullname == "builtins.object":
        return isinstance(kind, TypeVarType)
    is_of_program = not shown.type.module_name.startswith(_STANDARD)
    return is_of_program and (shown.type.is_protocol or shown.type.is_abstract) and not is_pytree_object(shown)


def _is_tree(declared: Type) -> bool:
    """Return whether a parameter is declared to be a tree of arrays, or None."""
    if isinstance(declared, TypeAliasType):
        return declared.alias is not None and declared.alias.fullname.rpartition(".")[2] in _ALIASES
    kind = known_type(declared)
    return isinstance(kind, UnionType) and any(map(_is_tree, kind.items))


_STANDARD: Final = ("builtins", "collections", "typing", "jax", "numpy", "_")
"""How the names of modules begin whose abstract classes are no trees, or are arrays."""
_RETURNED: Final = JAX_ARRAYS
"""Classes of leaves that stay what they are where they are updated; numbers become arrays of JAX."""
_ITEMS: Final = {**ITEMS, "flax.core.frozen_dict.FrozenDict": 1}
_LEAVES: Final = JAX_ARRAYS | NUMBERS | {"numpy.ndarray", "builtins.bool"}


def _holds(given: Type, leaves: Collection[str]) -> bool:
    """Return whether a type is known to be a tree of such leaves, pytree dataclasses among its nodes."""
    kind = _shown(given)
    if isinstance(kind, UnionType | TupleType | TypedDictType):
        items = kind.items.values() if isinstance(kind, TypedDictType) else kind.items
        return all(_holds(item, leaves) for item in items)
    if not isinstance(kind, Instance):
        return isinstance(kind, AnyType | NoneType)
    if kind.type.fullname in base_classes():
        return True
    if is_pytree_dataclass(kind.type):
        return not any(map(_is_never_leaf, _data_of(kind.type)))
    if kind.type.fullname in _ITEMS:
        return all(_holds(item, leaves) for item in kind.args[_ITEMS[kind.type.fullname] :])
    return any(base.fullname in leaves for base in kind.type.mro)


def _data_of(info: TypeInfo) -> Iterator[Type]:
    """Yield the declared types of the data fields of a pytree dataclass."""
    model = model_of(info)
    for name in () if model is None else model.fields:
        assert model is not None
        declared = model.type_of(name) if model.role_of(name) == "data" else None
        if declared is not None:
            yield declared


def _is_never_leaf(declared: Type) -> bool:
    return never_leaf(declared, "") is not None


def _shown(given: Type) -> ProperType | None:
    """Return a type, for a type variable without values its bound."""
    kind = known_type(given)
    return known_type(kind.upper_bound) if isinstance(kind, TypeVarType) and not kind.values else kind


def _classes(given: Type) -> Iterator[str]:
    """Yield the names of the pytree dataclasses in a type."""
    kind = _shown(given)
    if isinstance(kind, UnionType | TupleType):
        for item in kind.items:
            yield from _classes(item)
    elif isinstance(kind, Instance):
        if is_pytree_object(kind):
            yield kind.type.name
        elif kind.type.fullname.startswith("builtins."):
            for item in kind.args:
                yield from _classes(item)
