"""``jdc-marker``: a static marker that has no effect, or that another one contradicts.

Every library reads its own markers and passes over the others'; nobody reads one inside another annotation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Final, NamedTuple

from mypy.messages import format_type_bare
from mypy.nodes import AssignmentStmt, CallExpr
from mypy.types import Instance, Type, UnboundType

from jdc_spec.markers import PYTREE_NODE_KEY, STATIC_KEY
from jdc_spec.rules import MARKER

from ...host.diagnostics import Diagnostic
from ...libraries.facts import Facts, Role
from ...libraries.registry import ANNOTATION_MARKERS
from ...model.field_calls import STATIC_WHEN, Refused, field_metadata, marks, refused_marker
from ...model.static_markers import Placement, placement
from ...model.typing_only_markers import typing_only_marker
from ..places import CLASS, asked
from ..sites import ClassField, ClassSite

_SAYS_DATA: Final = {STATIC_KEY: False, PYTREE_NODE_KEY: True}


class _Marked(NamedTuple):
    """A field of a class body, and what its right-hand side says."""

    site: ClassSite
    name: str
    written: Type | None
    declared: Type
    metadata: Mapping[str, bool]

    @property
    def facts(self) -> Facts:
        return self.site.model.facts

    @property
    def where(self) -> str:
        return f'field "{self.name}" of "{self.site.defn.name}"'

    @property
    def instead(self) -> str | None:
        """Word how to mark the field in the library at hand; None where no field of it is static."""
        return self.site.model.written_static(self.name, format_type_bare(self.declared, self.site.api.options))


@asked(MARKER, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report at most one marker for each field of a class body."""
    for field in site.own_fields:
        call = field.statement.rvalue
        refused = refused_marker(call, site.api.tree) if isinstance(call, CallExpr) else None
        problem = problem_of(site, field) if refused is None else _refusal(site, field, refused)
        if problem is not None:
            yield Diagnostic(MARKER, problem, field.annotation if refused is None else call)


def _refusal(site: ClassSite, field: ClassField, refused: Refused) -> str:
    """Word an argument that the field function does not take."""
    shown = "..." if field.declared is None else format_type_bare(field.declared, site.api.options)
    instead = site.model.written_static(field.name, shown) if refused.is_static else None
    return (
        f'field "{field.name}" of "{site.defn.name}" is given "{refused.keyword}", which {refused.function} does not '
        "take: it raises a TypeError when the class is defined; "
        f"{'leave it out' if instead is None else f'write {instead}'}"
    )


def problem_of(site: ClassSite, field: ClassField) -> str | None:
    """Word what is wrong with the static markers of a field; None where nothing is, or where they cannot be read."""
    name, statement, declared, role = field
    is_plain = isinstance(declared, Instance) and not declared.args
    if declared is None or (is_plain and not isinstance(statement.rvalue, CallExpr)):
        return None
    metadata = _metadata(site, statement)
    if metadata is None:
        return None
    if name in site.model.chosen:
        return _listed(site, name, metadata)
    if (is_plain and not metadata) or role in ("dropped", "unknown") or _is_static_by_type(site, role):
        return None
    return _problem(_Marked(site, name, statement.unanalyzed_type, declared, metadata))


def _is_static_by_type(site: ClassSite, role: Role) -> bool:
    """Return whether a field is what its marker says, though the library goes by the type alone."""
    return site.model.facts.sorts_by_type and role == "static"


def _listed(site: ClassSite, name: str, metadata: Mapping[str, bool]) -> str | None:
    """Word a marker on a field that the class lists among its data."""
    facts = site.model.facts
    key = min(marks(metadata) & facts.static_keys, default=None)
    if key is None or facts.is_strict or site.model.role_of(name) != "data":
        return None
    return (
        f'field "{name}" of "{site.defn.name}" is marked static by metadata "{key}", and is in data_fields: '
        f"{facts.library} goes by its lists, so that the field is data; put the name into meta_fields"
    )


