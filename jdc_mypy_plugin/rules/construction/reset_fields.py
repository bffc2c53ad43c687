"""``jdc-init`` for fields that ``__post_init__`` sets to the same value each time, and a method counts up.

An object that is rebuilt starts again: a counter, a random key, whatever the method had made of it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    Var,
)

from jdc_spec.rules import INIT

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.names.targets import targets, unpacked
from ...syntax.walk import descendants
from ...transformed.met_objects import meetings
from ..places import CLASS, asked
from ..sites import ClassSite
from .demands import of_self
from .init import written_method
from .post_init import unconditional

_LIBRARIES: Final = ("jax.", "numpy.")


@asked(INIT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report ``self.count = 0`` in ``__post_init__`` where a method says ``self.count += 1``."""
    facts = site.model.facts
    after = written_method(site, "__post_init__") if facts.unflattens_through_init else None
    if after is None or facts.frozen:
        return
    for statement in unconditional(after):
        name = _reset(site, statement) if isinstance(statement, AssignmentStmt) else None
        method = None if name is None else _changing(site, name)
        if method is not None and meetings(site.model.info, site.api):
            message = (
                f'"{site.defn.name}.__post_init__" sets field "{name}" to the same value each time: {facts.library} '
                f'runs it again whenever it rebuilds an object, so that each jit and tree.map undoes what "{method}" '
                "does; make it the default of the field, or its default_factory"
            )
            yield Diagnostic(INIT, message, statement)


def _reset(site: ClassSite, statement: AssignmentStmt) -> str | None:
    """Return the field that gets a value which depends on nothing; None where there is none."""
    name = of_self(statement.lvalues[0]) if len(statement.lvalues) == 1 else None
    is_constant = all(_is_constant(part) for part in descendants(statement.rvalue))
    return name if name in site.model.fields and is_constant else None


def _is_constant(part: Expression) -> bool:
    """Return whether a part of an expression is the same each time: a literal, or a function of a library."""
    if isinstance(part, CallExpr):
        return isinstance(part.callee, RefExpr) and part.callee.fullname.startswith(_LIBRARIES)
    return not isinstance(part, NameExpr) or not isinstance(part.node, Var) or part.fullname.startswith("builtins.")


def _changing(site: ClassSite, name: str) -> str | None:
    """Return the method that makes a new value of a field from its old one."""
    index = INDEX.of(site.api.tree)
    for method in site.defn.defs.body:
        if (
            not isinstance(method, FuncDef)
            or method.name in ("__init__", "__post_init__")
            or index.position(method) is None
        ):
            continue
        for statement in index.inside(method).statements:
            bound = [part for target in targets(statement) for part in unpacked(target.expression)]
            if not any(of_self(part) == name for part in bound):
                continue
            if isinstance(statement, OperatorAssignmentStmt):
                return method.name
            values = descendants(statement.rvalue) if isinstance(statement, AssignmentStmt) else ()
            if any(isinstance(part, MemberExpr) and of_self(part) == name for part in values):
                return method.name
    return None
