"""Hover: what a field is."""

from __future__ import annotations

from typing import Any, Final

from mypy.messages import format_type_bare
from mypy.options import Options

from jdc_check.live.questions.view import FieldPlace, View, view_of
from jdc_check.live.session import Session
from jdc_mypy_plugin.model.classes import PytreeClass

_ROLES: Final = {
    "data": "data: a leaf, or a tree of leaves",
    "static": "static: part of the tree's structure, compared with `==`",
    "dropped": "dropped: not part of the tree at all",
    "unknown": "data or static: how it is made is not known",
}


def hover(session: Session, path: str, line: int, column: int) -> dict[str, Any] | None:
    """Return Markdown about the field under the cursor, and its range."""
    view = view_of(session, path)
    place = None if view is None else place_at(view, line, column)
    if view is None or place is None:
        return None
    return {"text": described(place.model, place.name, view.options), "span": place.span.as_json()}


def place_at(view: View, line: int, column: int) -> FieldPlace | None:
    """Return the field whose name the cursor is on."""
    return next((place for place in view.field_places() if place.span.holds(line, column)), None)


def described(model: PytreeClass, name: str, options: Options) -> str:
    """Return what is known of a field, as Markdown."""
    written = model.fields[name]
    owner = written.owner.rpartition(".")[2]
    told = [f"```python\n(field) {name}: {type_text(model, name, options)}\n```"]
    told.append(f"Field of `{owner}`, {_ROLES[model.role_of(name)]}.")
    if written.array is not None:
        parts = [("Shape", written.array.shape), ("Dtype", written.array.dtype)]
        told.append(", ".join(f"{what} `{found}`" for what, found in parts if found is not None) + ".")
    told.append(f"Registered by {model.facts.library}, through {_code(model.facts.decorator)}.")
    return "\n\n".join(told)


def type_text(model: PytreeClass, name: str, options: Options) -> str:
    """Return the declared type of a field as a message shows it."""
    declared = model.type_of(name)
    return "Any" if declared is None else format_type_bare(declared, options)


def _code(decorator: str) -> str:
    return f"`{decorator}`" if decorator.startswith("@") and " " not in decorator else decorator
