"""The class of what an expression stands for.

mypy asks about a written attribute before it checks what is assigned to it: the right side of ``copy.x = other.y``
has no type yet, but its names have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, IndexExpr, IntExpr, MemberExpr, NameExpr, SliceExpr, TypeInfo, Var
from mypy.types import Instance, NoneType, TupleType, Type, UnionType

from jdc_spec.arrays import JAX_ARRAYS

from ...host.known_types import known_type
from ...syntax.names.variables import is_some_item
from ...typefacts.instances import sole_instance

if TYPE_CHECKING:
    from jdc_operations.values import Library


_MAPPINGS: Final = frozenset(("builtins.dict", "typing.Mapping"))
_VALUES: Final = frozenset(("_collections_abc.dict_values", "typing.ValuesView"))
_ITEMS: Final = frozenset(("_collections_abc.dict_items", "typing.ItemsView"))
_CONTAINERS: Final = (
    _MAPPINGS
    | _VALUES
    | {*("builtins.list", "builtins.tuple", "typing.Iterable", "typing.Iterator", "typing.Sequence")}
)


def instance_of(expression: Expression, api: TypeChecker) -> Instance | None:
    """Return the instance type of an expression, whether mypy has checked it yet or not; None where it is another."""
    checked = api.lookup_type_or_none(expression)
    shown = _declared(expression, api) if checked is None else checked
    named = known_type(shown)
    if isinstance(named, TupleType) and named.partial_fallback.type.is_named_tuple:
        return named.partial_fallback
    return sole_instance(shown)


def _declared(expression: Expression, api: TypeChecker) -> Type | None:
    """Return the type of a variable, of an item of a tuple, or of an attribute whose class has no type arguments."""
    if isinstance(expression, NameExpr):
        return expression.node.type if isinstance(expression.node, Var) else None
    if isinstance(expression, IndexExpr):
        return _declared_item(expression, api)
    if not isinstance(expression, MemberExpr):
        return None
    owner = instance_of(expression.expr, api)
    if owner is None or any(base.args for base in (owner, *owner.type.bases)):
        return None
    symbol = owner.type.get(expression.name)
    return symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None


def _declared_item(item: IndexExpr, api: TypeChecker) -> Type | None:
    checked = api.lookup_type_or_none(item.base)
    whole = known_type(_declared(item.base, api) if checked is None else checked)
    if isinstance(whole, TupleType):
        at = item.index.value if isinstance(item.index, IntExpr) else -1
        return whole.items[at] if 0 <= at < len(whole.items) else None
    if not isinstance(whole, Instance) or not whole.args or isinstance(item.index, SliceExpr):
        return None
    if whole.type.fullname in _ITEMS and is_some_item(item.index):
        return TupleType([*whole.args], api.named_generic_type("builtins.tuple", [whole.args[-1]]))
    is_key = whole.type.fullname in _MAPPINGS and is_some_item(item.index)
    return None if is_key or whole.type.fullname not in _CONTAINERS else whole.args[-1]


def library_of(info: TypeInfo) -> Library | None:
    """Return the library whose arrays the objects of a class are; None where they are not arrays."""
    names = [base.fullname for base in info.mro]
    if not JAX_ARRAYS.isdisjoint(names):
        return "jax"
    return "numpy" if "numpy.ndarray" in names else None


def may_be_none(declared: Type | None) -> bool:
    """Return whether None is among the values of a type."""
    value = known_type(declared)
    return isinstance(value, UnionType) and any(isinstance(known_type(item), NoneType) for item in value.items)
