"""Objects of pytree dataclasses that are handed to a transformation of JAX.

They are handed in a call, ``jax.jit(f)(state)``, ``step(state)`` or ``jax.lax.scan(body, state, xs)``, or the
function says by an annotation that it is called with nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StarExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    CallableType,
    Instance,
    NoneType,
    TupleType,
    Type,
    TypeVarType,
    UnionType,
)
from mypy.typevars import fill_typevars

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..model.classes import PytreeClass, model_of
from ..objects.argument_types import declared_elsewhere, known_argument
from ..objects.later_types import later_types
from ..syntax import INDEX
from ..syntax.arguments import bound
from ..typefacts.instances import sole_instance
from ..typefacts.leaves import ITEMS
from .transformations import How, Loop, Transformed, made_by, maker
from .transformations_around import decorated_within, layers_around, made_within
from .transformed_elsewhere import transformed_by


class Object(NamedTuple):
    """An object of a pytree dataclass that every value of a type is or holds."""

    where: str
    """How to reach it from the value: ``""`` for the value itself, ``[0]``, ``[...]``."""
    instance: Instance
    model: PytreeClass


@dataclass(frozen=True, slots=True, eq=False)
class TransformArgument:
    """An object of a pytree dataclass that reaches a transformation."""

    transformation: str
    """The transformation's name, ``jax.jit`` say."""
    how: How
    """The way in which the transformation takes the object."""
    type: Type
    """The type of the whole argument."""
    object: Object
    """The object: the argument itself, or a part of it."""
    argument: Expression | None
    """None where the annotation of a parameter tells of the object."""
    function: FuncDef | LambdaExpr | None
    """The function that gets the argument; None where it is not written in the module, and in loops."""
    parameter: Var | None
    """Its parameter for the argument; None where that is unknown."""
    node: Context
    """The argument; the parameter, or the call that transforms the function, where an annotation tells of it."""
    api: TypeChecker
    is_inside: bool = False
    """True if a transformation around this one is called with the object, as in ``jax.jit(jax.vmap(f))(batch)``."""
    options: Mapping[str, Expression] | None = None
    """The options of the transformation, by name; None in loops, which have none."""
    elsewhere: Type | None = None
    """The type of the parameter for the argument where another module has the function."""


def objects(given: Type | None, where: str = "") -> Iterator[Object]:
    """Yield the objects in a tree of a type; of what may be one of several things, nothing is certain."""
    value = known_type(given)
    if isinstance(value, UnionType):
        others = [item for item in value.items if not isinstance(known_type(item), NoneType)]
        value = known_type(others[0]) if len(others) == 1 else None
    if isinstance(value, TypeVarType) and not value.values:
        value = known_type(value.upper_bound)
    if isinstance(value, TupleType):
        for index, item in enumerate(value.items):
            yield from objects(item, f"{where}[{index}]")
    elif isinstance(value, Instance):
        if value.type.fullname in ITEMS and value.args:
            yield from objects(value.args[ITEMS[value.type.fullname]], f"{where}[...]")
        model = model_of(value.type)
        if model is not None:
            yield Object(where, value, model)


def of_loop(ctx: FunctionContext, loop: Loop) -> Iterator[TransformArgument]:
    """Yield the objects that a call of ``jax.lax.scan`` or the like hands to its functions."""
    call = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(call, CallExpr):
        return
    types = _types(ctx)
    stars = [value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind.is_star()]
    first_star = call.args.index(stars[0]) if stars else len(call.args)
    for value, name in list(bound(call, loop.parameters))[:first_star]:
        how = loop.rest if name is None else loop.takes.get(name)
        if how is not None and not isinstance(value, StarExpr):
            kind = known_argument(types.get(id(value)), value, ctx.api)
            for each in objects(kind):
                yield TransformArgument(
                    loop.name, how, kind or each.instance, each, value, None, None, value, ctx.api
                )


