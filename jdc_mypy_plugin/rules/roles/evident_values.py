"""Values that are evidently no leaf of JAX, whatever the type of the field says: text, a set, a class, a dtype."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    BytesExpr,
    CallExpr,
    Expression,
    MemberExpr,
    MypyFile,
    SetComprehension,
    SetExpr,
    StrExpr,
    TypeInfo,
)
from mypy.typevars import fill_typevars

from ...host.known_types import known_type
from ...syntax.functions import class_named
from ...typefacts.leaves import NEVER, is_never_leaf
from .registered_leaves import is_registered_here


def what_is_no_leaf(value: Expression, tree: MypyFile) -> str | None:
    """Return the words for a value that JAX refuses, None for one that may be a leaf or a tree of leaves."""
    if isinstance(value, StrExpr | BytesExpr):
        return "text"
    if isinstance(value, SetExpr | SetComprehension):
        return "a set"
    if class_named(value) is not None:
        return "a class"
    made = class_named(value.callee) if isinstance(value, CallExpr) else None
    if made is not None and made.fullname in NEVER and not _is_registered(made, tree):
        return f'an object of "{made.name}"'
    return next(_member_of(value, tree), None) if isinstance(value, MemberExpr) else None


def _member_of(value: MemberExpr, tree: MypyFile) -> Iterator[str]:
    """Yield the words for a member of an enumeration of the module."""
    owner = class_named(value.expr)
    if owner is None or not owner.is_enum or value.name not in owner.enum_members:
        return
    if is_never_leaf(known_type(fill_typevars(owner)), tree.fullname) and not _is_registered(owner, tree):
        yield f'a member of "{owner.name}"'


def _is_registered(info: TypeInfo, tree: MypyFile) -> bool:
    return is_registered_here(known_type(fill_typevars(info)), tree)
