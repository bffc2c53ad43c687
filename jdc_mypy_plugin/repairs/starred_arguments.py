"""Calls with ``*args`` and ``**changes``, where mypy cannot know how many they are and which.

It lets ``*args`` fill every place, also that of an argument which the call gives by its name, and takes each value of
``**changes`` for a value of each field that is left. That is what it does with functions of any kind; but without the
plugin it does not know what jitted functions and the methods of libraries take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import ARG_TYPE, CALL_ARG, MISC
from mypy.nodes import ArgKind, CallExpr, Expression, RefExpr, TupleExpr
from mypy.plugin import FunctionContext, FunctionSigContext, MethodSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    flatten_nested_unions,
)

from ..host.known_types import known_type
from ..host.mypy_errors import take_back
from ..typefacts.jitted_types import is_jitted_type

_BY_NAME: Final[Mapping[ArgKind, ArgKind]] = {
    ArgKind.ARG_POS: ArgKind.ARG_NAMED,
    ArgKind.ARG_OPT: ArgKind.ARG_NAMED_OPT,
}
_POSITIONAL: Final = (ArgKind.ARG_POS, ArgKind.ARG_STAR)
_DICTS: Final = frozenset(("builtins.dict", "typing.Mapping", "typing.MutableMapping"))


def keep_named(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """Let ``*args`` in a call of a jitted function leave parameters to what the call gives besides.

    ``**changes`` alone is for `accept_dict`. ``*args`` fills no parameter that the call gives by its name, or that
    two dicts may give. Before other positional arguments it may be of any length, and the call may give anything.
    """
    call, taken = ctx.context, ctx.default_signature
    if not isinstance(call, CallExpr) or not is_jitted_type(taken):
        return taken
    if ArgKind.ARG_STAR not in call.arg_kinds:
        return accept_dict(ctx, taken) if ArgKind.ARG_STAR2 in call.arg_kinds else taken
    assert isinstance(ctx.api, TypeChecker)
    if _has_more_after_star(call, ctx.api):
        return taking_anything(taken)
    named = {name for name in call.arg_names if name is not None}
    if call.arg_kinds.count(ArgKind.ARG_STAR2) > 1:
        named.update(name for name in taken.arg_names[call.arg_kinds.count(ArgKind.ARG_POS) :] if name is not None)
    pairs = zip(taken.arg_names, taken.arg_kinds, strict=True)
    kinds = [_BY_NAME.get(kind, kind) if name in named else kind for name, kind in pairs]
    return taken.copy_modified(arg_kinds=kinds)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def accept_starred(ctx: FunctionSigContext, taken: FunctionLike) -> FunctionLike:
    """Let ``Node(*children, aux)`` make an object: ``children`` may be of any length, and leave places to ``aux``."""
    assert isinstance(ctx.api, TypeChecker)
    is_open = isinstance(ctx.context, CallExpr) and any(_open_ended(ctx.context, ctx.api))
    return taking_anything(taken) if is_open and isinstance(taken, CallableType) else taken


def drop_errors_of_stars(ctx: FunctionContext) -> None:
    """Drop the errors of ``cls(*children, aux)``, for which mypy asks for no signature."""
    assert isinstance(ctx.api, TypeChecker)
    call = ctx.context
    starred = _open_ended(call, ctx.api) if isinstance(call, CallExpr) else ()
    places = [(CALL_ARG, call), (MISC, call), *((ARG_TYPE, each) for each in starred)] if starred else []
    while any(take_back(code, node, ctx.api) for code, node in places):
        pass


def taking_anything(taken: CallableType) -> CallableType:
    """Return a signature that takes any arguments, and returns what another does."""
    anything = AnyType(TypeOfAny.special_form)
    return taken.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=[anything, anything], arg_kinds=[ArgKind.ARG_STAR, ArgKind.ARG_STAR2], arg_names=[None, None]
    )


def _has_more_after_star(call: CallExpr, api: TypeChecker) -> bool:
    """Return whether positional arguments follow a sequence that is not known to be a tuple of some length."""
    open_ended = _open_ended(call, api)
    return bool(open_ended) and any(
        kind in _POSITIONAL for kind in call.arg_kinds[call.args.index(open_ended[0]) + 1 :]
    )


def _open_ended(call: CallExpr, api: TypeChecker) -> Sequence[Expression]:
    """Return what ``*`` unpacks in a call, but tuples of known length."""
    pairs = zip(call.args, call.arg_kinds, strict=True)
    starred = (each for each, kind in pairs if kind is ArgKind.ARG_STAR)
    return [each for each in starred if not isinstance(_known_items(each, api), TupleType)]


def _known_items(sequence: Expression, api: TypeChecker) -> ProperType | None:
    return known_type(api.get_expression_type(sequence)) if isinstance(sequence, RefExpr | TupleExpr) else None


def accept_dict(ctx: FunctionSigContext | MethodSigContext, taken: FunctionLike) -> FunctionLike:
    """Let ``**changes`` give any field that no other argument gives, where its type is right for some of them.

    The values of a dict have one type for all; where that is wrong for every field, so is the call.
    """
    call = ctx.context
    if not isinstance(call, CallExpr) or not isinstance(taken, CallableType) or ArgKind.ARG_STAR in call.arg_kinds:
        return taken
    dicts = [argument for argument, kind in zip(call.args, call.arg_kinds, strict=True) if kind is ArgKind.ARG_STAR2]
    assert isinstance(ctx.api, TypeChecker)
    values = _values(dicts[0], ctx.api) if len(dicts) == 1 else ()
    types, places = list(taken.arg_types), _left(taken, call)
    if not any(is_subtype(value, types[place]) for value in values for place in places):
        return taken
    for place in places:
        types[place] = AnyType(TypeOfAny.special_form)
    return taken.copy_modified(arg_types=types)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _left(taken: CallableType, call: CallExpr) -> Sequence[int]:
    """Return the places of the parameters that no argument of a call gives, but what it unpacks."""
    given = call.arg_kinds.count(ArgKind.ARG_POS)
    names = enumerate(taken.arg_names)
    return [
        at for at, name in names if name not in call.arg_names and (at >= given or taken.arg_kinds[at].is_named())
    ]


def _values(written: Expression, api: TypeChecker) -> Sequence[Type]:
    """Return the types that a value of a dict may have, where the dict has a name."""
    given = known_type(api.get_expression_type(written)) if isinstance(written, RefExpr) else None
    if not isinstance(given, Instance) or given.type.fullname not in _DICTS:
        return ()
    return flatten_nested_unions([given.args[1]])
