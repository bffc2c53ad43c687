"""Reads of an attribute that nothing gives a state organizer."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.plugin import AttributeContext

from jdc_spec.rules import STRUCTURE

from ...host.diagnostics import Diagnostic
from ...structure.init_apply_pairs import organized
from ...structure.organizers import Organized
from .static_writes import makers

_SHOWN: Final = 8


def check_attribute(ctx: AttributeContext, name: str) -> Iterator[Diagnostic]:
    """Report a read of an attribute that neither the init functions nor the function at hand give the organizer."""
    assert isinstance(ctx.api, TypeChecker)
    pairs, found = organized(ctx.context, ctx.api.tree)
    if found is None or ctx.is_lvalue or ctx.context in found.guarded:
        return
    known = pairs.known_names(found)
    if known is not None and name not in known and name not in pairs.other_sources.words:
        yield Diagnostic(STRUCTURE, _sentence(name, found, pairs.inits_of(found)), ctx.context)


def _sentence(name: str, found: Organized, inits: Sequence[Organized]) -> str:
    known = sorted(frozenset[str]().union(*(init.names for init in inits)))
    who = makers(inits)
    if not found.is_init:
        who += f", which set{'s' if len(inits) == 1 else ''} this apply function,"
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return f'no attribute "{name}" of the organizer: {who} never gave it one; did you mean "{close[0]}"?'
    shown = ", ".join(known[:_SHOWN]) + (", ..." if len(known) > _SHOWN else "") if known else "nothing"
    return f'no attribute "{name}" of the organizer: {who} gave it {shown}'
