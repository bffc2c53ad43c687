"""The methods that ``@chex.dataclass`` adds to a class besides ``replace``: for tuples, and those of a mapping.

https://github.com/google-deepmind/chex/blob/master/chex/_src/dataclass.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_OPT, ARG_POS, ArgKind, Argument, CallExpr, IndexExpr, MemberExpr, TypeInfo, Var
from mypy.plugin import ClassDefContext, FunctionSigContext, MethodContext
from mypy.plugins.common import add_method_to_class
from mypy.types import AnyType, CallableType, FunctionLike, Instance, ProperType, Type, TypeOfAny
from mypy.typestate import type_state
from mypy.typevars import fill_typevars

from jdc_spec.libraries import CHEX
from jdc_spec.repairs import Kind

from ...host.daemon import is_daemon
from ...host.known_types import known_type
from ...host.repaired import tell
from ...libraries.facts import Facts
from ...model.classes import model_of
from ..starred_arguments import taking_anything

_MAPPING: Final = "typing.Mapping"
_TO_TUPLE: Final = "to_tuple"
_FROM_TUPLE: Final = "from_tuple"
_IN_MAPPINGS: Final[Mapping[str, Sequence[str]]] = {
    "__getitem__": ("key",),
    "__iter__": (),
    "__len__": (),
    "keys": (),
    "values": (),
    "items": (),
    "get": ("key", "default"),
}
"""The methods of a class as a mapping, each with its parameters; all that are named default may be left out."""

ADDED_METHODS: Final = frozenset((_TO_TUPLE, _FROM_TUPLE, *_IN_MAPPINGS))


def add_chex_methods(ctx: ClassDefContext, facts: Facts) -> None:
    """Add to a class what chex adds, where neither the class nor a base has it."""
    if facts.library != CHEX.name:
        return
    anything = AnyType(TypeOfAny.explicit)
    _add(ctx, _TO_TUPLE, (), ctx.api.named_type("builtins.tuple", [anything]))
    _add(ctx, _FROM_TUPLE, ("args",), fill_typevars(ctx.cls.info), of_class=True)
    for name, parameters in _IN_MAPPINGS.items() if facts.is_mapping else ():
        returned = ctx.api.named_type("builtins.int") if name == "__len__" else anything
        _add(ctx, name, parameters, returned)
    _promote(ctx, is_mapping=facts.is_mapping)


def _promote(ctx: ClassDefContext, *, is_mapping: bool) -> None:
    """Let objects of a class be given where a mapping is wanted, as mypy lets ``int`` be where ``float`` is.

    The class gets no base: mypy would compare each field with the methods of a mapping, and chex does not.
    """
    info = ctx.cls.info
    mapping = ctx.api.named_type(_MAPPING, [ctx.api.named_type("builtins.str"), AnyType(TypeOfAny.explicit)])
    kept = [each for each in info._promote if not isinstance(each, Instance) or each.type is not mapping.type]  # pyright: ignore[reportPrivateUsage] - as mypy's analyzer does
    info._promote = [*kept, mapping] if is_mapping else kept  # pyright: ignore[reportPrivateUsage] - the same
    if is_daemon(ctx.api.options):  # which remembers what was a mapping before an edit
        type_state.reset_subtype_caches_for(mapping.type)


def _add(
    ctx: ClassDefContext, name: str, parameters: Sequence[str], returned: Type, *, of_class: bool = False
) -> None:
    if any(name in base.names for base in ctx.cls.info.mro if base.fullname != "builtins.object"):
        return
    anything = AnyType(TypeOfAny.explicit)
    taken = [Argument(Var(parameter, anything), anything, None, _kind(parameter)) for parameter in parameters]
    add_method_to_class(ctx.api, ctx.cls, name, taken, returned, is_classmethod=of_class)


def _kind(parameter: str) -> ArgKind:
    return ARG_OPT if parameter == "default" else ARG_POS


def accept_mapping(ctx: FunctionSigContext, taken: FunctionLike, info: TypeInfo) -> FunctionLike:
    """Let a class that is a mapping be made of one: ``State({"x": x})``, which chex takes for ``State(x=x)``."""
    model = model_of(info)
    if model is None or not model.facts.is_mapping or not isinstance(taken, CallableType):
        return taken
    call = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(call, CallExpr) or call.arg_kinds != [ARG_POS]:
        return taken
    given = known_type(ctx.api.get_expression_type(call.args[0]))
    return taking_anything(taken) if _may_be_mapping(given) else taken


def _may_be_mapping(given: ProperType | None) -> bool:
    if not isinstance(given, Instance):
        return isinstance(given, AnyType)
    model = model_of(given.type)
    is_object = model is not None and model.facts.is_mapping
    return is_object or given.type.has_base(_MAPPING) or given.type.fullname == "builtins.zip"


def tell_added(ctx: MethodContext) -> Type:
    """Tell that a class has what chex adds."""
    given = known_type(ctx.type)
    called = ctx.context.callee if isinstance(ctx.context, CallExpr) else ctx.context
    name = called.name if isinstance(called, MemberExpr) else "__getitem__"
    if isinstance(given, FunctionLike) and given.is_type_obj():
        owner: TypeInfo | None = given.type_object()
    else:
        owner = given.type if isinstance(given, Instance) else None
    if owner is None or not isinstance(called, MemberExpr | IndexExpr):
        return ctx.default_return_type
    symbol = owner.get(name)
    if symbol is not None and symbol.plugin_generated:
        tell(ctx.api, Kind.ATTRIBUTE, called, (name, owner.name))
    return ctx.default_return_type
