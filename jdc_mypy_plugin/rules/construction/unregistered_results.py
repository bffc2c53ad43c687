"""``jdc-unregistered`` at ``return``: an object that a jitted function cannot hand back, since it is no array."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Decorator, FuncDef

from jdc_spec.rules import UNREGISTERED

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.functions import returned_by
from ..jitted_functions import Jitted
from ..places import JITTED_FUNCTION, asked
from .unregistered_objects import certain_class, why_no_pytree, written_parts

_MAY_RETURN: Final = "auto_static"
"""The keyword of `jdc.jit` under which objects of any class come back, as long as they hold no tracer."""


@asked(UNREGISTERED, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report what a decorated function returns, where its class is certain and nothing registers that."""
    definition = each.definition
    if definition is None or definition.is_generator or definition.is_coroutine or not _is_alone(definition, each):
        return
    if each.options is None or _MAY_RETURN in each.options:
        return
    for value in (part for given in returned_by(definition.body.body) if given for part in written_parts(given)):
        info = certain_class(value, each.api)
        why = None if info is None else why_no_pytree(info, each.api)
        if info is not None and why is not None:
            returned = f'"{definition.name}" returns an object of "{info.name}"'
            message = f"{returned}, for which {each.jit} raises a TypeError: {why}"
            yield Diagnostic(UNREGISTERED, message, value)


def _is_alone(definition: FuncDef, each: Jitted) -> bool:
    """Return whether no other decorator may take the object apart."""
    decorators = INDEX.of(each.api.tree).body.statements_of(Decorator)
    return any(other.func is definition and len(other.original_decorators) == 1 for other in decorators)
