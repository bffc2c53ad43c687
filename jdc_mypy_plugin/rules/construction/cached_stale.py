"""``jdc-cached`` on objects that change: a cached property is read, a field of it is assigned, and it is read again.

The property keeps what it has computed from the old value, on the object itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    DelStmt,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    StrExpr,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.types import Instance

from jdc_spec.rules import CACHED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.values.looked_at import is_asserted
from ...syntax.values.unread_results import is_bound
from ..cached_properties import CachedProperty, cached_properties
from ..places import CLASS, asked
from ..sites import ClassSite
from ..tests_at_hand import is_named_as_test


@asked(CACHED, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the second read in a function, where statements in a row read, assign and read."""
    facts = site.model.facts
    if facts.frozen or facts.keeps_attributes or facts.freezes_every_attribute:
        return
    for each in cached_properties(site):
        field = each.field.partition(".")[0]
        for read in () if _is_field_alone(each) else _stale_reads(each, field, site):
            kept = f'cached property "{each.name}" of "{site.defn.name}" keeps what it has computed from the old'
            yield Diagnostic(CACHED, f'{kept} "{field}", which has changed since; make it a property', read)


def _is_field_alone(cached: CachedProperty) -> bool:
    """Return whether a property gives a field as it is, ``return self.x``, of which it keeps the first value."""
    body = cached.written.body.body if isinstance(cached.written, FuncDef) else []
    last = body[-1] if body else None
    return isinstance(last, ReturnStmt) and isinstance(last.expr, MemberExpr)


def _is_meant(read: MemberExpr, tree: MypyFile) -> bool:
    """Return whether a program fails if the old value is not meant: in a test, or in what is asserted."""
    function = FLOW.of(tree).function_over(read)
    return is_asserted(read, tree) or (function is not None and is_named_as_test(function.name))


def _stale_reads(cached: CachedProperty, field: str, site: ClassSite) -> Iterator[MemberExpr]:
    tree = site.api.tree
    index, flow = INDEX.of(tree), FLOW.of(tree)
    reads = [each for each in index.body.references_of(cached.name) if isinstance(each, MemberExpr)]
    if len(reads) < 2 or _may_be_dropped(cached.name, reads, site):
        return
    writes = [
        each for each in index.body.references_of(field) if isinstance(each, MemberExpr) and index.is_written(each)
    ]
    for write in writes:
        variable, at = _variable(write), index.position_of(write)
        if at is None or variable is None or not _is_of(variable, site.model.info, site):
            continue
        function = flow.function_over(write)
        own = [each for each in reads if _variable(each) is variable and flow.function_over(each) is function]
        places = [(place, each) for each in own if (place := index.position_of(each)) is not None]
        is_read = any(place < at and flow.has_run(place, at) for place, _ in places)
        later = [each for place, each in places if at < place and flow.has_run(at, place)]
        if is_read and later and not _is_meant(later[0], tree):
            yield later[0]


def _may_be_dropped(name: str, reads: list[MemberExpr], site: ClassSite) -> bool:
    """Return whether the module may drop what is kept: ``del obj.norm``, ``obj.__dict__.pop("norm")``."""
    index = INDEX.of(site.api.tree)
    own = [each for each in reads if not _is_of_another(_variable(each), site.model.info)]
    if any(isinstance(index.parent(each), DelStmt) or index.is_written(each) for each in own):
        return True
    is_named = any(each.value == name for each in index.body.expressions_of(StrExpr))
    return is_named or index.body.mentions(("__dict__", "delattr", "vars"))


def _variable(part: MemberExpr) -> SymbolNode | None:
    return part.expr.node if isinstance(part.expr, NameExpr) else None


def _is_of_another(variable: SymbolNode | None, info: TypeInfo) -> bool:
    """Return whether a variable is declared to be of a class that has nothing to do with the one at hand."""
    is_declared = isinstance(variable, Var) and not variable.is_inferred
    kind = known_type(variable.type) if isinstance(variable, Var) and is_declared else None
    return isinstance(kind, Instance) and info not in kind.type.mro and kind.type not in info.mro


def _is_of(variable: SymbolNode, info: TypeInfo, site: ClassSite) -> bool:
    """Return whether a variable is bound once, by a parameter of the class, as ``self``, or by its constructor."""
    if not isinstance(variable, Var):
        return False
    tree = site.api.tree
    bound = [each for each in REFERENCES.of(tree).get(variable, ()) if is_bound(each, tree)]
    if not bound:
        kind = known_type(variable.type)
        return isinstance(kind, Instance) and kind.type is info
    made: Expression | None = getattr(INDEX.of(tree).parent(bound[0]), "rvalue", None)
    is_made = isinstance(made, CallExpr) and class_named(made.callee) is info
    return len(bound) == 1 and is_made
