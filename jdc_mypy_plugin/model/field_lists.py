"""Roles given by the field lists of `jax.tree_util.register_dataclass`, which jdc's decorator takes as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, Expression, ListExpr, NameExpr, SetExpr, StrExpr, TupleExpr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mypy.plugin import ClassDefContext

    from .classes import Role, Roles

LISTS: Final[dict[str, Role]] = {"data_fields": "data", "meta_fields": "static", "drop_fields": "dropped"}


def read_roles(ctx: ClassDefContext) -> Roles | None:
    """Read the field lists of a class decorator or of class keywords; None where they cannot be read."""
    roles: dict[str, Role] = {}
    for key, value in _keywords(ctx):
        if key is None:
            return None
        if key not in LISTS or _is_none(value):
            continue
        if not isinstance(value, ListExpr | TupleExpr | SetExpr):
            return None
        names = [item.value for item in value.items if isinstance(item, StrExpr)]
        if len(names) < len(value.items):
            return None
        roles.update((name, LISTS[key]) for name in names)
    return roles


def is_thawed(ctx: ClassDefContext) -> bool:
    """Return whether the decorator's call or the class statement says ``frozen=``, and not ``True``."""
    return any(
        key is None or (key == "frozen" and not (isinstance(value, NameExpr) and value.fullname == "builtins.True"))
        for key, value in _keywords(ctx)
    )


def _keywords(ctx: ClassDefContext) -> Iterator[tuple[str | None, Expression]]:
    """Yield the keywords of the decorator's call and of the class statement; None stands for ``**``."""
    if isinstance(ctx.reason, CallExpr):
        call: Iterable[tuple[str | None, Expression]] = zip(ctx.reason.arg_names, ctx.reason.args, strict=True)
        yield from call
    yield from ctx.cls.keywords.items()


def _is_none(value: Expression) -> bool:
    return isinstance(value, NameExpr) and value.fullname == "builtins.None"
