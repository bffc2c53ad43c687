"""Values that are evidently no leaf of JAX, whatever the type of the field says: text, a set, a class, a dtype."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    BytesExpr,
    CallExpr,
    EllipsisExpr,
    Expression,
    GeneratorExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    SetComprehension,
    SetExpr,
    StrExpr,
    TypeInfo,
)
from mypy.typevars import fill_typevars

from jdc_spec.dtypes import covered

from ...host.known_types import known_type
from ...model.fields import annotated_assignments
from ...syntax.functions import class_named
from ...syntax.names.imported_names import spelled
from ...typefacts.leaves import NEVER, is_never_leaf
from ..sites import default_of
from .registered_leaves import is_registered_here

TEXT: Final = "text"
MEMBER: Final = "a member of"
"""The words for strings."""
_KINDS: Final[Mapping[tuple[type[Expression], ...], str]] = {
    (StrExpr, BytesExpr): TEXT,
    (SetExpr, SetComprehension): "a set",
    (GeneratorExpr,): "a generator",
    (EllipsisExpr,): "an ellipsis",
}
_MAKING_TEXT: Final = frozenset(("format", "join", "lower", "replace", "strip", "title", "upper"))
_OPAQUE: Final = frozenset(("builtins.object", "types.SimpleNamespace"))
"""Classes of which a program may have subclasses that are leaves, but whose own objects are none."""


def what_is_no_leaf(value: Expression, tree: MypyFile) -> str | None:
    """Return the words for a value that JAX refuses, None for one that may be a leaf or a tree of leaves."""
    kind = next((words for kinds, words in _KINDS.items() if isinstance(value, kinds)), None)
    if kind is not None or _is_text_made(value):
        return kind or TEXT
    if class_named(value) is not None:
        return "a class"
    if _is_dtype(value, tree):
        return "a dtype"
    made = class_named(value.callee) if isinstance(value, CallExpr) else None
    if made is not None and made.fullname in NEVER | _OPAQUE and not _is_registered(made, tree):
        return f'an object of "{made.name}"'
    return next(_member_of(value, tree), None) if isinstance(value, MemberExpr) else None


def _is_text_made(value: Expression) -> bool:
    """Return whether a value is ``f"{name}-{n}"``, ``"-".join(names)`` or the like."""
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, MemberExpr) and isinstance(callee.expr, StrExpr) and callee.name in _MAKING_TEXT


def _is_dtype(value: Expression, tree: MypyFile) -> bool:
    """Return whether a value is ``jnp.float32`` or the like, which is no class."""
    if not isinstance(value, NameExpr | MemberExpr):
        return False
    module, _, name = (spelled(value, tree) or "").rpartition(".")
    return module == "jax.numpy" and bool(covered(name))


def dtypes_by_default(info: TypeInfo, tree: MypyFile) -> Mapping[str, Expression]:
    """Return the fields of a class of the module that are a dtype where nobody gives them a value."""
    written = annotated_assignments(info.defn) if info.module_name == tree.fullname else ()
    defaults = {name: default_of(statement.rvalue) for name, statement in written}
    return {name: value for name, value in defaults.items() if value is not None and _is_dtype(value, tree)}


def _member_of(value: MemberExpr, tree: MypyFile) -> Iterator[str]:
    """Yield the words for a member of an enumeration of the module."""
    owner = class_named(value.expr)
    if owner is None or not owner.is_enum or value.name not in owner.enum_members:
        return
    if is_never_leaf(known_type(fill_typevars(owner)), tree.fullname) and not _is_registered(owner, tree):
        yield f'{MEMBER} "{owner.name}"'


def _is_registered(info: TypeInfo, tree: MypyFile) -> bool:
    return is_registered_here(known_type(fill_typevars(info)), tree)
