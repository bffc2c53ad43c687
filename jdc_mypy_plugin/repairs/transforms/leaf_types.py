"""Types of leaves as transformations change them."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    TypeVarType,
    UnionType,
)
from mypy.typevars import fill_typevars_with_any

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...typefacts.instances import is_pytree_object

ARRAY: Final = "jax._src.basearray.Array"
STRUCT: Final = "jax._src.core.ShapeDtypeStruct"
NUMBERS: Final = frozenset(f"builtins.{name}" for name in ("bool", "int", "float", "complex"))
_ARRAYS: Final = (ARRAY, "numpy.ndarray", "numpy.number", "numpy.bool")
_CONTAINERS: Final = frozenset(("builtins.list", "builtins.dict", "builtins.tuple"))
_ANY: Final = AnyType(TypeOfAny.special_form)


def union_of_inputs(declared: Type, api: TypeChecker) -> Type:
    """Return what a parameter of a transformed function takes, given what that of the function is declared to."""
    kinds = known_type(declared)
    items = [known_type(item) for item in kinds.items] if isinstance(kinds, UnionType) else [kinds]
    names = {item.type.fullname for item in items if isinstance(item, Instance)}
    if not names & (JAX_ARRAYS | NUMBERS):
        return declared
    more = [*_ARRAYS, "builtins.complex"] if names & JAX_ARRAYS else _ARRAYS
    taken = (named(name, api) for name in more)
    return make_simplified_union([declared, *(each for each in taken if each is not None)])


def arrays_returned(returned: Type) -> Type:
    """Return the type of a result that leaves a transformation: an array of JAX, where it may also be another."""
    kind = known_type(returned)
    if isinstance(kind, TupleType) and kind.partial_fallback.type.fullname == "builtins.tuple":
        items = [arrays_returned(item) for item in kind.items]
        return kind.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    if not isinstance(kind, UnionType):
        return returned
    arrays = [item for item in kind.items if _is_of(item, JAX_ARRAYS)]
    others = [item for item in kind.items if not _is_leaf(known_type(item))]
    is_plain = len(others) + len(arrays) < len(kind.items) and all(
        isinstance(known_type(each), NoneType) for each in others
    )
    return make_simplified_union([*arrays, *others]) if arrays and is_plain else returned


def _is_leaf(kind: ProperType | None) -> bool:
    is_of_numpy = isinstance(kind, Instance) and kind.type.module_name.partition(".")[0] == "numpy"
    return is_of_numpy or _is_of(kind, JAX_ARRAYS | NUMBERS)


def _is_of(given: Type | None, names: frozenset[str]) -> bool:
    kind = known_type(given)
    return isinstance(kind, Instance) and kind.type.fullname in names


def gradient_type(declared: Type, api: TypeChecker) -> Type:
    """Return the type of the gradient with respect to an argument; Any where it is unknown."""
    if isinstance(known_type(declared), TypeVarType):
        return declared
    return _mapped(declared, named(ARRAY, api) or _ANY)


def shape_type(declared: Type, api: TypeChecker) -> Type:
    """Return the type that `jax.eval_shape` makes of a result; Any where it is unknown."""
    return _mapped(declared, named(STRUCT, api) or _ANY)


def _mapped(declared: Type, leaf: Type) -> Type:
    kind = known_type(declared)
    if isinstance(kind, NoneType) or is_pytree_object(kind):
        return kind
    if isinstance(kind, TupleType) and kind.partial_fallback.type.fullname == "builtins.tuple":
        items = [_mapped(item, leaf) for item in kind.items]
        return kind.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    if all(_is_leaf(known_type(item)) for item in (kind.items if isinstance(kind, UnionType) else [kind])):
        return leaf
    if isinstance(kind, Instance) and kind.type.fullname in _CONTAINERS:
        args = [*kind.args[:-1], _mapped(kind.args[-1], leaf)]
        return kind.copy_modified(args=args)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    return _ANY


def named(fullname: str, api: TypeChecker) -> Instance | None:
    """Return a class of a module that the program loads, its type arguments unknown; None where there is none."""
    module, _, name = fullname.rpartition(".")
    tree = api.modules.get(module)
    symbol = None if tree is None else tree.names.get(name)
    node = None if symbol is None else symbol.node
    if not isinstance(node, TypeInfo):
        return None
    filled = known_type(fill_typevars_with_any(node))
    return filled if isinstance(filled, Instance) else None
