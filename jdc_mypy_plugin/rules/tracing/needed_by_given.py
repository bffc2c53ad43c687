"""``jdc-concrete``: a function of another module that is handed to JAX needs the value of a tracer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.checker import TypeChecker

from jdc_spec.rules import CONCRETE

from ...host.diagnostics import Diagnostic
from ...traced.overriding_methods import declared_types, methods_called
from ...traced.types import is_traced_leaf
from ..places import LOOP, TRANSFORMED, Loop, Transformed, asked
from .noted_tracers import INSTEAD
from .parts_of_objects import Given, NeedsOfCalls, PartsOfObjects
from .traced_elsewhere import TracedElsewhere, traced_by_call, traced_by_loop


@asked(CONCRETE, at=TRANSFORMED)
def check(site: Transformed) -> Iterator[Diagnostic]:
    """Report the function of another module that ``jax.jit(step)`` cannot trace."""
    yield from _found(traced_by_call(site), site.api)


@asked(CONCRETE, at=LOOP)
def check_loop(site: Loop) -> Iterator[Diagnostic]:
    """Report a function of another module that a loop cannot trace."""
    yield from _found(traced_by_loop(site), site.api)


def _found(functions: Iterable[TracedElsewhere], api: TypeChecker) -> Iterator[Diagnostic]:
    for each in functions:
        needed = next(_needed(each, api), None) or next(_needed_by_methods(each, api), None)
        if needed is not None:
            kind, by, path = needed
            yield Diagnostic(
                CONCRETE,
                f'"{by}" needs the value of "{path}", which is a tracer under {each.by}: it raises an error of JAX '
                f'when "{each.function.name}" is traced; use {INSTEAD[kind]}',
                each.at,
            )


def _needed_by_methods(given: TracedElsewhere, api: TypeChecker) -> Iterator[tuple[str, str, str]]:
    """Yield the same for the methods that a method calls of its object, which are those of the class at hand."""
    called = (
        methods_called(given.owner, given.function, frozenset(given.traced), api) if given.owner is not None else ()
    )
    for each in called:
        types = declared_types(each.method)
        traced = {name: kind for name in each.traced if (kind := types.get(name)) is not None}
        yield from _needed(given._replace(function=each.method, traced=traced), api)


def _needed(given: TracedElsewhere, api: TypeChecker) -> Iterator[tuple[str, str, str]]:
    """Yield the tracers of which a function needs the value: the code there, who has it, and the way to it."""
    parts = PartsOfObjects(is_traced_leaf, {}, api)
    handed = {name: Given(given.at, kind) for name, kind in given.traced.items()}
    for kind, by, parameter, *attributes in NeedsOfCalls(parts).of(given.function, handed):
        declared = given.traced.get(parameter)
        if declared is not None and parts.is_tracer(given.at, declared, attributes):
            yield kind, by, ".".join((parameter, *attributes))
