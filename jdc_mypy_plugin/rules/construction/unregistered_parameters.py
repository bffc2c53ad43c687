"""``jdc-unregistered`` at ``jax.vmap(f)``, ``jax.lax.scan(f, ...)`` and the like: a parameter no pytree goes to.

Nothing is said where the module hands over an object of which the source shows the class: that is reported there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Decorator, TypeInfo
from mypy.types import Type

from jdc_spec.rules import UNREGISTERED

from ...host.diagnostics import Diagnostic
from ...model.subclasses import is_layer
from ...traced.functions import TracedFunction, hands_back_arrays
from ...transformed.jitted_functions import JITS
from ...transformed.made_functions import calls_of_made
from ...transformed.plain_classes import is_made, is_plain
from ..places import TRACED_FUNCTION, asked
from ..related_places import defined_at
from .unregistered import is_bare_subclass
from .unregistered_arguments import declared_objects
from .unregistered_objects import certain_class, written_parts

_DERIVATIVES: Final = frozenset(("jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.hessian"))


@asked(UNREGISTERED, at=TRACED_FUNCTION)
def check(each: TracedFunction) -> Iterator[Diagnostic]:
    """Report the first parameter whose annotation is a class that nothing makes a pytree."""
    is_decorator = isinstance(each.at, Decorator)
    if each.definition.type is None:  # a lambda: what it is given may be of a subclass
        return
    if (is_decorator and each.by in JITS.values()) or not (hands_back_arrays(each) or _differentiates(each)):
        return
    with_default = {argument.variable for argument in each.definition.arguments if argument.initializer is not None}
    for variable, declared in each.traced.items():
        how, info = plain_objects(declared, each)
        if info is None or _is_handed(info, each) or variable in with_default:
            continue
        message = (
            f'"{variable.name}" of "{each.definition.name}" {how} of "{info.name}", which is not a pytree: {each.by} '
            "raises a TypeError for it; make the class a pytree dataclass"
        )
        at = variable if is_decorator else each.at
        yield Diagnostic(UNREGISTERED, message, at, related=defined_at(info, each.api))
        return


def plain_objects(declared: Type, each: TracedFunction) -> tuple[str, TypeInfo | None]:
    """Return the class of a parameter that nothing makes a pytree, after what the parameter does with its objects."""
    how, info = declared_objects(declared)
    tree = each.api.tree
    is_known = info is not None and is_plain(info, tree) and is_made(info, tree)
    is_below = info is not None and (is_bare_subclass(info, tree) or is_layer(info))
    return how, info if is_known or is_below else None


def _differentiates(each: TracedFunction) -> bool:
    return each.by in _DERIVATIVES and not each.callers and not each.only_arrays


def _is_handed(info: TypeInfo, each: TracedFunction) -> bool:
    """Return whether the source shows that the module hands over an object of a class."""
    calls = [*calls_of_made(each.at, each.api.tree), *([each.at] if isinstance(each.at, CallExpr) else [])]
    given = (part for call in calls for value in call.args for part in written_parts(value))
    return any(certain_class(part, each.api) is info for part in given)
