"""``jdc-init`` and ``jdc-flatten`` in constructors that need the value of a leaf, a tracer under `jax.jit`.

``assert 0 <= self.rate`` holds when the program makes an object, and raises when `jax.jit` rebuilds it: in a
``__post_init__``, and in an ``__init__`` that the function calls with which a class is registered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, MemberExpr, NameExpr, TryStmt, TypeInfo
from mypy.typevars import fill_typevars

from jdc_spec.rules import FLATTEN, INIT

from ...host.diagnostics import Diagnostic
from ...libraries.flattening import flattened
from ...syntax import INDEX
from ...syntax.values.parts import attributes_in
from ...traced.functions import TracedFunction, parameters
from ...transformed.meetings import Meeting
from ...transformed.met_objects import handed_themselves
from ..construction.changing_constructors import constructor_of, given_attributes
from ..places import CLASS, HAND_REGISTERED, asked
from ..registrations import HandRegistered
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
    by = _transformation(site.model.info, method, site.api)
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


@asked(FLATTEN, at=HAND_REGISTERED)
def check_by_hand(site: HandRegistered) -> Iterator[Diagnostic]:
    """Report the first value that ``__init__`` needs of a child that unflattening gives it."""
    constructor = constructor_of(site)
    pair = None if constructor is None else flattened(site.flatten, with_keys=site.with_keys)
    if constructor is None or pair is None:
        return
    children = attributes_in(pair.children)
    given = {each for name, each in given_attributes(site, constructor).items() if name in children}
    by = _transformation(site.info, constructor, site.api) if given else None
    if by is None:
        return
    positions = [place for place, each in enumerate(constructor.arguments) if each.variable in given]
    traced = parameters(constructor, positions)  # without those that have a default: each object may hold that
    found = first_need(TracedFunction(by, True, constructor, (), traced, constructor, site.api))
    if found is not None:
        need, path = found
        yield Diagnostic(
            FLATTEN,
            f'"{site.info.name}.__init__" needs the value of "{path}" for {need.by}, and unflattening calls it, so '
            f"that it raises an error of JAX under {by}; check in a class method that makes objects, or make objects "
            "with object.__new__ there",
            need.value,
        )


def _transformation(info: TypeInfo, method: FuncDef, api: TypeChecker) -> str | None:
    """Return a transformation that the module hands objects to, where a method does not look at what leaves are."""
    if _is_guarded(method, api):
        return None
    return min((each.by for each in handed_themselves(info, api) if _has_tracers(each)), default=None)


def _is_post_init(statement: object) -> bool:
    return isinstance(statement, FuncDef) and statement.name == _POST_INIT


def _is_guarded(method: FuncDef, api: TypeChecker) -> bool:
    """Return whether a method looks at what its leaves are, or expects an error."""
    body = INDEX.of(api.tree).inside(method)
    names = {each.name for each in body.expressions_of(NameExpr)} | {
        each.name for each in body.expressions_of(MemberExpr)
    }
    return bool(names & _GUARDS) or bool(body.statements_of(TryStmt))


def _has_tracers(meeting: Meeting) -> bool:
    if meeting.how == "traced":
        return meeting.by in _REBUILDING
    return meeting.by.startswith("jax.") and meeting.how in ("mapped", "carried", "scanned")
