"""The meaning of a call of a field function: ``field(metadata={"static": True})`` and its relatives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    StrExpr,
    TypeInfo,
    Var,
)
from mypy.types import AnyType

from jdc_spec.markers import JAX_DATACLASSES_STATIC, PYTREE_NODE_KEY, STATIC_KEY

from ..host.known_types import known_type
from ..libraries.definition import truth
from ..libraries.field_functions import FieldFunction
from ..libraries.own.names import own_field
from ..libraries.project_sources import value_of
from ..libraries.registry import FIELD_FUNCTIONS
from ..syntax.arguments import argument, by_keyword
from ..syntax.names.imported_names import as_imported, spelled
from ..syntax.names.named_dicts import named_dict

STANDARD_FIELD: Final = "dataclasses.field"

STATIC_WHEN: Final = {STATIC_KEY: True, PYTREE_NODE_KEY: False, JAX_DATACLASSES_STATIC: True}
"""The value of each metadata key that means static."""

_KEYWORDS: Final = (STATIC_KEY, PYTREE_NODE_KEY)
"""The keys that are also keywords of field functions."""

_OF_ARRAYS: Final = ("jax.lax.", "jax.nn.", "jax.numpy.", "jax.random.", "math.", "numpy.", "optax.")
"""Modules whose functions never make a field, and whose variables are none, as `jnp.float32`."""


def marks(metadata: Mapping[str, bool]) -> frozenset[str]:
    """Return the keys of field metadata that mark the field static, in any library's spelling."""
    return frozenset(key for key, value in metadata.items() if key in STATIC_WHEN and value is STATIC_WHEN[key])


def field_metadata(call: CallExpr, module: MypyFile) -> Mapping[str, bool] | None:
    """Return the true and false entries of a field's metadata; None where the call cannot be read.

    A call of a class makes a default value, and so does one of a function for arrays. A call of another function that
    is not a field function may make any field, a helper around `dataclasses.field` say.
    """
    called = call.callee.node if isinstance(call.callee, RefExpr) else None
    if isinstance(called, TypeInfo) and not called.has_base("dataclasses.Field"):
        return {}
    own = own_field(call.callee, module)
    if own is not None:
        return own.of_call(call)
    name = field_function_name(call.callee, module)
    function = FIELD_FUNCTIONS.get(name)
    resolved = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    if function is None and STANDARD_FIELD not in (name, resolved):
        return {} if name.startswith(_OF_ARRAYS) else None
    if any(kind.is_star() for kind in call.arg_kinds):
        return None
    written = _written(by_keyword(call, "metadata"), module)
    made: Mapping[str, bool] | None = {} if function is None else _own(function, call)
    return None if written is None or made is None else {**written, **made}


class Refused(NamedTuple):
    """A marker that is an argument of another library's field function, and none of the one that is called."""

    keyword: str
    function: str
    is_static: bool
    """True if it marks the field static there."""


def refused_marker(call: CallExpr, module: MypyFile) -> Refused | None:
    """Return the ``static=`` or ``pytree_node=`` with which a call raises a TypeError: `dataclasses.field` gets it.

    If the function is that itself, or one of jdc, mypy knows what it takes.
    """
    name = field_function_name(call.callee, module)
    function = FIELD_FUNCTIONS.get(name)
    if function is None or name.startswith("jdc_runtime.") or own_field(call.callee, module) is not None:
        return None
    given = zip(call.arg_names, call.args, strict=True)
    found = next((each for each in given if each[0] in _KEYWORDS and each[0] != function.keyword), None)
    if found is None or found[0] is None:
        return None
    return Refused(found[0], name, truth(found[1]) is STATIC_WHEN[found[0]])


def field_function_name(function: Expression, module: MypyFile) -> str:
    """Return the name of what makes a field; the import tells it where mypy cannot read the library."""
    imported = as_imported(function, module)
    return imported if imported in FIELD_FUNCTIONS else spelled(function, module) or imported


def may_be_field(value: Expression, module: MypyFile) -> bool:
    """Return whether the right-hand side of a field, when it is not a call itself, may stand for a field object."""
    if isinstance(value, CallExpr):
        return field_metadata(value, module) != {}
    if isinstance(value, ConditionalExpr):
        return may_be_field(value.if_expr, module) or may_be_field(value.else_expr, module)
    if isinstance(value, OpExpr):
        return value.op in ("and", "or") and (may_be_field(value.left, module) or may_be_field(value.right, module))
    if isinstance(value, RefExpr):
        is_unknown = isinstance(value.node, Var) and _is_unknown(value.node)
        return is_unknown and not value.fullname.startswith(_OF_ARRAYS) and _may_name_field(value, module)
    return isinstance(value, IndexExpr)


def _may_name_field(name: RefExpr, module: MypyFile) -> bool:
    """Return whether a variable may stand for a field object: not one that the module binds once, to a value."""
    is_own = isinstance(name, NameExpr) and name.fullname == f"{module.fullname}.{name.name}"
    value = value_of(name.name, module) if isinstance(name, NameExpr) and is_own else None
    return value is None or isinstance(value, RefExpr | ConditionalExpr | OpExpr) or may_be_field(value, module)


def _is_unknown(variable: Var) -> bool:
    """Return whether nothing is known of the type of a variable; members of enumerations are known."""
    if variable.info and variable.info.is_enum:
        return False
    return variable.type is None or isinstance(known_type(variable.type), AnyType)


def _own(function: FieldFunction, call: CallExpr) -> Mapping[str, bool] | None:
    """Return the entry that a field function itself makes; that of flax is always there, the others when static."""
    if function.keyword is None:
        return {function.key: function.static_when}
    keyword = function.keyword
    value = argument(call, 0, keyword) if function.by_position else by_keyword(call, keyword)
    says = (not function.static_when) if value is None else truth(value)
    if says is None:
        return None
    return {function.key: says} if says is function.static_when or function.key == PYTREE_NODE_KEY else {}


def _written(metadata: Expression | None, module: MypyFile) -> Mapping[str, bool] | None:
    """Read ``metadata={"static": True}`` or ``metadata=dict(static=True)``; None where it is anything else.

    The module may give the dict a name.
    """
    items = [] if metadata is None else _items(_named(metadata, module))
    if items is None:
        return None
    entries: dict[str, bool] = {}
    for key, value in items:
        says = truth(value)
        if key is None or (says is None and key in STATIC_WHEN):
            return None
        if says is not None:
            entries[key] = says
    return entries


def _named(metadata: Expression, module: MypyFile) -> Expression:
    """Return the dict that a name of the module stands for; anything else as it is."""
    if not isinstance(metadata, NameExpr) or metadata.fullname != f"{module.fullname}.{metadata.name}":
        return metadata
    found = named_dict(metadata.name, module)
    return metadata if found is None else found


def _items(metadata: Expression) -> list[tuple[str | None, Expression]] | None:
    if isinstance(metadata, DictExpr):
        return [(key.value if isinstance(key, StrExpr) else None, value) for key, value in metadata.items]
    if not isinstance(metadata, CallExpr) or not isinstance(metadata.callee, RefExpr):
        return None
    if metadata.callee.fullname != "builtins.dict":
        return None
    return list(zip(metadata.arg_names, metadata.args, strict=True))
