"""``jdc-unregistered`` at ``return``: an object that a transformation cannot hand back, since it is not an array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, FuncDef, TypeInfo

from jdc_spec.rules import UNREGISTERED

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ...traced.functions import TracedFunction, hands_back_arrays
from ...transformed.jitted_functions import JITS, Jitted
from ..places import JITTED_FUNCTION, TRACED_FUNCTION, asked
from ..related_places import defined_at
from .unregistered_objects import certain_class, why_no_pytree, written_parts
from .unregistered_parameters import plain_objects

_MAY_RETURN: Final = "auto_static"
"""The keyword of `jdc.jit` under which objects of any class come back, as long as they hold no tracer."""


@asked(UNREGISTERED, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report what a decorated function returns, where its class is certain and nothing registers that."""
    definition = each.definition
    if definition is None or definition.is_generator or definition.is_coroutine or not _is_alone(definition, each):
        return
    if each.options is not None and _MAY_RETURN not in each.options:
        yield from _refused(definition, each.jit, each.api)


@asked(UNREGISTERED, at=TRACED_FUNCTION)
def check_traced(each: TracedFunction) -> Iterator[Diagnostic]:
    """Report the same of a function that a call transforms, ``jax.vmap(f)``, and of what a loop calls."""
    is_decorated = not isinstance(each.at, CallExpr)
    if hands_back_arrays(each) and not (is_decorated and each.by in JITS.values()):
        given = [info for info in (plain_objects(declared, each)[1] for declared in each.traced.values()) if info]
        yield from _refused(each.definition, each.by, each.api, given)


def _refused(
    definition: FuncDef, transformation: str, api: TypeChecker, given: Sequence[TypeInfo] = ()
) -> Iterator[Diagnostic]:
    """Report what a function returns, but for objects of classes that it is given too: that is reported already."""
    for value in (part for given in returned_by(definition.body.body) if given for part in written_parts(given)):
        info = certain_class(value, api)
        why = None if info is None else why_no_pytree(info, api)
        if info is not None and why is not None and info not in given:
            returned = f'"{definition.name}" returns an object of "{info.name}"'
            message = f"{returned}, for which {transformation} raises a TypeError: {why}"
            yield Diagnostic(UNREGISTERED, message, value, related=defined_at(info, api))


def _is_alone(definition: FuncDef, each: Jitted) -> bool:
    """Return whether no other decorator may take the object apart."""
    decorators = INDEX.of(each.api.tree).body.statements_of(Decorator)
    return any(other.func is definition and len(other.original_decorators) == 1 for other in decorators)
