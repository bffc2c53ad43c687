"""Types whose values can never be leaves, or trees of leaves, that JAX accepts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import TypeInfo
from mypy.types import (
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeType,
    UnionType,
)

from ..host.known_types import known_type
from ..model.subclasses import is_layer, subclass_of

NEVER: Final = frozenset(
    (
        "builtins.str",
        "builtins.bytes",
        "builtins.bytearray",
        "builtins.memoryview",
        "builtins.set",
        "builtins.frozenset",
        "builtins.range",
        "builtins.slice",
        "builtins.type",
        "builtins.function",
        "builtins.ellipsis",
        "types.EllipsisType",
        "types.FunctionType",
        "types.BuiltinFunctionType",
        "types.MethodType",
        "types.ModuleType",
        "numpy.dtype",
        "numpy.str_",
        "numpy.bytes_",
        "numpy.datetime64",
        "numpy.timedelta64",
        "numpy.void",
        "pathlib.Path",
        "pathlib.PosixPath",
        "pathlib.WindowsPath",
        "pathlib.PurePath",
        "pathlib.PurePosixPath",
        "pathlib.PureWindowsPath",
        "pathlib._local.Path",
        "pathlib._local.PurePath",
        "datetime.date",
        "datetime.datetime",
        "datetime.time",
        "datetime.timedelta",
        "decimal.Decimal",
        "fractions.Fraction",
        "re.Pattern",
        "uuid.UUID",
        "collections.deque",
        "collections.Counter",
        "types.MappingProxyType",
        "logging.Logger",
        "numpy.random._generator.Generator",
        "numpy.random.mtrand.RandomState",
    )
)
"""Classes whose values JAX refuses as leaves. A subclass may be registered, so only the class itself counts."""

PAIRS_OF_FUNCTIONS: Final = frozenset(
    f"optax._src.base.{name}" for name in ("GradientTransformation", "GradientTransformationExtraArgs")
)
"""Named tuples of functions, which are trees of what JAX refuses."""

ITEMS_OF_ARRAYS: Final = frozenset(
    f"numpy.{name}" for name in ("str_", "bytes_", "datetime64", "timedelta64", "void", "object_")
)
"""Classes of which JAX takes no NumPy arrays."""

NUMBERS: Final = frozenset(("builtins.int", "builtins.float", "builtins.complex", "numpy.generic"))

ITEMS: Final = {
    "builtins.tuple": 0,
    "builtins.list": 0,
    "typing.Sequence": 0,
    "typing.MutableSequence": 0,
    "builtins.dict": 1,
    "collections.OrderedDict": 1,
    "collections.defaultdict": 1,
    "typing.Mapping": 1,
    "typing.MutableMapping": 1,
}
"""Containers that are trees of their items, with the type argument that stands for these."""


class OtherModules:
    """Tells of the enumerations of other modules, whose projects the rules read."""

    def __init__(self) -> None:
        self._ask: Callable[[TypeInfo, str], bool] | None = None

    def set(self, ask: Callable[[TypeInfo, str], bool]) -> None:
        """Take what tells whether a class may be registered by a module of its project, that at hand among them."""
        self._ask = ask

    def may_register(self, info: TypeInfo, module: str) -> bool:
        """Return whether a class may be registered as a pytree; that is so of every class until someone tells."""
        return self._ask is None or self._ask(info, module)


OTHER_MODULES: Final = OtherModules()


def never_leaf(declared: Type, module: str, seen: frozenset[str] = frozenset()) -> ProperType | None:
    """Return the part of a type that keeps every value of it from being a tree of JAX leaves, or None.

    ``module`` is the full name of the module at hand: an enumeration of another one may be registered in a third, so
    the sources of the project are read for it.
    A function type is not such a part, because a pytree with ``__call__`` is a function too.
    """
    if isinstance(declared, TypeAliasType) and declared.is_recursive and declared.alias is not None:
        if declared.alias.fullname in seen:
            return None
        seen |= {declared.alias.fullname}
    value = known_type(declared)
    if isinstance(value, UnionType):
        found = [never_leaf(item, module, seen) for item in value.items if not isinstance(known_type(item), NoneType)]
        return found[0] if found and all(found) else None
    if isinstance(value, TupleType):
        whole = value.partial_fallback
        is_pair = whole.type.fullname in PAIRS_OF_FUNCTIONS
        items = (each for each in value.items if not (whole.type.is_named_tuple and _may_be_none(each)))
        return whole if is_pair else next(filter(None, (never_leaf(each, module, seen) for each in items)), None)
    if isinstance(value, TypedDictType):
        required = (item for key, item in value.items.items() if key in value.required_keys)
        return next(filter(None, (never_leaf(item, module, seen) for item in required)), None)
    if isinstance(value, Instance) and value.type.fullname in ITEMS and value.args:
        return never_leaf(value.args[ITEMS[value.type.fullname]], module, seen)
    made_of = _made_of(value)
    is_never = is_never_leaf(value, module) if made_of is None else never_leaf(made_of, module, seen) is not None
    return value if is_never else None


def _may_be_none(declared: Type) -> bool:
    """Return whether a type has None, which a field of a named tuple holds where the program leaves it out."""
    value = known_type(declared)
    return isinstance(value, UnionType) and any(isinstance(known_type(item), NoneType) for item in value.items)


def _made_of(value: ProperType) -> Type | None:
    """Return the type that a ``NewType`` is another name for; None for any other type."""
    if not isinstance(value, Instance) or not value.type.is_newtype:
        return None
    return value.type.tuple_type or value.type.bases[0]


def is_never_leaf(value: ProperType, module: str) -> bool:
    """Return whether no value of a type, containers aside, is a leaf for JAX. Unknown classes may be pytrees."""
    if isinstance(value, LiteralType):
        return is_never_leaf(value.fallback, module)
    if isinstance(value, TypeType):
        return True
    if not isinstance(value, Instance):
        return False
    is_known = value.type.fullname in NEVER or is_layer(value.type)
    return is_known or _is_enum(value, module) or _is_array_of_no_numbers(value)


def _is_array_of_no_numbers(value: Instance) -> bool:
    """Return whether a type is ``NDArray[np.str_]`` or the like."""
    dtype = known_type(value.args[-1]) if value.type.fullname == "numpy.ndarray" and value.args else None
    item = known_type(dtype.args[0]) if isinstance(dtype, Instance) and dtype.args else None
    return isinstance(item, Instance) and item.type.fullname in ITEMS_OF_ARRAYS


def _is_enum(value: Instance, module: str) -> bool:
    """Return whether a class is an enumeration with members that are not numbers, and which nothing registers."""
    info = value.type
    if not info.is_enum or not info.enum_members:
        return False
    if any(base.fullname in NUMBERS for base in info.mro):
        return False
    note = subclass_of(info)
    if note is None or note.may_be_registered:
        return False
    return info.module_name == module or not OTHER_MODULES.may_register(info, module)
