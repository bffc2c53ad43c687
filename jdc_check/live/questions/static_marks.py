"""A field made static, as the library of its class writes that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jdc_check.findings import Edit, Fix
from jdc_check.live.questions.spelling import beside, in_module
from jdc_check.live.questions.view import View
from jdc_mypy_plugin.model.classes import PytreeClass


def offers(view: View, place: list[int]) -> Iterator[Fix]:
    """Yield the edit for the field at a place."""
    for node, model in view.classes():
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                span, name = view.span(statement), statement.target.id
                if span.line <= place[0] <= span.end_line and name in model.fields:
                    yield from _marked(view, node, model, statement)


def _marked(view: View, node: ast.ClassDef, model: PytreeClass, statement: ast.AnnAssign) -> Iterator[Fix]:
    advice = model.facts.static_advice
    if advice is None or not isinstance(statement.target, ast.Name):
        return
    before, _, call = advice.partition(" = ")
    edits = _by_annotation(view, node, before, statement) if not call else _by_call(view, node, call, statement)
    if edits:
        yield Fix(f'Make "{statement.target.id}" static', edits)


def _by_annotation(view: View, node: ast.ClassDef, advice: str, statement: ast.AnnAssign) -> tuple[Edit, ...]:
    """Write ``name: jdc.Static[str]``."""
    marker = beside(node, advice.partition("[")[0].rpartition(".")[2], view.syntax)
    if marker is None:
        return ()
    span = view.span(statement.annotation)
    return (
        Edit(span.line, span.column, span.line, span.column, f"{marker}["),
        Edit(span.end_line, span.end_column, span.end_line, span.end_column, "]"),
    )


def _by_call(view: View, node: ast.ClassDef, call: str, statement: ast.AnnAssign) -> tuple[Edit, ...]:
    """Write ``name: str = struct.field(pytree_node=False)``, around a default that is there."""
    function, _, arguments = call.format().rstrip(")").partition("(")
    owner, _, name = function.rpartition(".")
    spelled = in_module(function, view.syntax) if owner == "dataclasses" else beside(node, name, view.syntax)
    if spelled is None:
        return ()
    span, value = view.span(statement), statement.value
    if value is None:
        return (Edit(span.end_line, span.end_column, span.end_line, span.end_column, f" = {spelled}({arguments})"),)
    given = view.span(value)
    if isinstance(value, ast.Call):  # perhaps one that makes a field
        return ()
    comma = ", " if arguments else ""
    return (
        Edit(given.line, given.column, given.line, given.column, f"{spelled}({arguments}{comma}default="),
        Edit(given.end_line, given.end_column, given.end_line, given.end_column, ")"),
    )
