"""Names that a module gives to plain trees, and that are not written out in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, DictExpr, Expression, IndexExpr, MemberExpr, NameExpr, Statement, StrExpr

from ..syntax.walk import descendants, expressions_of
from .exported_names import TREE, exported_name
from .organizers import targets

_GROUPS: Final = frozenset(("params", "buffers", "aux"))
_CHANGES: Final = frozenset(("update", "setdefault", "__setitem__", "__ior__"))


def has_computed_names(statement: Statement) -> bool:
    """Return whether a statement gives a tree names by a dict or a key that is not written out."""
    if any(_is_computed_target(target, value) for target, value in targets(statement)):
        return True
    written = (part for expression in expressions_of(statement) for part in descendants(expression))
    return any(_is_computed(part) for part in written)


def _is_computed_target(target: Expression, value: Expression | None) -> bool:
    if isinstance(target, IndexExpr) and _group(target.base):
        return not isinstance(target.index, StrExpr)
    return bool(_group(target)) and not _is_written(value, _group(target))


def _is_computed(part: Expression) -> bool:
    if isinstance(part, DictExpr | CallExpr):
        groups = dict(_dict_items(part))
        if "apply" not in groups and any(not _is_written(value, key) for key, value in groups.items()):
            return True
    return isinstance(part, CallExpr) and _is_computed_change(part)


def _is_computed_change(call: CallExpr) -> bool:
    """Return whether a call is ``tree["params"].update(...)`` or the like with what is not written out."""
    callee = call.callee
    if not isinstance(callee, MemberExpr) or callee.name not in _CHANGES or not _group(callee.expr):
        return False
    return any(
        name is None and (kind.is_star() or not (isinstance(value, StrExpr) or _is_written(value, "")))
        for value, name, kind in zip(call.args[:1], call.arg_names, call.arg_kinds, strict=False)
    )


def _dict_items(part: DictExpr | CallExpr) -> Iterator[tuple[str, Expression]]:
    """Yield the groups of names in a dict, and ``apply``."""
    if isinstance(part, DictExpr):
        items = [(key.value, value) for key, value in part.items if isinstance(key, StrExpr)]
    elif _makes_dict(part):
        items = [(name, value) for name, value in zip(part.arg_names, part.args, strict=True) if name is not None]
    else:
        items = []
    yield from ((key, value) for key, value in items if key in _GROUPS or key == "apply")


def _makes_dict(call: CallExpr) -> bool:
    name = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
    return name in ("dict", "update") or exported_name(call) == TREE


def _is_written(value: Expression | None, group: str) -> bool:
    """Return whether a dict has only names that are written out, and those of the same group of another tree."""
    if isinstance(value, DictExpr):
        return all(
            isinstance(key, StrExpr) or (key is None and _is_written(item, group)) for key, item in value.items
        )
    if isinstance(value, CallExpr) and isinstance(value.callee, NameExpr) and value.callee.name == "dict":
        return all(
            not kind.is_star() and (name is not None or _is_written(item, group))
            for item, name, kind in zip(value.args, value.arg_names, value.arg_kinds, strict=True)
        )
    return bool(group) and _group(value) == group


def _group(expression: Expression | None) -> str:
    """Return the group that ``tree["params"]`` and its like stand for; "" for the rest."""
    index = expression.index if isinstance(expression, IndexExpr) else None
    return index.value if isinstance(index, StrExpr) and index.value in _GROUPS else ""
