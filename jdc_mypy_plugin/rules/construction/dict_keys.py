"""``jdc-dict-keys``: a data field, or an argument of a transformed function, whose dict keys have no order.

JAX sorts the keys of a dict when it flattens one (https://github.com/jax-ml/jax/issues/15358).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.messages import format_type_bare
from mypy.nodes import CallExpr, DictExpr, Expression, FloatExpr, IntExpr, MemberExpr, NameExpr, StrExpr, TypeInfo
from mypy.types import (
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypeType,
    TypeVarType,
    UnionType,
)

from jdc_spec.rules import DICT_KEYS

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.comparison import comparison_of
from ...model.constructors import arguments_of
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.names.targets import row
from ...traced.functions import TracedFunction
from ...transformed.met_objects import meetings
from ...typefacts.arrays import has_axes
from ...typefacts.contents import contents
from ...typefacts.leaves import ITEMS
from ..places import CLASS, TRACED_FUNCTION, asked
from ..sites import ClassSite

_DICTS: Final = frozenset(("builtins.dict", "collections.defaultdict", "typing.Mapping", "typing.MutableMapping"))
_NUMBERS: Final = frozenset(("builtins.int", "builtins.bool", "builtins.float"))
_LITERALS: Final[dict[type[Expression | None], str]] = {
    StrExpr: "builtins.str",
    IntExpr: "builtins.int",
    FloatExpr: "builtins.float",
}
_ORDERS: Final = ("__lt__", "__gt__")


@asked(DICT_KEYS, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report data fields that are dicts with keys that cannot be sorted."""
    for field in site.own_fields:
        key = None if field.declared is None or field.role != "data" else unsortable_key(field.declared)
        if key is None or not _is_flattened(site):
            continue
        kinds = known_type(key)
        if isinstance(kinds, UnionType) and may_be_sorted(kinds) and not _is_given_both(site, field.name, kinds):
            continue
        name, shown = field.name, format_type_bare(key, site.api.options)
        message = (
            f'data field "{name}" of "{site.defn.name}" has dict keys of {shown}, which have no order: JAX '
            "sorts the keys to flatten the dict, and raises a ValueError for two of them; use strings, or mark "
            "the field static"
        )
        yield Diagnostic(DICT_KEYS, message, field.annotation)