def _problem(field: _Marked) -> str | None:
    facts = field.facts
    if marks(field.metadata) & facts.static_keys:
        return _contradiction(field)
    if facts.static_advice is None:
        return _foreign(field, placement(field.declared, ANNOTATION_MARKERS))
    hidden = typing_only_marker(field.written, field.site.api.tree)
    if hidden is not None:
        return (
            f"{field.where} has a static marker, {hidden}, that is imported under `if TYPE_CHECKING:` only and so "
            f"does not exist when the class is defined: {facts.misplaced_marker}; import it outside of that block"
        )
    place = placement(field.declared, ANNOTATION_MARKERS)
    if place is Placement.NESTED or (place is Placement.TOP and _is_final(field.written)):
        return (
            f"{field.where} has a static marker inside another annotation, where it has no effect: "
            f"{facts.misplaced_marker}; put it outermost, {field.instead}"
        )
    if placement(field.declared, facts.annotation_markers) is Placement.TOP:
        return _contradiction(field)
    return _foreign(field, place)


def _foreign(field: _Marked, place: Placement) -> str | None:
    """Word a marker that the library does not know: another library's, or a misspelt one."""
    if place is not Placement.NONE:
        found = f"is marked with another library's Static, which {field.facts.library} does not read"
    elif key := min(marks(field.metadata), default=None):
        found = f'is marked static by metadata "{key}", which {field.facts.library} does not read'
    elif key := next((key for key, value in field.metadata.items() if _is_misspelt(key, value=value)), None):
        found = f'has metadata "{key}", which no library reads'
    else:
        return None
    mend = _otherwise(field.facts) if field.instead is None else f"write {field.instead}"
    return f"{field.where} {found}, so that the field is data; {mend}"


def _otherwise(facts: Facts) -> str:
    """Word the way out where no marker makes a field static."""
    if facts.sorts_by_type:
        return f"{facts.library} goes by the type, and a field that holds an array of JAX is data: drop the marker"
    return f"{facts.library} has no static fields: pass the value by itself, or choose another library"


def _contradiction(field: _Marked) -> str | None:
    if not field.facts.is_strict:
        return None
    key = next((key for key, value in _SAYS_DATA.items() if field.metadata.get(key) is value), None)
    if key is None:
        return None
    return (
        f'{field.where} is marked static and, by metadata "{key}": {field.metadata[key]}, data: '
        f"{field.facts.misplaced_marker}; keep one of the two"
    )


def _is_misspelt(key: str, *, value: bool) -> bool:
    """Return whether metadata would make a field static, but for case and separators in its key, or one letter."""
    return any(
        known != key and STATIC_WHEN[known] is value and _differ_in_one_letter(_plain(known), _plain(key))
        for known in STATIC_WHEN
    )


def _differ_in_one_letter(known: str, key: str) -> bool:
    """Return whether a word is another one, or has one letter left out, added or wrong, or two exchanged."""
    start = _same(known, key)
    end = _same(known[start:][::-1], key[start:][::-1])
    one, other = known[start : len(known) - end], key[start : len(key) - end]
    return max(len(one), len(other)) <= 1 or (len(one) == 2 and one == other[::-1])


def _same(one: str, other: str) -> int:
    """Return how many letters two words begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _plain(key: str) -> str:
    return "".join(filter(str.isalnum, key)).lower()


def _metadata(site: ClassSite, statement: AssignmentStmt) -> Mapping[str, bool] | None:
    if not isinstance(statement.rvalue, CallExpr):
        return {}
    return field_metadata(statement.rvalue, site.api.tree)


def _is_final(written: Type | None) -> bool:
    """Return whether an annotation is ``Final[...]``, which hides a marker from whoever reads the top of it."""
    return isinstance(written, UnboundType) and written.name.rpartition(".")[2] == "Final" and bool(written.args)
