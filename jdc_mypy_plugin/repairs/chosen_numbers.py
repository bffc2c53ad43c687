"""``max(state.best, loss)`` of a number and an array, which is one of the two; mypy knows only that they compare."""

from __future__ import annotations

from mypy.nodes import ArgKind
from mypy.plugin import FunctionContext
from mypy.typeops import make_simplified_union
from mypy.types import Instance, ProperType, Type, UnionType

from jdc_spec.arrays import JAX_ARRAYS

from ..host.known_types import known_type
from .transforms.leaf_types import NUMBERS


def type_chosen(ctx: FunctionContext) -> Type:
    """Return the type of one of the arguments, where they are numbers and arrays of JAX."""
    given = [each for types in ctx.arg_types for each in types]
    kinds = {kind for kinds in ctx.arg_kinds for kind in kinds}
    items = [item for each in map(known_type, given) for item in _items(each)]
    is_mixed = any(_is_of(item, JAX_ARRAYS) for item in items) and any(_is_of(item, NUMBERS) for item in items)
    if len(given) < 2 or kinds != {ArgKind.ARG_POS} or not is_mixed:
        return ctx.default_return_type
    is_known = all(_is_of(item, NUMBERS | JAX_ARRAYS) for item in items)
    return make_simplified_union(given) if is_known else ctx.default_return_type


def _items(kind: ProperType | None) -> list[ProperType | None]:
    return [known_type(item) for item in kind.items] if isinstance(kind, UnionType) else [kind]


def _is_of(kind: ProperType | None, names: frozenset[str]) -> bool:
    return isinstance(kind, Instance) and kind.type.fullname in names
