"""Hints in the text: which fields are static, and the shapes and dtypes that are known of variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from jdc_check.live.questions.view import View, view_of
from jdc_check.live.session import Session
from jdc_mypy_plugin.evaluate import ArrayValue, Evaluator, Origin
from jdc_mypy_plugin.rules.arrays.dtype import shown_dtype
from jdc_spec.revealed import UNKNOWN


def hints(session: Session, path: str, first: int, last: int) -> list[dict[str, Any]]:
    """Return the hints on some lines: their place and their text."""
    view, engine, module = view_of(session, path), session.engine, session.module_of(path)
    if view is None or engine is None or module is None:
        return []
    with engine.checker(module) as checker:
        return [*_static_fields(view, first, last), *_arrays(view, Evaluator(checker), first, last)]


def _static_fields(view: View, first: int, last: int) -> Iterator[dict[str, Any]]:
    for node, model in view.classes():
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                is_shown = first <= statement.lineno <= last and name in model.fields
                if is_shown and model.role_of(name) == "static":
                    yield _behind(view, statement.target, " static")


def _arrays(view: View, evaluator: Evaluator, first: int, last: int) -> Iterator[dict[str, Any]]:
    """Yield what is known of the arrays that names are given."""
    for node in ast.walk(view.syntax):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and first <= node.lineno <= last:
            value = view.expression(node.value) if isinstance(node.targets[0], ast.Name) else None
            told = None if value is None else _shown(evaluator.evaluate(value))
            if told is not None:
                yield _behind(view, node.targets[0], f": {told}")


def _behind(view: View, target: ast.expr, text: str) -> dict[str, Any]:
    span = view.span(target)
    return {"line": span.end_line, "column": span.end_column, "text": text}


def _shown(value: ArrayValue) -> str | None:
    """Write an array as ``float32[3, 4]``; None for what is none, or of which no axis is known."""
    if value.origin in (None, Origin.SCALAR) or value.shape is None:
        return None
    known = value.sizes
    if known is None:
        axes = str(value.shape).removeprefix("(").removesuffix(")").removesuffix(",")
    else:
        axes = ", ".join(UNKNOWN if size is None else str(size) for size in known)
    return f"{shown_dtype(value.dtype or UNKNOWN).partition(' ')[0]}[{axes}]"
