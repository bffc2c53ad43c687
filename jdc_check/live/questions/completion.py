"""Completion where other servers have none: the target of a ``copy_and_mutate`` block, and keywords of ``replace``.

The text at the cursor can seldom be parsed. It is analysed with a name put there, and then again as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from jdc_check.live.parsing import problem_of
from jdc_check.live.questions.hover import described, type_text
from jdc_check.live.questions.view import REPLACE, View, view_of
from jdc_check.live.session import Session
from jdc_mypy_plugin.model.classes import PytreeClass

PLACEHOLDER: Final = "jdc_completion_here"
_ENDINGS: Final = ("", ")", "))", ")]", "):\n        pass", "]", ":\n        pass")
_COPIERS: Final = frozenset(("copy_and_mutate",))


def complete(session: Session, path: str, text: str, line: int, column: int) -> list[dict[str, Any]] | None:
    """Return the completions at a cursor: name, type, what is known of the field, and what is written."""
    for candidate in _candidates(text, line, column):
        with session.supposing(path, candidate):
            view = view_of(session, path)
            found = None if view is None else _at_placeholder(view)
        if found is not None:
            return found
    return None


def _candidates(text: str, line: int, column: int) -> Iterator[str]:
    """Yield the texts with a name at the cursor that can be parsed, and that have a use for it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if line > len(lines):
        return
    here = lines[line - 1]
    before, after = here[: column - 1], here[column - 1 :]
    written = before.rstrip("_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    is_attribute = written.endswith(".")
    if not is_attribute and not written.rstrip().endswith(("(", ",")) and written.strip():
        return
    put = PLACEHOLDER if is_attribute else f"{PLACEHOLDER}=None"
    for rest in dict.fromkeys((after, "")):
        for ending in _ENDINGS:
            changed = "\n".join([*lines[: line - 1], before + put + rest + ending, *lines[line:]])
            if problem_of(changed) is None:
                yield changed
                return


def _at_placeholder(view: View) -> list[dict[str, Any]] | None:
    opened: set[str] = set()
    for node in ast.walk(view.syntax):
        if isinstance(node, ast.With | ast.AsyncWith):
            opened.update(_copies(node))
    for node in ast.walk(view.syntax):
        if isinstance(node, ast.Attribute) and node.attr.endswith(PLACEHOLDER):
            return _attributes(view, node, opened)
        if isinstance(node, ast.Call) and any((each.arg or "").endswith(PLACEHOLDER) for each in node.keywords):
            return _keywords(view, node)
    return None


def _copies(statement: ast.With | ast.AsyncWith) -> Iterator[str]:
    """Yield the names that a block gives to mutable copies, if the placeholder is in it."""
    if not any(isinstance(each, ast.Attribute) and each.attr.endswith(PLACEHOLDER) for each in ast.walk(statement)):
        return
    for item in statement.items:
        call, target = item.context_expr, item.optional_vars
        callee = call.func if isinstance(call, ast.Call) else None
        name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
        if name in _COPIERS and isinstance(target, ast.Name):
            yield target.id


def _attributes(view: View, node: ast.Attribute, opened: set[str]) -> list[dict[str, Any]] | None:
    root: ast.expr = node.value
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    if not isinstance(root, ast.Name) or root.id not in opened:
        return None
    models = view.objects(node.value)
    return [_item(view, model, name, name) for model in models[:1] for name in model.fields]


def _keywords(view: View, call: ast.Call) -> list[dict[str, Any]] | None:
    callee = call.func
    name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
    model = view.changed_by(call) if name == REPLACE else None
    if model is None:
        return None
    given = {each.arg for each in call.keywords}
    names = [each for each, field in model.fields.items() if field.init and each not in given]
    return [_item(view, model, each, f"{each}=") for each in names]


def _item(view: View, model: PytreeClass, name: str, written: str) -> dict[str, Any]:
    role = model.role_of(name)
    return {
        "label": written,
        "type": type_text(model, name, view.options),
        "role": role,
        "text": described(model, name, view.options),
    }
