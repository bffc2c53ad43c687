"""``graphdef, params, rest = nnx.split(model, nnx.Param, ...)``: a state for each filter.

flax says that there are two states or more, and mypy unpacks a tuple of no certain length into no certain names.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr
from mypy.plugin import FunctionContext
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, UnpackType

from ...host.known_types import known_type
from ...syntax.index import INDEX

SPLITS: Final = ("flax.nnx.graph.split", "flax.nnx.graphlib.split")
"""`nnx.split` by its full names in the releases of flax."""

_ANY: Final = AnyType(TypeOfAny.special_form)


def count_states(ctx: FunctionContext) -> Type:
    """Return a tuple with as many states as the call gives filters."""
    call, made = ctx.context, known_type(ctx.default_return_type)
    last = made.items[-1] if isinstance(made, TupleType) and made.items else None
    if not isinstance(call, CallExpr) or not isinstance(made, TupleType) or not isinstance(last, UnpackType):
        return ctx.default_return_type
    states = known_type(last.type)
    if any(kind.is_star() for kind in call.arg_kinds) or not isinstance(states, Instance) or len(states.args) != 1:
        return ctx.default_return_type
    given = sum(kind.is_positional() for kind in call.arg_kinds)
    items = [*made.items[:-1], *[states.args[0]] * (given - len(made.items) + 1)]
    assert isinstance(ctx.api, TypeChecker)
    rebound = INDEX.of(ctx.api.tree).rebinding.rebound_targets(call)
    if len(rebound) == len(items):  # state = dict(nnx.to_flat_state(state)), say
        items = [_ANY if is_rebound else item for item, is_rebound in zip(items, rebound, strict=True)]
    return made.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
