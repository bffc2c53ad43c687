"""A field that none of the lists of ``register_dataclass`` names, put into one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from jdc_check.findings import Edit, Fix
from jdc_check.live.questions.view import View

_LISTS: Final = ("data_fields", "meta_fields")


def offers(view: View, place: list[int]) -> Iterator[Fix]:
    """Yield an edit for each list, where the lists at a place leave one field out."""
    for node, model in view.classes():
        for call in ast.walk(view.syntax):
            lists = _lists(call)
            if len(lists) < len(_LISTS) or not _names(view, call, node.name):
                continue
            if not any(view.span(each).line <= place[0] <= view.span(each).end_line for each in lists.values()):
                continue
            listed = {each.value for value in lists.values() for each in value.elts if isinstance(each, ast.Constant)}
            missing = [name for name, field in model.fields.items() if field.init and name not in listed]
            if len(missing) == 1:
                for key, value in lists.items():
                    yield _added(view, missing[0], key, value)


def _lists(call: ast.AST) -> dict[str, ast.List]:
    keywords = call.keywords if isinstance(call, ast.Call) else []
    return {each.arg: each.value for each in keywords if each.arg in _LISTS and isinstance(each.value, ast.List)}


def _names(view: View, call: ast.AST, name: str) -> bool:
    """Return whether a call registers a class: as its decorator, or with it as its argument."""
    decorators = [each for node, _ in view.classes() if node.name == name for each in node.decorator_list]
    if any(call is each for decorator in decorators for each in ast.walk(decorator)):
        return True
    first = call.args[0] if isinstance(call, ast.Call) and call.args else None
    return isinstance(first, ast.Name) and first.id == name


def _added(view: View, name: str, key: str, value: ast.List) -> Fix:
    span = view.span(value)
    if value.elts:
        last = view.span(value.elts[-1])
        edit = Edit(last.end_line, last.end_column, last.end_line, last.end_column, f', "{name}"')
    else:
        edit = Edit(span.line, span.column, span.end_line, span.end_column, f'["{name}"]')
    return Fix(f'Add "{name}" to {key}', (edit,))
