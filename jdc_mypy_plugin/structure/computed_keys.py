"""Names that a module gives to plain trees, and that are not written out in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, DictExpr, Expression, IndexExpr, MemberExpr, NameExpr, StrExpr

from ..syntax.body import Body
from ..syntax.names.targets import By, Target, targets
from .exported_names import TREE, exported_name

_GROUPS: Final = frozenset(("params", "buffers", "aux"))
_CHANGES: Final = frozenset(("update", "setdefault", "__setitem__", "__ior__"))


def has_computed_names(body: Body) -> bool:
    """Return whether a module gives a tree names by a dict or a key that is not written out."""
    if any(_is_computed(part) for part in body.expressions_of(DictExpr)):
        return True
    if any(_is_computed(call) or _is_computed_change(call) for call in body.expressions_of(CallExpr)):
        return True
    return any(_is_computed_target(target) for statement in body.statements for target in targets(statement))


def _is_computed_target(target: Target) -> bool:
    written, group = target.expression, _group(target.expression)
    if target.by is By.DELETE:
        return False
    if isinstance(written, IndexExpr) and _group(written.base):
        return not isinstance(written.index, StrExpr)
    return bool(group) and not (target.by is By.ASSIGN and _is_written(target.value, group))


def _is_computed(part: DictExpr | CallExpr) -> bool:
    groups = dict(_dict_items(part))
    return "apply" not in groups and any(not _is_written(value, key) for key, value in groups.items())


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