def of_name(ctx: FunctionContext | MethodContext) -> Iterator[TransformArgument]:
    """Yield the objects in a call of a function by its name: of a decorated one, or of what a transformation made."""
    call = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(call, CallExpr) or not is_plain_name(call.callee):
        return
    transformed = transformed_by_name(call.callee, ctx.api)
    if transformed is None or all(isinstance(value, LambdaExpr) for value in call.args):
        return
    types = _types(ctx)
    for each in (transformed, *_within(call.callee, ctx.api)):
        for place in reached(each, call):
            kind = types.get(id(place.value))
            yield from _in_call(each, place, kind, ctx.api, is_inside=each is not transformed)


def of_receiver(ctx: MethodContext) -> Iterator[TransformArgument]:
    """Yield the object that a method under a transformation is called on.

    Reports about the fields of the class are made at the method.
    """
    call = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    callee = call.callee if isinstance(call, CallExpr) else None
    owner = sole_instance(ctx.type)
    symbol = owner.type.get(callee.name) if owner is not None and isinstance(callee, MemberExpr) else None
    method = None if symbol is None else symbol.node
    if owner is None or not isinstance(callee, MemberExpr) or not isinstance(method, Decorator):
        return
    transformed = transformed_by(method, ctx.api)
    if transformed is None or method.func.is_static or method.func.is_class or not transformed.looks_at(0, "self"):
        return
    receiver = Var("self", fill_typevars(owner.type))
    for each in objects(owner):
        yield TransformArgument(
            transformed.by.name,
            transformed.by.how,
            owner,
            each,
            callee.expr,
            None,
            receiver,
            callee.expr,
            ctx.api,
            options=transformed.options,
        )


def of_result(ctx: FunctionContext) -> Iterator[TransformArgument]:
    """Yield the objects in the call of what a call makes, as in ``jax.jit(f)(state)``.

    mypy comes to these arguments later, so their types are inferred here.
    """
    assert isinstance(ctx.api, TypeChecker)
    transformed = made_by(ctx.context) if isinstance(ctx.context, CallExpr) else None
    if transformed is None or not isinstance(ctx.context, CallExpr):
        return
    around = [each.at for each in layers_around(transformed, ctx.context, ctx.api.tree)]
    made = around[-1] if around else ctx.context
    call = INDEX.of(ctx.api.tree).parent(made) if isinstance(made, CallExpr) else None
    if not isinstance(call, CallExpr) or call.callee is not made:
        return
    places = [place for place in reached(transformed, call) if not isinstance(place.value, LambdaExpr)]
    types = later_types(call, (place.value for place in places), ctx.api)
    for place in places:
        yield from _in_call(transformed, place, types.get(id(place.value)), ctx.api, is_inside=bool(around))


def of_parameters(ctx: FunctionContext) -> Iterator[TransformArgument]:
    """Yield the objects that the annotations of a function under a transformation tell of."""
    assert isinstance(ctx.api, TypeChecker)
    found = _under(ctx, ctx.api)
    if found is None:
        return
    transformed, parameters = found
    for index, parameter in enumerate(parameters):
        if parameter.kind.is_star() or not transformed.looks_at(index, parameter.name):
            continue
        for each in objects(parameter.type):
            yield TransformArgument(
                transformed.by.name,
                transformed.by.how,
                parameter.type or each.instance,
                each,
                None,
                transformed.function,
                parameter.variable,
                parameter.variable or ctx.context,
                ctx.api,
                options=transformed.options,
            )


class _Parameter(NamedTuple):
    """A parameter of a function under a transformation."""

    name: str | None
    kind: ArgKind
    type: Type | None
    variable: Var | None
    """None where the function is not under a decorator."""


def _under(ctx: FunctionContext, api: TypeChecker) -> tuple[Transformed, list[_Parameter]] | None:
    """Return the function that a call of a transformation transforms, or that is under one as the first decorator."""
    given = ctx.context
    outer = given if isinstance(given, Decorator) else None
    if isinstance(given, CallExpr):
        parent = INDEX.of(api.tree).parent(given)
        outer = parent if isinstance(parent, Decorator) else None
    if outer is not None:
        innermost = outer.original_decorators[-1]
        made = maker(innermost) if given in (outer, innermost) else None
        is_asked = made is not None and (isinstance(given, CallExpr) or isinstance(innermost, RefExpr))
        return (Transformed(*made, outer.func), _written(outer.func)) if made is not None and is_asked else None
    transformed = made_by(given) if isinstance(given, CallExpr) else None
    kind = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if transformed is None or not isinstance(kind, CallableType) or kind.is_type_obj():
        return None
    rows = zip(kind.arg_names, kind.arg_kinds, kind.arg_types, strict=True)
    return transformed, [_Parameter(name, how, declared, None) for name, how, declared in rows]


