"""Classes whose objects a module maps functions over, by `jax.vmap` and its relatives.

`jax.vmap` returns objects with an axis in front of every field, and takes it from those that a function is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
)

from ...libraries.definition import PARTIAL, is_none
from ...syntax import INDEX
from ...syntax.arguments import argument, by_keyword, positional
from ...syntax.index import ModuleIndex
from ...syntax.names.targets import row
from ...typefacts.shown_types import ShownTypes
from .shown_objects import Objects, ShownObjects, is_map

_TRANSFORMATIONS: Final = frozenset(
    (
        *("jit", "vmap", "pmap", "grad", "value_and_grad", "jacfwd", "jacrev", "jacobian", "hessian", "checkpoint"),
        *("remat", "filter_jit", "filter_vmap", "filter_pmap", "filter_grad", "filter_value_and_grad"),
    )
)
_PLACES: Final = ("jax.", "equinox.")


class _Use(NamedTuple):
    """A function that is mapped."""

    function: Expression | FuncDef
    axes: Expression | None
    given: Sequence[Expression] | None
    """The arguments of the mapped function, where it is called at once."""


def mapped_classes(module: MypyFile) -> frozenset[TypeInfo] | None:
    """Return the classes of the objects that functions are mapped over, or return mapped; None where all may be.

    It reads types too, as `stacks` does, so an answer holds for one check of the module.
    """
    index, objects = INDEX.of(module), ShownObjects(ShownTypes(module))
    found: set[TypeInfo] = set()
    decorated = {
        id(each): item.func for item in index.body.statements_of(Decorator) for each in item.original_decorators
    }
    for reference in filter(is_map, index.body.references):
        use = _use(reference, index, decorated)
        for each in iter((None,)) if use is None else _objects(use, objects):
            if each is None:
                return None
            found.add(each)
    return frozenset(found)


def is_related(info: TypeInfo, classes: frozenset[TypeInfo]) -> bool:
    """Return whether an object of a class may be of one of these classes."""
    return any(info in each.mro or each in info.mro for each in classes)


def _use(reference: Expression, index: ModuleIndex, decorated: dict[int, FuncDef]) -> _Use | None:
    """Return what a reference to `jax.vmap` maps; None where the source does not show it."""
    if id(reference) in decorated:
        return _Use(decorated[id(reference)], None, None)
    call = index.parent(reference)
    if not isinstance(call, CallExpr):
        return None
    if call.callee is not reference:
        is_partial = isinstance(call.callee, RefExpr) and call.callee.fullname == PARTIAL
        is_one = is_partial and call.args[0] is reference and id(call) in decorated
        return _Use(decorated[id(call)], by_keyword(call, "in_axes"), None) if is_one else None
    function = argument(call, 0, "fun")
    if function is None:
        return _Use(decorated[id(call)], by_keyword(call, "in_axes"), None) if id(call) in decorated else None
    outer = _outermost(call, index)
    around = index.parent(outer)
    is_called = isinstance(around, CallExpr) and around.callee is outer
    given = positional(around) if is_called and isinstance(around, CallExpr) else None
    if isinstance(around, CallExpr) and given is not None and len(given) != len(around.args):
        given = None
    axes = argument(call, 1, "in_axes") if outer is call else None
    return _Use(_innermost(function), axes if _innermost(function) is function else None, given)


def _is_transformation(call: Expression) -> bool:
    callee = call.callee if isinstance(call, CallExpr) and call.args else None
    is_named = isinstance(callee, MemberExpr | NameExpr) and callee.name in _TRANSFORMATIONS
    return is_named and isinstance(callee, RefExpr) and callee.fullname.startswith(_PLACES)


def _outermost(call: CallExpr, index: ModuleIndex) -> CallExpr:
    """Return ``jax.jit(jax.vmap(f))`` for the call of `jax.vmap` in it."""
    around = index.parent(call)
    while isinstance(around, CallExpr) and _is_transformation(around) and around.args[0] is call:
        call, around = around, index.parent(around)
    return call


def _innermost(function: Expression) -> Expression:
    """Return ``f`` for ``jax.vmap(jax.grad(f))``."""
    while isinstance(function, CallExpr) and _is_transformation(function):
        function = function.args[0]
    return function


def _objects(use: _Use, objects: ShownObjects) -> Objects:
    """Yield the classes of objects that a mapped function is given, but for what it gets whole, or returns."""
    whole = [is_none(axis) for axis in row(use.axes)]
    written = objects.written(use.function)
    if written is None:
        return objects.of_annotations(use.function, whole)
    return iter((None,)) if use.given is None else objects.of_written(written, use.given, whole)
