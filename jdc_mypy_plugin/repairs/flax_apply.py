"""``model.apply(variables, x)`` of flax.linen, which is declared to return a result, or a pair of that and state.

It returns a pair only where it is told to, with ``mutable`` or ``capture_intermediates``; to mypy each use of a
result would be wrong for the pair.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import ARG_STAR2
from mypy.plugin import MethodContext
from mypy.types import AnyType, Type, TypeOfAny

APPLY: Final = "apply"
MODULE: Final = "flax.linen.module.Module"
_PAIRING: Final = ("mutable", "capture_intermediates")


def result_alone(ctx: MethodContext) -> Type:
    """Return the type of the result alone where nothing asks for state."""
    names, kinds = ctx.callee_arg_names, ctx.arg_kinds
    is_asked = any(kinds[place] for place, name in enumerate(names) if name in _PAIRING)
    may_be_asked = any(kind is ARG_STAR2 for given in kinds for kind in given)
    return ctx.default_return_type if is_asked or may_be_asked else AnyType(TypeOfAny.special_form)
