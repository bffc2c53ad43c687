"""``state.params`` of flax's `TrainState`, which is declared a ``FrozenDict``.

`flax.linen` makes plain dicts since release 0.7, and programs say so: ``def loss(params: dict[str, Any])``. See
https://github.com/google/flax/discussions/3191.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, MemberExpr, TypeInfo
from mypy.types import AnyType, Instance, Type, TypeOfAny, UnionType

from ..host.known_types import known_type
from ..syntax import INDEX

_STATE: Final = "flax.training.train_state.TrainState"
_PARAMS: Final = "params"
_FROZEN: Final = "flax.core.frozen_dict.FrozenDict"
_DICTS: Final = ("builtins.dict", "typing.MutableMapping", "collections.abc.MutableMapping")
_ANY: Final = AnyType(TypeOfAny.special_form)


def params_taken(declared: Type, name: str, info: TypeInfo) -> Type:
    """Return what ``state.replace`` takes for a field."""
    return _ANY if _is_params(declared, name, info) else declared


def params_read(declared: Type, read: MemberExpr, info: TypeInfo, api: TypeChecker) -> Type:
    """Return what a field is where it is read: anything, where a dict is wanted or it is given another name."""
    if not _is_params(declared, read.name, info):
        return declared
    around = INDEX.of(api.tree).parent(read)
    is_given = isinstance(around, CallExpr) and read in around.args and _is_dict_wanted(api)
    is_named = isinstance(around, AssignmentStmt) and around.rvalue is read and around.unanalyzed_type is None
    return _ANY if is_given or is_named else declared


def _is_dict_wanted(api: TypeChecker) -> bool:
    """Return whether a function takes a dict in the place that mypy looks at."""
    wanted = known_type(api.expr_checker.type_context[-1])
    items = map(known_type, wanted.items) if isinstance(wanted, UnionType) else [wanted]
    return any(isinstance(each, Instance) and each.type.fullname in _DICTS for each in items)


def _is_params(declared: Type, name: str, info: TypeInfo) -> bool:
    kind = known_type(declared)
    is_frozen = isinstance(kind, Instance) and kind.type.fullname == _FROZEN
    return is_frozen and name == _PARAMS and info.has_base(_STATE)
