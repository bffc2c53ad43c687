"""``jdc-transform-input``: what ``out_axes`` says does not fit what the function under ``jax.vmap`` returns.

It is an axis, None, or a tree of these with the containers of the result. A list does not stand for a tuple, nor a
tuple for a named one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, FuncItem, TypeInfo
from mypy.types import AnyType, CallableType, Instance, NoneType, TupleType, Type

from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate.transformed_calls import VMAP
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...model.swallowed_errors import may_be_caught
from ...syntax.arguments import argument
from ...syntax.functions import returned_by
from ...typefacts.arrays import is_certainly_array
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, TRANSFORMED, Transformed, asked
from ..traced_functions import TracedFunction
from .axes import given_to_vmap, mapped_function
from .tree_differences import shown
from .trees import Key, Tree, What
from .written_trees import TreeReader

_CONTAINERS: Final = ("tuple", "list", "dict", "object")
_OPEN: Final[dict[str, What]] = {"builtins.list": "list", "builtins.dict": "dict"}
"""Containers whose types do not say what they hold."""


@asked(TRANSFORM_INPUT, at=TRANSFORMED)
def check(site: Transformed) -> Iterator[Diagnostic]:
    """Report ``jax.vmap(f, out_axes=(0, 0))`` of a function that returns something else than two things."""
    made = site.node
    written = argument(made, 2, "out_axes") if getattr(made.callee, "fullname", "") == VMAP else None
    function = mapped_function(made, site.api) if written is not None else None
    if written is not None and function is not None:
        yield from _reported(written, function, made, site.api)


@asked(TRANSFORM_INPUT, at=TRACED_FUNCTION)
def check_decorated(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report a function under ``functools.partial(jax.vmap, out_axes=...)``."""
    written = given_to_vmap(site, "out_axes")
    if written is not None:
        yield from _reported(written, site.definition, site.definition, site.api)


def _reported(written: Expression, function: FuncItem, at: Context, api: TypeChecker) -> Iterator[Diagnostic]:
    axes = TreeReader(api).read(written)
    if axes is None or axes.what not in _CONTAINERS or may_be_caught(at, api.tree):
        return
    found = [_mismatch(axes, result) for result in _results(function, api)]
    known = [each for each in found if each is not None]
    if known and len(known) == len(found):
        yield Diagnostic(
            TRANSFORM_INPUT,
            f"`out_axes` has {known[0][0]} where the result of the function is {known[0][1]}: jax.vmap raises a "
            "ValueError; write an axis for all of it, or a tree with its containers",
            written,
        )


def _results(function: FuncItem, api: TypeChecker) -> list[Tree | None]:
    """Return what a function returns at each of its ends, None for what is not known."""
    if function.is_generator or function.is_coroutine:
        return []
    declared, reader = _declared_result(function), TreeReader(api)
    ends = [each for each in returned_by(function.body.body) if each is not None]
    read = ((each, reader.read(each)) for each in ends)
    return [_of_type(declared, each) if tree is None or tree.what == "value" else tree for each, tree in read]


def _declared_result(function: FuncItem) -> Type | None:
    kind = known_type(function.type)
    declared = known_type(kind.ret_type) if isinstance(kind, CallableType) else None
    return None if isinstance(declared, AnyType) else declared


def _of_type(declared: Type | None, at: Expression) -> Tree | None:
    """Return the tree of all values of a type, as far as it tells."""
    kind = known_type(declared)
    if kind is None:
        return None
    if isinstance(kind, TupleType):
        named = kind.partial_fallback.type
        return _row(kind, named if named.is_named_tuple else None, at)
    if is_certainly_array(kind):
        return Tree("array", at)
    instance = sole_instance(kind)
    if instance is not None and model_of(instance.type) is not None:
        return Tree("object", at, info=instance.type)
    what = _OPEN.get(kind.type.fullname) if isinstance(kind, Instance) else None
    return None if what is None else Tree(what, at)


def _row(kind: TupleType, named: TypeInfo | None, at: Expression) -> Tree | None:
    """Return the tree of a tuple; None of one whose items are not counted."""
    if any(not isinstance(known_type(item), Instance | TupleType | NoneType | AnyType) for item in kind.items):
        return None
    names: list[str] = [] if named is None else list(named.metadata.get("namedtuple", {}).get("fields", ()))
    keys: list[Key] = [*(names or range(len(kind.items)))]
    parts = {key: _of_type(item, at) for key, item in zip(keys, kind.items, strict=False)}
    return Tree("tuple", at, parts, named)


def _mismatch(axes: Tree, result: Tree | None) -> tuple[str, str] | None:
    """Return the words for a part of the axes and the part of a result that it does not fit; None where it may."""
    if result is None or axes.what not in _CONTAINERS or result.what == "value":
        return None
    if axes.what != result.what or _has_other_parts(axes, result):
        return shown(axes), _shown(result)
    pairs = ((part, result.parts.get(key)) for key, part in axes.parts.items())
    found = (_mismatch(part, other) for part, other in pairs if part is not None)
    return next((each for each in found if each is not None), None)


def _has_other_parts(axes: Tree, result: Tree) -> bool:
    """Return whether two containers of one kind have other keys, or are of classes that no object has in common."""
    if axes.what == "object":
        infos = (axes.info, result.info)
        return None not in infos and not _are_related(*infos)
    if axes.what == "tuple":
        return axes.info is not result.info or set(axes.parts) != set(result.parts)
    return bool(axes.parts) and bool(result.parts) and set(axes.parts) != set(result.parts)


def _are_related(one: TypeInfo | None, other: TypeInfo | None) -> bool:
    return one is None or other is None or one in other.mro or other in one.mro


def _shown(result: Tree) -> str:
    """Return the words for what a result is; of a list and a dict its type may tell no more than that."""
    is_open = result.what in ("list", "dict") and not result.parts
    return f"a {result.what}" if is_open else shown(result)
