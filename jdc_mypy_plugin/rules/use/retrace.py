"""``jdc-retrace``: a loop makes a new function for a static field at each turn, and jit compiles for each of them.

Functions are equal to themselves only (https://github.com/google-deepmind/optax/issues/353). Code that never hands
the object to jit is reported too, so the rule is off by default.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Expression, FloatExpr, IntExpr, MemberExpr, OpExpr
from mypy.types import CallableType, Type

from jdc_spec.rules import RETRACE

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import PytreeClass
from ...typefacts.instances import sole_instance
from ..in_place_writes import as_replacement
from ..places import ATTRIBUTE_WRITE, CONSTRUCTION, COPY_WRITE, REPLACEMENT, AttributeWrite, asked
from ..sites import CallSite
from .counted_in_loops import counts, numbers_turns
from .eager_uses import stays_eager
from .made_in_loops import made_in_loop
from .turns import depends_on_turn, is_repeated

_NEUTRAL: Final = {"+": 0, "-": 0, "*": 1, "/": 1, "**": 1}
"""The numbers with which an operation leaves the other one as it is."""


@asked(RETRACE, at=ATTRIBUTE_WRITE)
def check_in_place(site: AttributeWrite) -> Iterator[Diagnostic]:
    """Report ``copy.rate *= 0.9`` of a mutable copy."""
    replacement = as_replacement(site)
    if replacement is not None:
        yield from check(replacement)


@asked(RETRACE, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report functions made inside a loop as the value of a static field, and numbers that it changes."""
    model = site.model
    if model is None or not is_repeated(site):
        return
    for name, value in site.arguments.items():
        if name not in model.fields or not _is_static(model, name):
            continue
        declared = known_type(model.type_of(name))
        made = made_in_loop(value, declared, site)
        if made is not None:
            yield Diagnostic(
                RETRACE,
                f'{made} is a new value of static field "{name}" of "{site.info.name}" at each turn of the loop: it '
                "equals no other, and jax.jit compiles again for each; make it once, before the loop",
                value,
            )
        elif _changes(value, name, declared, site) and not _stays_eager(site):
            yield Diagnostic(
                RETRACE,
                f'the loop gives static field "{name}" of "{site.info.name}" another number at each turn, and '
                "jax.jit compiles again for each; make it a data field",
                value,
            )


def _stays_eager(site: CallSite) -> bool:
    return isinstance(site.call, Expression) and stays_eager(site.call, site.info, site.api.tree)


def _is_static(model: PytreeClass, name: str) -> bool:
    """Return whether a field is static, as the filters make one for a function."""
    is_function = model.facts.filters_leaves and isinstance(known_type(model.type_of(name)), CallableType)
    return model.role_of(name) == "static" or is_function


def _changes(value: Expression, name: str, declared: Type | None, site: CallSite) -> bool:
    """Return whether a field gets another number at each turn."""
    if _is_float(declared) or counts(value, name, site):
        return not _keeps(value, name) and depends_on_turn(value, site)
    return numbers_turns(value, name, site)


def _is_float(declared: Type | None) -> bool:
    instance = sole_instance(declared)
    return instance is not None and instance.type.fullname == "builtins.float"


def _keeps(value: Expression, name: str) -> bool:
    """Return whether a value is what the field was before: ``rate=state.rate``, ``rate=state.rate * 1.0``."""
    if isinstance(value, OpExpr) and isinstance(value.right, IntExpr | FloatExpr):
        return value.right.value == _NEUTRAL.get(value.op) and _keeps(value.left, name)
    return isinstance(value, MemberExpr) and value.name == name