def _written(definition: FuncDef) -> list[_Parameter]:
    """Return the parameters of a function; the type of a receiver is known without an annotation."""
    variables = [argument.variable for argument in definition.arguments]
    kind = known_type(definition.type)
    types: list[Type | None] = [None] * len(variables)
    if isinstance(kind, CallableType):
        types = list(kind.arg_types)
    elif definition.info and variables and not definition.is_static and not definition.is_class:
        types[0] = fill_typevars(definition.info)
    rows = zip(definition.arguments, types, strict=True)
    return [_Parameter(item.variable.name, item.kind, declared, item.variable) for item, declared in rows]


class Place(NamedTuple):
    """An argument that a transformation looks at."""

    value: Expression
    position: int | None
    keyword: str | None


def reached(transformed: Transformed, call: CallExpr) -> Iterator[Place]:
    """Yield the arguments of a call that a transformation looks at."""
    for index, (value, kind, name) in enumerate(zip(call.args, call.arg_kinds, call.arg_names, strict=True)):
        if kind.is_star():
            return
        position = index if kind.is_positional() else None
        if transformed.looks_at(position, name):
            yield Place(value, position, name)


def _in_call(
    transformed: Transformed, place: Place, kind: Type | None, api: TypeChecker, *, is_inside: bool
) -> Iterator[TransformArgument]:
    function = transformed.function
    elsewhere: Type | None = None
    if isinstance(function, FuncDef) and INDEX.of(api.tree).position(function) is None:
        elsewhere, function = declared_elsewhere(function, place.position, place.keyword), None
    kind = known_argument(kind, place.value, api)
    for each in objects(kind):
        yield TransformArgument(
            transformed.by.name,
            transformed.by.how,
            kind or each.instance,
            each,
            place.value,
            function,
            None if function is None else _parameter(function, place),
            place.value,
            api,
            is_inside,
            transformed.options,
            elsewhere,
        )


def _parameter(function: FuncDef | LambdaExpr, place: Place) -> Var | None:
    if isinstance(function, FuncDef) and function.info:
        return None
    for index, argument in enumerate(function.arguments):
        if argument.kind.is_star():
            return None
        if index == place.position or argument.variable.name == place.keyword:
            return argument.variable
    return None


def is_plain_name(callee: Expression) -> TypeGuard[NameExpr | MemberExpr]:
    """Return whether an expression is a name, or one of another module: ``steps.train``."""
    if isinstance(callee, MemberExpr):
        return isinstance(callee.expr, RefExpr) and isinstance(callee.expr.node, MypyFile)
    return isinstance(callee, NameExpr)


def transformed_by_name(callee: NameExpr | MemberExpr, api: TypeChecker) -> Transformed | None:
    """Return the function that a name stands for, where a transformation made it, in another module too."""
    if isinstance(callee.node, Decorator):
        return transformed_by(callee.node, api)
    source = Evaluator(api).source(callee)
    return made_by(source) if isinstance(source, CallExpr) else None


def _within(callee: NameExpr | MemberExpr, api: TypeChecker) -> Iterator[Transformed]:
    """Yield the transformations inside the one that a name stands for what it made."""
    if isinstance(callee.node, Decorator):
        is_here = INDEX.of(api.tree).position(callee.node) is not None
        yield from decorated_within(callee.node) if is_here else ()
    else:
        source = Evaluator(api).source(callee)
        yield from made_within(source) if isinstance(source, CallExpr) else ()


def _types(ctx: FunctionContext | MethodContext) -> Mapping[int, Type]:
    """Return the type of each argument of a call, by the identity of the argument."""
    pairs = zip(ctx.args, ctx.arg_types, strict=True)
    return {id(value): kind for values, kinds in pairs for value, kind in zip(values, kinds, strict=True)}
