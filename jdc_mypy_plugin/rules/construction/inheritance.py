"""``jdc-inheritance``: a frozen dataclass among the bases of one that is not, or the reverse.

`dataclasses` refuses both when the class is defined. Checkers see it for its own decorator only.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, TypeInfo

from jdc_spec.rules import INHERITANCE

from ...host.diagnostics import Diagnostic
from ...libraries.definition import truth
from ...libraries.registry import base_classes
from ...model.classes import model_of
from ...syntax.arguments import by_keyword
from ..places import CLASS, asked
from ..sites import ClassSite


@asked(INHERITANCE, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the first base that is frozen where the class is not, or the reverse."""
    own = None if _is_unclear(site) else _frozen(site.model.info)
    if own is None or not site.is_made_by_library:
        return
    bases = [(base, frozen) for base in site.model.info.mro[1:] if (frozen := _frozen(base)) is not None]
    others = [base for base, frozen in bases if frozen is not own]
    if not others or (own and len(others) < len(bases)):
        return
    states = ("frozen", "not frozen") if own else ("not frozen", "frozen")
    message = (
        f'"{site.defn.name}" is {states[0]} and inherits from the dataclass "{others[0].name}", which is '
        f"{states[1]}: dataclasses raise a TypeError when the class is defined; make both alike"
    )
    yield Diagnostic(INHERITANCE, message, site.defn)


def _is_unclear(site: ClassSite) -> bool:
    """Return whether the decorator is told by a computed value."""
    calls = [each for each in site.defn.decorators if isinstance(each, CallExpr)]
    given = [by_keyword(call, "frozen") for call in calls]
    return any(value is not None and truth(value) is None for value in given)


def _frozen(info: TypeInfo) -> bool | None:
    """Return whether `dataclasses` freezes a class; None of one that is not a dataclass, and where it is unknown."""
    if "dataclass" not in info.metadata or info.fullname in base_classes():
        return None
    model = model_of(info)
    if model is None or model.facts.freezes_by_base:
        return bool(info.metadata["dataclass"]["frozen"])
    # what can be assigned to in ``__init__`` is frozen by the library, and dataclasses need not know
    return None if model.facts.opens_in_construction else model.facts.frozen
