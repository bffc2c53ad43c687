"""Places where Python takes the hash of a value: ``hash(a)``, ``set(rows)``, ``table[a]``, ``seen.add(a)``.

mypy takes arrays of JAX and every dataclass for hashable. Of ``{a: 1}`` and ``{a}`` it asks no plugin.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ComparisonExpr, Expression
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, UnpackType

from ..host.attempts import outside_attempt
from ..host.known_types import known_type
from ..model.classes import model_of
from ..rules.asking import ask
from ..rules.places import HASHING, Hashing
from ..typefacts.hashes import is_jax_array
from ..typefacts.instances import sole_instance

_KEYED: Final = ("__getitem__", "__setitem__", "__delitem__", "get", "setdefault", "pop")
_MEMBERS: Final = ("add", "discard", "remove")
_DICTS: Final = ("builtins.dict", *(f"collections.{name}" for name in ("Counter", "OrderedDict", "defaultdict")))
_TAKING_ROWS: Final = ("update", "union", "difference", "intersection", "difference_update", "intersection_update")
_ROWS: Final = frozenset(
    f"{module}.{name}"
    for module, names in (
        ("builtins", ("list", "set", "frozenset", "tuple")),
        ("typing", ("Sequence", "Iterable", "Iterator", "Collection")),
        ("collections", ("deque",)),
    )
    for name in names
)
"""Containers that hand their items on one by one."""
_ZIPPED: Final = frozenset(("builtins.zip",))


def check_argument(ctx: FunctionContext | MethodContext, code: str) -> Type:
    """Ask the rules about the first argument of a call."""
    given = ctx.arg_types[0][0] if ctx.arg_types and ctx.arg_types[0] else None
    if given is not None:
        _ask_of(given, ctx.args[0][0], code, ctx)
    return ctx.default_return_type


def check_key(ctx: MethodContext) -> Type:
    """Ask the rules about the key that a dict is given."""
    return check_argument(ctx, "the dict")


def check_member(ctx: MethodContext) -> Type:
    """Ask the rules about what a set is given."""
    return check_argument(ctx, "the set")


def check_contained(ctx: MethodContext, code: str) -> Type:
    """Ask the rules about ``a in table``, where mypy drops what is reported while it looks for ``__contains__``."""
    assert isinstance(ctx.api, TypeChecker)
    with outside_attempt(ctx.api.errors) if isinstance(ctx.context, ComparisonExpr) else nullcontext():
        return check_argument(ctx, code)


def check_cached(ctx: MethodContext) -> Type:
    """Ask the rules about the arguments by which ``functools.lru_cache`` looks a result up."""
    for types, values in zip(ctx.arg_types, ctx.args, strict=True):
        for given, value in zip(types, values, strict=True):
            _ask_of(given, value, "functools.lru_cache", ctx)
    return ctx.default_return_type


def check_rows(ctx: FunctionContext | MethodContext, code: str) -> Type:
    """Ask the rules about what the first argument of a call hands on."""
    rows = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if isinstance(rows, Instance) and rows.type.fullname in _ROWS and rows.args:
        _ask_of(rows.args[0], None, code, ctx)
    elif isinstance(rows, TupleType) and not any(isinstance(each, UnpackType) for each in rows.items):
        _ask_of(rows, ctx.args[0][0], code, ctx)
    return ctx.default_return_type


def check_pairs(ctx: FunctionContext) -> Type:
    """Ask the rules about the keys in ``dict(pairs)``."""
    rows = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    container = rows if isinstance(rows, Instance) and rows.type.fullname in _ROWS | _ZIPPED else None
    pair = known_type(container.args[0]) if container is not None and len(container.args) == 1 else None
    if isinstance(pair, TupleType) and len(pair.items) == 2 and not isinstance(pair.items[0], UnpackType):
        _ask_of(pair.items[0], None, "dict(...)", ctx)
    return ctx.default_return_type


def _ask_of(given: Type, at: Expression | None, code: str, ctx: FunctionContext | MethodContext) -> None:
    value = known_type(given)
    parts = value.items if isinstance(value, TupleType) else [value]
    if any(map(_may_hold_array, parts)):
        assert isinstance(ctx.api, TypeChecker)
        ask(HASHING, Hashing(given, at, code, ctx.context, ctx.api))


def _may_hold_array(part: Type) -> bool:
    """Return whether a type is worth a question: that of an array or of a pytree dataclass."""
    instance = sole_instance(part)
    return instance is not None and (is_jax_array(instance) or model_of(instance.type) is not None)


FUNCTIONS: Final[Mapping[str, Callable[[FunctionContext], Type]]] = {
    "builtins.hash": functools.partial(check_argument, code="hash(...)"),
    "builtins.set": functools.partial(check_rows, code="set(...)"),
    "builtins.frozenset": functools.partial(check_rows, code="frozenset(...)"),
    "collections.Counter": functools.partial(check_rows, code="Counter(...)"),
    "builtins.dict": check_pairs,
}
_Feature = Callable[[MethodContext], Type]
_TAKEN: Final[_Feature] = functools.partial(check_rows, code="the set")
_CONTAINED: Final[_Feature] = functools.partial(check_contained, code="the dict")
METHODS: Final[Mapping[str, _Feature]] = {
    **{f"{owner}.{name}": check_key for owner in _DICTS for name in _KEYED},
    **dict.fromkeys((f"builtins.set.{name}" for name in _TAKING_ROWS), _TAKEN),
    **{f"builtins.set.{name}": check_member for name in _MEMBERS},
    **dict.fromkeys((f"{owner}.__contains__" for owner in _DICTS), _CONTAINED),
    "builtins.set.__contains__": functools.partial(check_contained, code="the set"),
    "builtins.frozenset.__contains__": functools.partial(check_contained, code="the set"),
    "functools._lru_cache_wrapper.__call__": check_cached,
}
