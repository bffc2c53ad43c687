"""Objects of pytree dataclasses that are handed to a transformation of JAX.

They are handed in a call, ``jax.jit(f)(state)``, ``step(state)`` or ``jax.lax.scan(body, state, xs)``, or the
function says by an annotation that it is called with nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    NameExpr,
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
    get_proper_type,
)
from mypy.typevars import fill_typevars

from ..evaluate import Evaluator
from ..host.freshness import depend_on
from ..model.classes import PytreeClass, model_of
from ..syntax import INDEX
from ..syntax.arguments import bound
from ..typefacts.leaves import ITEMS
from .transformations import LOOPS, How, Transformed, decorated, made_by, maker


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
    """What the transformation does to the object."""
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


def objects(given: Type | None, where: str = "") -> Iterator[Object]:
    """Yield the objects in a tree of a type; of what may be one of several things, nothing is certain."""
    value = get_proper_type(given)
    if isinstance(value, UnionType):
        others = [item for item in value.items if not isinstance(get_proper_type(item), NoneType)]
        value = get_proper_type(others[0]) if len(others) == 1 else None
    if isinstance(value, TypeVarType) and not value.values:
        value = get_proper_type(value.upper_bound)
    if isinstance(value, TupleType):
        for index, item in enumerate(value.items):
            yield from objects(item, f"{where}[{index}]")
    elif isinstance(value, Instance):
        if value.type.fullname in ITEMS and value.args:
            yield from objects(value.args[ITEMS[value.type.fullname]], f"{where}[...]")
        model = model_of(value.type)
        if model is not None:
            yield Object(where, value, model)


def of_loop(ctx: FunctionContext, fullname: str) -> Iterator[TransformArgument]:
    """Yield the objects that a call of ``jax.lax.scan`` or the like hands to its functions."""
    loop, call = LOOPS[fullname], ctx.context
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(call, CallExpr):
        return
    types = _types(ctx)
    stars = [value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind.is_star()]
    first_star = call.args.index(stars[0]) if stars else len(call.args)
    for value, name in list(bound(call, loop.parameters))[:first_star]:
        how = loop.rest if name is None else loop.takes.get(name)
        if how is not None and not isinstance(value, StarExpr):
            for found in objects(types.get(id(value))):
                yield TransformArgument(loop.name, how, types[id(value)], found, value, None, None, value, ctx.api)


def of_name(ctx: FunctionContext | MethodContext) -> Iterator[TransformArgument]:
    """Yield the objects in a call of a function by its name: of a decorated one, or of what a transformation made."""
    call = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(call, CallExpr) or not isinstance(call.callee, NameExpr):
        return
    transformed = _named(call.callee, ctx.api)
    if transformed is None or not any(_worth_it(value) for value in call.args):
        return
    types = _types(ctx)
    for place in _reached(transformed, call):
        yield from _in_call(transformed, place, types.get(id(place.value)), ctx.api)


def of_result(ctx: FunctionContext) -> Iterator[TransformArgument]:
    """Yield the objects in the call of what a call makes, as in ``jax.jit(f)(state)``.

    mypy comes to these arguments later, so their types are inferred here.
    """
    assert isinstance(ctx.api, TypeChecker)
    made = ctx.context
    call = INDEX.of(ctx.api.tree).parent(made) if isinstance(made, CallExpr) else None
    if not isinstance(made, CallExpr) or not isinstance(call, CallExpr) or call.callee is not made or _OPEN:
        return
    transformed = made_by(made)
    if transformed is None:
        return
    _OPEN.append(call)
    try:
        found = [
            (place, _infer(place.value, ctx.api)) for place in _reached(transformed, call) if _worth_it(place.value)
        ]
    finally:
        _OPEN.pop()
    for place, kind in found:
        yield from _in_call(transformed, place, kind, ctx.api)


_OPEN: Final[list[CallExpr]] = []
"""The call whose arguments are inferred: of calls inside them nothing is said a second time."""


def of_parameters(ctx: FunctionContext) -> Iterator[TransformArgument]:
    """Yield the objects that the annotations of a function under a transformation tell of."""
    assert isinstance(ctx.api, TypeChecker)
    found = _under(ctx, ctx.api)
    if found is None:
        return
    transformed, function, definition = found
    for index, (kind, name) in enumerate(zip(function.arg_types, function.arg_names, strict=True)):
        if function.arg_kinds[index].is_star() or not transformed.looks_at(index, name):
            continue
        argument = (
            definition.arguments[index] if definition is not None and index < len(definition.arguments) else None
        )
        declared = (
            _self_type(definition) if index == 0 and definition is not None and definition.is_dynamic() else kind
        )
        for each in objects(declared):
            yield TransformArgument(
                transformed.by.name,
                transformed.by.how,
                declared or kind,
                each,
                None,
                transformed.function,
                argument.variable if argument is not None else None,
                argument.variable if argument is not None else ctx.context,
                ctx.api,
            )


def _under(ctx: FunctionContext, api: TypeChecker) -> tuple[Transformed, CallableType, FuncDef | None] | None:
    """Return the function that a call of a transformation transforms, its type, and its definition if decorated."""
    if isinstance(ctx.context, Decorator):
        decorator: Expression | Decorator = ctx.context
        innermost = ctx.context.original_decorators[-1] if ctx.context.original_decorators else None
        outer: object = ctx.context
    elif isinstance(ctx.context, CallExpr):
        decorator, innermost = ctx.context, ctx.context
        outer = INDEX.of(api.tree).parent(ctx.context)
    else:
        return None
    if isinstance(outer, Decorator):
        if innermost is None or outer.original_decorators[-1:] != [innermost]:
            return None
        made = maker(innermost)
        kind = get_proper_type(outer.func.type)
        if made is None or not isinstance(kind, CallableType):
            return None
        return Transformed(*made, outer.func), kind, outer.func
    transformed = made_by(decorator) if isinstance(decorator, CallExpr) else None
    kind = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if transformed is None or not isinstance(kind, CallableType) or kind.is_type_obj():
        return None
    return transformed, kind, None


def _self_type(definition: FuncDef) -> Type | None:
    """Return the type of the receiver of a method without annotations."""
    is_method = definition.info and not definition.is_static and not definition.is_class
    return fill_typevars(definition.info) if is_method else None


class _Place(NamedTuple):
    """An argument that a transformation looks at."""

    value: Expression
    position: int | None
    keyword: str | None


def _reached(transformed: Transformed, call: CallExpr) -> Iterator[_Place]:
    for index, (value, kind, name) in enumerate(zip(call.args, call.arg_kinds, call.arg_names, strict=True)):
        if kind.is_star():
            return
        position = index if kind.is_positional() else None
        if transformed.looks_at(position, name):
            yield _Place(value, position, name)


def _in_call(
    transformed: Transformed, place: _Place, kind: Type | None, api: TypeChecker
) -> Iterator[TransformArgument]:
    for each in objects(kind):
        yield TransformArgument(
            transformed.by.name,
            transformed.by.how,
            kind or each.instance,
            each,
            place.value,
            transformed.function,
            _parameter(transformed, place),
            place.value,
            api,
        )


def _parameter(transformed: Transformed, place: _Place) -> Var | None:
    function = transformed.function
    if function is None or (isinstance(function, FuncDef) and function.info):
        return None
    for index, argument in enumerate(function.arguments):
        if argument.kind.is_star():
            return None
        if index == place.position or argument.variable.name == place.keyword:
            return argument.variable
    return None


def _named(callee: NameExpr, api: TypeChecker) -> Transformed | None:
    """Return the function that a name of the module under check stands for, where a transformation made it."""
    if isinstance(callee.node, Decorator):
        is_here = INDEX.of(api.tree).position(callee.node) is not None
        return decorated(callee.node) if is_here else None
    source = Evaluator(api).source(callee)
    return made_by(source) if isinstance(source, CallExpr) else None


def _types(ctx: FunctionContext | MethodContext) -> Mapping[int, Type]:
    """Return the type of each argument of a call, by the identity of the argument."""
    pairs = zip(ctx.args, ctx.arg_types, strict=True)
    return {id(value): kind for values, kinds in pairs for value, kind in zip(values, kinds, strict=True)}


def _worth_it(value: Expression) -> bool:
    return not isinstance(value, LambdaExpr)


def _infer(value: Expression, api: TypeChecker) -> Type:
    api.binder.version += 1  # mypy keeps the types of arguments until it changes
    with api.msg.filter_errors(filter_deprecated=True), api.local_type_map as types:
        inferred = api.expr_checker.accept(value)
    api.binder.version += 1
    depend_on(api, value, types)
    return inferred
