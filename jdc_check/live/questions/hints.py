"""Hints in the text: which fields are static, and the shapes that annotations say."""

from __future__ import annotations

import ast
from typing import Any

from jdc_check.live.questions.view import View, view_of
from jdc_check.live.session import Session


def hints(session: Session, path: str, first: int, last: int) -> list[dict[str, Any]]:
    """Return the hints on some lines: their place and their text."""
    view = view_of(session, path)
    found = [] if view is None else [*_static_fields(view), *_shapes(view)]
    return [hint for hint in found if first <= hint["line"] <= last]


def _static_fields(view: View) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for node, model in view.classes():
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                if name in model.fields and model.role_of(name) == "static":
                    span = view.span(statement.target)
                    found.append({"line": span.end_line, "column": span.end_column, "text": "static"})
    return found


def _shapes(view: View) -> list[dict[str, Any]]:
    """Return the shapes of names that are given a field with an array annotation."""
    found: list[dict[str, Any]] = []
    for node in ast.walk(view.syntax):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            shape = _shape(view, node.value)
            if shape is not None:
                span = view.span(node.targets[0])
                found.append({"line": span.end_line, "column": span.end_column, "text": shape})
    return found


def _shape(view: View, value: ast.expr) -> str | None:
    if not isinstance(value, ast.Attribute):
        return None
    shapes: set[str] = set()
    for model in view.objects(value.value):
        array = model.fields[value.attr].array if value.attr in model.fields else None
        if array is None or array.shape is None:
            return None
        shapes.add(str(array.shape))
    return shapes.pop() if len(shapes) == 1 else None
