"""``jdc-carry``: the function of a loop gives back an object of another class, or branches return different ones.

What goes around a loop must keep its tree. Some versions of JAX take two classes with the same fields for one
another, and then the object has the wrong class.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import FuncDef, TypeInfo
from mypy.types import CallableType, TupleType, Type, get_proper_type

from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked
from ..traced_functions import TracedFunction

_CARRIES: Final = {"jax.lax.scan": 0, "jax.lax.while_loop": 0, "jax.lax.fori_loop": 1}
"""The position of the carry among the parameters of a body."""
_BRANCHES: Final = frozenset(("jax.lax.cond", "jax.lax.switch"))


@asked(CARRY, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report a body whose carry changes its class, and a branch that returns another class than the one before."""
    made = _class_of(_returned(site.by, site.definition))
    if made is None:
        return
    if site.by in _CARRIES:
        taken = _class_of(_parameter(site.definition, _CARRIES[site.by]))
        if taken is not None and taken is not made and not _are_related(taken, made):
            yield Diagnostic(
                CARRY,
                f'"{site.definition.name}" takes a "{taken.name}" and gives back a "{made.name}": '
                f"{site.by} wants a carry of the same tree each time, and raises a TypeError or "
                "goes on with an object of the wrong class",
                site.definition,
            )
    elif site.by in _BRANCHES and site.beside:
        first = min((site.definition, *site.beside), key=lambda each: each.line)
        other = _class_of(_returned(site.by, first))
        if other is not None and other is not made and not _are_related(other, made):
            yield Diagnostic(
                CARRY,
                f'branches "{first.name}" and "{site.definition.name}" of {site.by} return a "{other.name}" and a '
                f'"{made.name}": they must return the same tree, and JAX raises a TypeError or goes on with an '
                "object of the wrong class",
                site.definition,
            )


def _parameter(definition: FuncDef, position: int) -> Type | None:
    kind = get_proper_type(definition.type)
    if not isinstance(kind, CallableType) or definition.info or position >= len(kind.arg_types):
        return None
    return kind.arg_types[position]


def _returned(by: str, definition: FuncDef) -> Type | None:
    """Return the declared type of what a function gives back, of its carry where it gives back more."""
    kind = get_proper_type(definition.type)
    result = get_proper_type(kind.ret_type) if isinstance(kind, CallableType) else None
    if by != "jax.lax.scan":
        return result
    return result.items[0] if isinstance(result, TupleType) and len(result.items) == 2 else None


def _class_of(declared: Type | None) -> TypeInfo | None:
    """Return the pytree dataclass that a type is."""
    instance = sole_instance(declared)
    return instance.type if instance is not None and model_of(instance.type) is not None else None


def _are_related(one: TypeInfo, other: TypeInfo) -> bool:
    return one in other.mro or other in one.mro