@asked(DICT_KEYS, at=TRACED_FUNCTION)
def check_parameters(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report such parameters of the function that is transformed itself."""
    for argument in () if site.callers else site.definition.arguments:
        declared = site.traced.get(argument.variable)
        key = None if declared is None else unsortable_key(declared)
        kinds = None if key is None else known_type(key)
        if key is None or (isinstance(kinds, UnionType) and may_be_sorted(kinds)):
            continue
        message = (
            f'"{argument.variable.name}" of "{site.definition.name}" has dict keys of '
            f"{format_type_bare(key, site.api.options)}, which have no order: {site.by} sorts the keys to flatten "
            "the dict, and raises a ValueError if there are two; use strings"
        )
        yield Diagnostic(DICT_KEYS, message, argument)


def _is_flattened(site: ClassSite) -> bool:
    """Return whether objects of the class are for JAX: it has arrays, or the module hands them to JAX."""
    model = site.model
    if model.facts.is_strict or meetings(model.info, site.api):
        return True
    data = (model.type_of(name) for name in model.fields if model.role_of(name) == "data")
    return any(has_axes(part.type) for each in data if each is not None for part in contents(each))


def unsortable_key(declared: Type) -> Type | None:
    """Return the type of the keys of a dict, where two of them cannot be compared; of a dict in a container too."""
    if isinstance(declared, TypeAliasType) and declared.is_recursive:
        return None
    value = known_type(declared)
    if isinstance(value, UnionType):
        others = [item for item in value.items if not isinstance(known_type(item), NoneType)]
        return unsortable_key(others[0]) if len(others) == 1 else None
    if isinstance(value, TupleType):
        return next((key for item in value.items if (key := unsortable_key(item)) is not None), None)
    if not isinstance(value, Instance) or not value.args:
        return None
    if value.type.fullname in _DICTS and has_no_order(known_type(value.args[0])):
        return value.args[0]
    item = ITEMS.get(value.type.fullname)
    return None if item is None else unsortable_key(value.args[item])


def has_no_order(key: ProperType) -> bool:
    """Return whether two keys of a type cannot be compared."""
    if isinstance(key, TypeType):
        return not _is_sorted_class(known_type(key.item))
    if isinstance(key, TupleType):  # of which the first items are compared first
        first = known_type(key.items[0]) if key.items else None
        return first is not None and not isinstance(first, UnionType) and has_no_order(first)
    if isinstance(key, UnionType):
        return _is_mixed([known_type(item) for item in key.items])
    if not isinstance(key, Instance) or key.type.fallback_to_any:
        return False
    if key.type.fullname == "builtins.type":
        return True
    is_plain_enum = key.type.is_enum and len(key.type.enum_members) > 1
    is_dataclass = "dataclass" in key.type.metadata and _order_is_known(key.type)
    return (is_plain_enum or is_dataclass) and not any(_writes_order(base) for base in key.type.mro)


def _is_sorted_class(item: ProperType) -> bool:
    """Return whether classes below this one may be sorted: their metaclass says how, or is unknown."""
    bound = known_type(item.upper_bound) if isinstance(item, TypeVarType) else item
    if not isinstance(bound, Instance):
        return False
    metaclass = bound.type.metaclass_type
    if metaclass is None:
        return bound.type.fallback_to_any
    return metaclass.type.fallback_to_any or any(_writes_order(base) for base in metaclass.type.mro)


def _order_is_known(info: TypeInfo) -> bool:
    """Return whether a class is a dataclass of which the plugin has read the decorator."""
    return comparison_of(info) is not None


def _writes_order(base: TypeInfo) -> bool:
    return any(name in base.names for name in _ORDERS)


def _is_mixed(items: list[ProperType]) -> bool:
    """Return whether a union has what has no order, or strings beside numbers or None, which cannot be compared."""
    if any(map(has_no_order, items)):
        return True
    names = {_name(item) for item in items}
    if not names <= {"builtins.str", "None", *_NUMBERS}:
        return False
    return len(names) > 1 and not names <= _NUMBERS


def may_be_sorted(key: UnionType) -> bool:
    """Return whether two keys may be of one kind that has an order."""
    return not all(has_no_order(known_type(item)) for item in key.items)


def _is_given_both(site: ClassSite, field: str, key: UnionType) -> bool:
    """Return whether the module makes an object with keys that cannot be sorted; others may keep to one kind."""
    info = site.model.info
    items = [known_type(item) for item in key.items]
    names, unsorted = {_name(item) for item in items}, {_name(item) for item in items if has_no_order(item)}
    for call in INDEX.of(site.api.tree).body.expressions_of(CallExpr):
        made = class_named(call.callee)
        given = arguments_of(call, made).get(field) if made is not None and info in made.mro else None
        dicts = () if given is None else _dicts_in(site.evaluator.source(given))
        if any(_mixes(each, names, unsorted) for each in dicts):
            return True
    return False


def _dicts_in(value: Expression) -> Iterator[DictExpr]:
    """Yield the dicts that a value holds, in tuples, lists and dicts of it too; not what it is computed of."""
    if isinstance(value, DictExpr):
        yield value
    items = [each for _, each in value.items] if isinstance(value, DictExpr) else row(value)
    for each in items:
        yield from _dicts_in(each)


def _mixes(display: DictExpr, names: set[str], unsorted: set[str]) -> bool:
    kinds = [_written(key) for key, _ in display.items]
    written = {*kinds} & names
    if len(kinds) > 1 and not written.isdisjoint(unsorted):
        return True
    return len(written) > 1 and not written <= _NUMBERS


def _written(key: Expression | None) -> str:
    """Return the type of a literal, or of a member of an enumeration."""
    owner = class_named(key.expr) if isinstance(key, MemberExpr) else None
    if owner is not None and isinstance(key, MemberExpr) and owner.is_enum and key.name in owner.enum_members:
        return owner.fullname
    kind = _LITERALS.get(type(key), "")
    is_none = isinstance(key, NameExpr) and key.fullname == "builtins.None"
    return "None" if is_none else kind


def _name(item: ProperType) -> str:
    if isinstance(item, NoneType):
        return "None"
    plain = item.fallback if isinstance(item, LiteralType) else item
    return plain.type.fullname if isinstance(plain, Instance) else ""
