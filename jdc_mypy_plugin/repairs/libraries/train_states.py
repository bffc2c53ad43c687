"""``state.params`` of flax's `TrainState`, which is declared a ``FrozenDict``, and what its methods take.

`flax.linen` makes plain dicts since release 0.7, and programs say so: ``def loss(params: dict[str, Any])``. See
https://github.com/google/flax/discussions/3191. ``create`` and ``apply_gradients`` hand ``**kwargs`` to the fields
that a subclass adds.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ArgKind, AssignmentStmt, CallExpr, MemberExpr, TypeInfo
from mypy.plugin import MethodSigContext
from mypy.types import AnyType, CallableType, FunctionLike, Instance, Type, TypeOfAny, UnionType

from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax import INDEX

_STATE: Final = "flax.training.train_state.TrainState"
_PARAMS: Final = "params"
FILLING: Final = ("create", "apply_gradients")
"""Methods that hand what they are given besides to fields."""
_OWN: Final = ("step", "apply_fn", "params", "tx", "opt_state")
"""Fields that ``create`` fills by itself or has parameters for."""
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


def is_of_flax(info: TypeInfo, name: str) -> bool:
    """Return whether a method of a subclass of `TrainState` is the one that flax wrote."""
    owner = info.get_containing_type_info(name) if name in FILLING else None
    return owner is not None and owner.fullname == _STATE and info.fullname != _STATE


def state_signature(ctx: MethodSigContext) -> FunctionLike:
    """Give ``State.create(...)`` and ``state.apply_gradients(...)`` the fields of the class by name, of any type."""
    receiver, signature = known_type(ctx.type), ctx.default_signature
    is_made = isinstance(receiver, CallableType)
    info = receiver.type_object() if isinstance(receiver, CallableType) and receiver.is_type_obj() else None
    info = receiver.type if isinstance(receiver, Instance) else info
    model = None if info is None else model_of(info)
    if info is None or model is None or not model.facts.is_dataclass or info.fallback_to_any:
        return signature
    fields = {name: each for name, each in model.fields.items() if each.init and not (is_made and name in _OWN)}
    given = [at for at, kind in enumerate(signature.arg_kinds) if kind is not ArgKind.ARG_STAR2]
    needed = [is_made and not each.has_default for each in fields.values()]
    return signature.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=[*(signature.arg_types[at] for at in given), *(_ANY for _ in fields)],
        arg_names=[*(signature.arg_names[at] for at in given), *fields],
        arg_kinds=[*(signature.arg_kinds[at] for at in given), *(_kind(is_needed) for is_needed in needed)],
    )


def _kind(is_needed: bool) -> ArgKind:
    return ArgKind.ARG_NAMED if is_needed else ArgKind.ARG_NAMED_OPT
