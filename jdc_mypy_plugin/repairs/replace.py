"""``obj.replace(...)``: mypy sees ``**changes``; the plugin gives it the fields of the class.

Decorated classes get the method from the decorator, which no checker can see.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type_by_instance
from mypy.nodes import (
    ARG_NAMED_OPT,
    ARG_STAR,
    ARG_STAR2,
    MDEF,
    Argument,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.plugin import AttributeContext, ClassDefContext, MethodSigContext
from mypy.plugins.common import add_method_to_class
from mypy.typeops import make_simplified_union, map_type_from_supertype
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    Type,
    TypeOfAny,
    TypeVarId,
    TypeVarType,
)
from mypy.typevars import fill_typevars

from ..host.known_types import known_type
from ..libraries.jax_md import SET
from ..libraries.registry import REPLACING, base_classes
from ..model.classes import PytreeClass, model_of
from ..syntax import INDEX
from ..typefacts.instances import sole_instance
from .libraries.train_states import params_taken
from .number_fields import also_array
from .starred_arguments import accept_dict
from .transforms.axis_specs import accept_axes

METHOD = "replace"


def add_replace(ctx: ClassDefContext) -> None:
    """Add ``replace(**changes)`` to a decorated class that does not write its own.

    To mypy it takes anything until it is called, so that a subclass may write one with parameters of its own.
    """
    info = ctx.cls.info
    if METHOD not in info.names and not any(METHOD in base.names for base in info.mro[1:]):
        _add(ctx)


def _add(ctx: ClassDefContext) -> None:
    anything = AnyType(TypeOfAny.explicit)
    kinds = {"args": ARG_STAR, "changes": ARG_STAR2}
    taken = [Argument(Var(name, anything), anything, None, kind) for name, kind in kinds.items()]
    own = _self_type(ctx)
    _as_attribute(add_method_to_class(ctx.api, ctx.cls, METHOD, taken, own, self_type=own, tvar_def=own), ctx.cls)


def add_replace_to_subclass(ctx: ClassDefContext) -> None:
    """Add it to a class that a base class of the project's own registers, while mypy still analyses the class.

    mypy goes through the methods of the class afterwards, and would bind their type variables once more. A variable
    that holds a function is a method as well, and nothing to go through. Each class has its own, since mypy does not
    bind those of two bases before it compares them.
    """
    info = ctx.cls.info
    inherited = [base.names[METHOD] for base in info.mro[1:] if METHOD in base.names]
    if METHOD in info.names or not all(each.plugin_generated for each in inherited):
        return
    _add(ctx)
    method = ctx.cls.defs.body.pop()
    assert isinstance(method, Decorator)
    method.var.is_inferred = True  # mypy takes a variable with an annotation for one of the object, and binds no self
    info.names[METHOD] = SymbolTableNode(MDEF, method.var, plugin_generated=True)


def _as_attribute(method: FuncDef | Decorator, cls: ClassDef) -> None:
    """Make a method one with a decorator: mypy asks a plugin for the type of an attribute, not for that of a method.

    It does ask for the signature of a method that is called, but only on an object whose type is a class.
    """
    assert isinstance(method, FuncDef)
    var = Var(method.name, method.type)
    var.info = cls.info
    var._fullname = method.fullname  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
    var.is_ready = var.is_initialized_in_class = True
    method.is_decorated = True
    decorated = Decorator(method, [], var)
    decorated.set_line(method)
    cls.info.names[method.name] = SymbolTableNode(MDEF, decorated, plugin_generated=True)
    cls.defs.body[-1] = decorated


def _self_type(ctx: ClassDefContext) -> TypeVarType:
    """Return a type variable for ``self``, so that ``replace`` of a ``Self`` is a ``Self``."""
    info = ctx.cls.info
    return TypeVarType(
        name="_Self",
        fullname=f"{info.fullname}._Self",
        id=TypeVarId(-1, namespace=f"{info.fullname}.{METHOD}"),
        values=[],
        upper_bound=fill_typevars(info),
        default=AnyType(TypeOfAny.from_omitted_generics),
    )


def replace_signature(ctx: MethodSigContext) -> FunctionLike:
    """Give a call of ``replace`` the keywords and types of the fields; its result is ``Self``."""
    receiver = known_type(ctx.type)
    if not isinstance(receiver, Instance):
        return ctx.default_signature
    taken = _with_fields(ctx.default_signature, receiver, ctx.api)
    return accept_dict(ctx, accept_axes(ctx, taken, receiver.type))


def set_signature(ctx: MethodSigContext) -> FunctionLike:
    """Give a call of ``set`` that jax_md adds the same."""
    receiver = known_type(ctx.type)
    model = model_of(receiver.type) if isinstance(receiver, Instance) else None
    if model is None or not isinstance(receiver, Instance):
        return ctx.default_signature
    return accept_dict(ctx, _of_model(ctx.default_signature, receiver, model, SET, ctx.api))


def replace_attribute(ctx: AttributeContext) -> Type:
    """Give ``obj.replace`` the same where it is not called at once, and where ``obj`` is a type variable: `Self`.

    When mypy compares the ``replace`` of two bases, there is no such expression: the methods take anything then.
    """
    if not isinstance(ctx.context, Expression):
        return ctx.default_attr_type
    given, signature = known_type(ctx.type), known_type(ctx.default_attr_type)
    receiver = sole_instance(given)
    if receiver is None or not isinstance(signature, CallableType):
        return ctx.default_attr_type
    typed = _with_fields(signature, receiver, ctx.api)
    return typed.copy_modified(ret_type=given)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _with_fields(signature: CallableType, receiver: Instance, api: object) -> CallableType:
    model = model_of(receiver.type)
    is_open = isinstance(api, TypeChecker) and INDEX.of(api.tree).defines_other(receiver.type)
    if is_open or not is_generated(receiver.type):
        return signature
    if model is None:
        return _with_keywords(signature)
    return _of_model(signature, receiver, model, METHOD, api)


def _of_model(
    signature: CallableType, receiver: Instance, model: PytreeClass, method: str, api: object
) -> CallableType:
    assert isinstance(api, TypeChecker)
    types = {name: _taken(name, receiver, model, api) for name, item in model.fields.items() if item.init}
    narrowed = receiver.extra_attrs.attrs if receiver.extra_attrs is not None else {}  # if hasattr(state, "stats"):
    types.update(
        (name, AnyType(TypeOfAny.special_form)) for name in (*model.init_only, *narrowed) if name not in types
    )
    kinds = [ARG_NAMED_OPT] * len(types)
    if receiver.type.fallback_to_any or not model.facts.is_dataclass:  # there may be further fields
        types["changes"] = AnyType(TypeOfAny.special_form)
        kinds.append(ARG_STAR2)
    return signature.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=list(types.values()),
        arg_names=list(types),
        arg_kinds=kinds,
        name=f"{method} of {receiver.type.name}",
    )


def _taken(name: str, receiver: Instance, model: PytreeClass, api: TypeChecker) -> Type:
    """Return what a field takes; ``mask: jax.Array = None`` says of None that it is one of its values."""
    declared = params_taken(_field_type(model, name, receiver), name, receiver.type)
    taken = also_array(declared, name, model, api)
    return make_simplified_union([taken, NoneType()]) if model.fields[name].is_none_by_default else taken


def _with_keywords(signature: CallableType) -> CallableType:
    """Take only keywords, of whatever name: the object may be of a subclass that is not registered."""
    kept = [place for place, kind in enumerate(signature.arg_kinds) if kind != ARG_STAR]
    return signature.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=[signature.arg_types[place] for place in kept],
        arg_names=[signature.arg_names[place] for place in kept],
        arg_kinds=[signature.arg_kinds[place] for place in kept],
    )


def is_generated(info: TypeInfo) -> bool:
    """Return whether ``replace`` of a class is the library's, not one that a class body writes."""
    symbol = info.get(METHOD)
    if symbol is None or symbol.plugin_generated:
        return symbol is not None
    return _owner(info) in base_classes() or _owner(info) in REPLACING


def has_set(info: TypeInfo) -> bool:
    """Return whether ``set`` of a class is the library's, which is its ``replace``."""
    model, symbol = model_of(info), info.get(SET)
    return model is not None and model.facts.adds_set and symbol is not None and symbol.plugin_generated


def is_added(info: TypeInfo) -> bool:
    """Return whether a class has ``replace`` from its decorator alone, so that a checker cannot see it."""
    symbol = info.get(METHOD)
    return symbol is not None and symbol.plugin_generated


def _owner(info: TypeInfo) -> str:
    return next((base.fullname for base in info.mro if METHOD in base.names), "")


def _field_type(model: PytreeClass, name: str, receiver: Instance) -> Type:
    owner = next((base for base in model.info.mro if name in base.names), None)
    declared = model.type_of(name)
    if owner is None or declared is None:
        return AnyType(TypeOfAny.special_form)
    return expand_type_by_instance(map_type_from_supertype(declared, model.info, owner), receiver)
