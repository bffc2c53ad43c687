"""``jdc-carry``: the function of a loop gives back an object of another class, or branches return different ones.

The carry of a loop must keep its tree. Some versions of JAX take two classes with the same fields for one another,
and then the object has the wrong class.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, FuncDef, MemberExpr, TypeInfo
from mypy.types import CallableType, Instance, TupleType, Type

from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...traced.functions import TracedFunction
from ...transformed.given_functions import given_partial, is_here
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked

CARRIES: Final = {"jax.lax.scan": 0, "jax.lax.while_loop": 0, "jax.lax.fori_loop": 1}
"""The position of the carry among the parameters of a body."""
BRANCHES: Final = frozenset(("jax.lax.cond", "jax.lax.switch"))


@asked(CARRY, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report a body whose carry changes its class, and a branch that returns another class than the one before."""
    returned = _returned(site.by, site.definition)
    if site.by in CARRIES and _is_named(site):
        for taken, made in differences(_parameter(site.definition, CARRIES[site.by]), returned):
            message = changed(f'"{site.definition.name}"', taken, made, site.by)
            yield Diagnostic(CARRY, message, site.definition)
    elif site.by in BRANCHES and site.beside:
        first = min((site.definition, *site.beside), key=lambda each: each.line)
        for other, made in differences(_returned(site.by, first), returned):
            yield Diagnostic(
                CARRY,
                f'branches "{first.name}" and "{site.definition.name}" of {site.by} return a "{other.name}" and a '
                f'"{made.name}": they must return the same tree, and JAX raises a TypeError or goes on with an '
                "object of the wrong class",
                site.definition,
            )


def _is_named(site: TracedFunction) -> bool:
    """Return whether the loop is given the function by its name; methods and partials are judged by the call."""
    given = site.at.args if isinstance(site.at, CallExpr) else []
    if any(isinstance(each, MemberExpr) and each.name == site.definition.name for each in given):
        return False
    return is_here(site.definition, site.api) and all(given_partial(each, site.api) is None for each in given)


def changed(function: str, taken: TypeInfo, made: TypeInfo, by: str) -> str:
    """Word that the function of a loop changes the class of what it carries."""
    return (
        f'{function} takes a "{taken.name}" and returns a "{made.name}": {by} wants a carry of the same tree each '
        "time, and raises a TypeError or goes on with an object of the wrong class"
    )


def differences(one: Type | None, other: Type | None) -> Iterator[tuple[TypeInfo, TypeInfo]]:
    """Yield the classes of pytree dataclasses that stand at one place of two types and are not related."""
    first, second = known_type(one), known_type(other)
    if isinstance(first, TupleType) and isinstance(second, TupleType) and len(first.items) == len(second.items):
        for pair in zip(first.items, second.items, strict=True):
            yield from differences(*pair)
    elif isinstance(first, Instance) and isinstance(second, Instance) and _are_dicts(first, second):
        yield from differences(first.args[1], second.args[1])
    else:
        taken, made = _class_of(first), _class_of(second)
        if taken is not None and made is not None and taken not in made.mro and made not in taken.mro:
            yield taken, made


def _are_dicts(one: Instance, other: Instance) -> bool:
    return one.type.fullname == other.type.fullname == "builtins.dict"


def _parameter(definition: FuncDef, position: int) -> Type | None:
    kind = known_type(definition.type)
    if not isinstance(kind, CallableType) or definition.info or position >= len(kind.arg_types):
        return None
    return kind.arg_types[position]


def _returned(by: str, definition: FuncDef) -> Type | None:
    """Return the declared type of what a function gives back, of its carry where it gives back more."""
    kind = known_type(definition.type)
    return given_back(by, kind.ret_type) if isinstance(kind, CallableType) else None


def given_back(by: str, result: Type) -> Type | None:
    """Return the type of what the function of a loop or a branch gives back, of the carry where that is a part."""
    kind = known_type(result)
    if by != "jax.lax.scan":
        return kind
    return kind.items[0] if isinstance(kind, TupleType) and len(kind.items) == 2 else None


def _class_of(declared: Type | None) -> TypeInfo | None:
    """Return the pytree dataclass that a type is."""
    instance = sole_instance(declared)
    return instance.type if instance is not None and model_of(instance.type) is not None else None
