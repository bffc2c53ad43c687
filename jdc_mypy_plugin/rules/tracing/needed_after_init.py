"""``jdc-init`` in a ``__post_init__`` that needs the value of a data field, which is a tracer under a transformation.

``assert 0 <= self.rate`` holds when the program makes an object, and raises when `jax.jit` rebuilds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import FuncDef, MemberExpr, NameExpr, TryStmt
from mypy.typevars import fill_typevars

from jdc_spec.rules import INIT

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...traced.functions import TracedFunction
from ...transformed.meetings import Meeting
from ...transformed.met_objects import handed_themselves
from ..places import CLASS, asked
from ..sites import ClassSite
from .concrete import first_need

_POST_INIT: Final = "__post_init__"
_GUARDS: Final = frozenset(
    (
        *("isinstance", "issubclass", "hasattr", "getattr", "callable", "type", "is_array", "all_leaves"),
        *("Tracer", "is_concrete", "ensure_compile_time_eval", "to_concrete_value", "disable_jit"),
    )
)
"""Names that tell leaves apart, or what is traced."""
_REBUILDING: Final = frozenset(("jax.jit", "jdc.jit", "jax_dataclasses.jit", "jax.checkpoint"))
"""Transformations that rebuild the objects they are given around tracers without a value; loops and maps do too."""


@asked(INIT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the first value that ``__post_init__`` needs, where the module hands objects to a transformation."""
    method = next((each for each in site.defn.defs.body if _is_post_init(each)), None)
    if not site.model.facts.unflattens_through_init or not isinstance(method, FuncDef) or not method.arguments:
        return
    if _is_guarded(method, site):
        return
    by = min((each.by for each in handed_themselves(site.model.info, site.api) if _has_tracers(each)), default=None)
    if by is None:
        return
    traced = {method.arguments[0].variable: fill_typevars(site.model.info)}
    found = first_need(TracedFunction(by, True, method, (), traced, method, site.api))
    if found is not None:
        need, path = found
        yield Diagnostic(
            INIT,
            f'"{site.defn.name}.{_POST_INIT}" needs the value of "{path}" for {need.by}: '
            f"{site.model.facts.library} runs it whenever it rebuilds an object, so that it raises an error of JAX "
            f"under {by}; check in a class method that makes objects, or only where no leaf is a jax.core.Tracer",
            need.value,
        )


def _is_post_init(statement: object) -> bool:
    return isinstance(statement, FuncDef) and statement.name == _POST_INIT


def _is_guarded(method: FuncDef, site: ClassSite) -> bool:
    """Return whether a method looks at what its leaves are, or expects an error."""
    body = INDEX.of(site.api.tree).inside(method)
    names = {each.name for each in body.expressions_of(NameExpr)} | {
        each.name for each in body.expressions_of(MemberExpr)
    }
    return bool(names & _GUARDS) or bool(body.statements_of(TryStmt))


def _has_tracers(meeting: Meeting) -> bool:
    if meeting.how == "traced":
        return meeting.by in _REBUILDING
    return meeting.by.startswith("jax.") and meeting.how in ("mapped", "carried", "scanned")
