"""``copy.step += 1`` in a mutable copy, which gives the field a value that is made of its old one."""

from __future__ import annotations

from mypy.nodes import OperatorAssignmentStmt

from ..model.classes import model_of
from ..syntax import INDEX
from ..syntax.names.variables import in_place
from ..typefacts.instances import sole_instance
from .places import AttributeWrite
from .sites import CallSite


def as_replacement(site: AttributeWrite) -> CallSite | None:
    """Return such a write as a call that replaces the field; None for any other write."""
    statement = INDEX.of(site.api.tree).parent(site.node) if site.write.in_copy else None
    owner = sole_instance(site.target)
    if owner is None or not isinstance(statement, OperatorAssignmentStmt):
        return None
    info, given = owner.type, {site.name: in_place(statement)}
    return CallSite(info, model_of(info), given, is_partial=True, call=site.node, api=site.api)
