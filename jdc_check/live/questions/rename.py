"""Rename of a field: its definition, every attribute, and the keywords of constructors and of ``replace``."""

from __future__ import annotations

import keyword
import re
from typing import Any

from mypy.nodes import TypeInfo

from jdc_check.live.questions.hover import place_at
from jdc_check.live.questions.view import FieldPlace, view_of
from jdc_check.live.session import Session


def renameable(session: Session, path: str, line: int, column: int) -> dict[str, Any] | None:
    """Return the range and the name of the field under the cursor; None where there is none of this project."""
    place = _place(session, path, line, column)
    return None if place is None else {"span": place.span.as_json(), "name": place.name}


def rename(session: Session, path: str, line: int, column: int, new: str) -> dict[str, Any] | None:
    """Return the ranges to put a new name into, by file, or why that cannot be."""
    place = _place(session, path, line, column)
    if place is None:
        return None
    if not new.isidentifier() or keyword.iskeyword(new):
        return {"refused": f'"{new}" is not a name'}
    if place.model.info.get(new) is not None:
        return {"refused": f'"{place.model.info.name}" already has "{new}"'}
    family = _family(place)
    edits: dict[str, list[list[int]]] = {}
    for other in session.paths_with(re.compile(rf"\b{re.escape(place.name)}\b")):
        view = view_of(session, other)
        if view is None:
            return {"refused": f"{other} cannot be analysed, so that it would keep the old name"}
        spans = {
            each.span.as_json().__repr__(): each.span.as_json()
            for each in view.field_places()
            if each.name == place.name and _family(each) == family
        }
        if spans:
            edits[other] = list(spans.values())
    return {"edits": edits}


def _place(session: Session, path: str, line: int, column: int) -> FieldPlace | None:
    view = view_of(session, path)
    place = None if view is None else place_at(view, line, column)
    if place is None or session.path_of_class(_family(place)) is None:
        return None
    return place


def _family(place: FieldPlace) -> str:
    """Return the full name of the class in which a field comes up first: those that redefine it go along."""
    owners: list[TypeInfo] = [base for base in place.model.info.mro if place.name in base.names]
    return owners[-1].fullname if owners else place.model.fields[place.name].owner
