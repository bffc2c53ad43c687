"""The decorator of a base class, put above a subclass that lacks it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mypy.nodes import TypeInfo

from jdc_check.findings import Edit, Fix
from jdc_check.live.questions.spelling import written
from jdc_check.live.questions.view import View
from jdc_mypy_plugin.model.classes import pytree_bases


def offers(view: View, place: list[int]) -> Iterator[Fix]:
    """Yield the edit for the class that is constructed at a place, where the module defines it."""
    classes = {node.name: node for node in ast.walk(view.syntax) if isinstance(node, ast.ClassDef)}
    for call in ast.walk(view.syntax):
        if not isinstance(call, ast.Call) or view.span(call).line != place[0]:
            continue
        node = classes.get(written(call.func))
        info = None if node is None else view.info_of(node)
        if node is not None and info is not None and not node.decorator_list:
            decorator = _decorator(view, info, classes)
            if decorator is not None:
                indent = " " * (view.span(node).column - 1)
                edit = Edit(node.lineno, 1, node.lineno, 1, f"{indent}@{decorator}\n")
                yield Fix(f"Write @{decorator} above {node.name}", (edit,))


def _decorator(view: View, info: TypeInfo, classes: dict[str, ast.ClassDef]) -> str | None:
    """Return the decorator of the nearest base that has one in this module, as it is written there."""
    for base in pytree_bases(info):
        node = classes.get(base.name)
        if node is not None and node.decorator_list and view.info_of(node) is base:
            return ast.get_source_segment("\n".join(view.lines), node.decorator_list[0])
    return None
