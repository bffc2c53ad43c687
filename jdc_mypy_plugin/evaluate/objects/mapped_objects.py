"""Classes whose objects a module maps functions over, by `jax.vmap` and its relatives.

`jax.vmap` returns objects with an axis in front of every field, and takes it from those that a function is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
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
from .shown_objects import Objects, ShownObjects
from .transformation_calls import innermost, is_map, is_transformation, partly


class _Use(NamedTuple):
    """A function that is mapped."""

    function: Expression | FuncDef
    axes: Expression | None
    calls: Sequence[CallExpr] | None
    """The calls of the mapped function, where all are seen."""
    ahead: Sequence[Expression] = ()
    """The arguments that ``functools.partial`` gives the function, whole, before the mapped arguments."""


def mapped_classes(module: MypyFile) -> frozenset[TypeInfo] | None:
    """Return the classes of the objects that functions are mapped over, or return mapped; None where all may be.

    It reads types too, as `stacks` does, so an answer holds for one check of the module.
    """
    index, objects = INDEX.of(module), ShownObjects(module)
    found: set[TypeInfo] = set()
    decorated = {
        id(each): item.func for item in index.body.statements_of(Decorator) for each in item.original_decorators
    }
    for reference in filter(is_map, index.body.references):
        use = _use(reference, index, decorated, objects)
        for each in iter((None,)) if use is None else _objects(use, objects):
            if each is None:
                return None
            found.add(each)
    return frozenset(found)


def is_related(info: TypeInfo, classes: frozenset[TypeInfo]) -> bool:
    """Return whether an object of a class may be of one of these classes."""
    return any(info in each.mro or each in info.mro for each in classes)


def _use(
    reference: Expression, index: ModuleIndex, decorated: dict[int, FuncDef], objects: ShownObjects
) -> _Use | None:
    """Return what a reference to `jax.vmap` maps; None where the source does not show it."""
    if id(reference) in decorated:
        return _of_decorated(decorated[id(reference)], None, objects)
    call = index.parent(reference)
    if not isinstance(call, CallExpr):
        return None
    if call.callee is not reference:
        is_partial = isinstance(call.callee, RefExpr) and call.callee.fullname == PARTIAL
        is_one = is_partial and call.args[0] is reference and id(call) in decorated
        return _of_decorated(decorated[id(call)], by_keyword(call, "in_axes"), objects) if is_one else None
    function = argument(call, 0, "fun")
    if function is None:
        is_one = id(call) in decorated
        return _of_decorated(decorated[id(call)], by_keyword(call, "in_axes"), objects) if is_one else None
    outer = _outermost(call, index)
    axes = argument(call, 1, "in_axes") if outer is call else None
    kept = objects.held.only(function)
    inner = innermost(kept if kept is not None and is_transformation(kept) else function)
    plain, ahead = partly(inner)
    return _Use(plain, axes if inner is function else None, _calls(outer, index, objects), ahead)


def _of_decorated(function: FuncDef, axes: Expression | None, objects: ShownObjects) -> _Use:
    return _Use(function, axes, objects.held.calls_of(function, function.name))


def _calls(mapped: CallExpr, index: ModuleIndex, objects: ShownObjects) -> list[CallExpr] | None:
    """Return the calls of what ``jax.vmap(f)`` makes, at once or by the only name that it has."""
    around = index.parent(mapped)
    if isinstance(around, CallExpr) and around.callee is mapped:
        return [around]
    target = around.lvalues[0] if isinstance(around, AssignmentStmt) and len(around.lvalues) == 1 else None
    is_only = isinstance(target, NameExpr) and objects.held.only(target) is mapped
    if not is_only or not isinstance(target, NameExpr) or target.node is None:
        return None
    return objects.held.calls_of(target.node, target.name)


def _outermost(call: CallExpr, index: ModuleIndex) -> CallExpr:
    """Return ``jax.jit(jax.vmap(f))`` for the call of `jax.vmap` in it."""
    around = index.parent(call)
    while isinstance(around, CallExpr) and is_transformation(around) and around.args[0] is call:
        call, around = around, index.parent(around)
    return call


def _objects(use: _Use, objects: ShownObjects) -> Objects:
    """Yield the classes of objects that a mapped function is given, but for what it gets whole, or returns."""
    count = max((len(call.args) for call in use.calls or ()), default=0)
    whole = [True] * len(use.ahead) + ([is_none(axis) for axis in row(use.axes)] or [False] * count)
    written = objects.written(use.function)
    if written is None:
        yield from objects.of_annotations(use.function, whole)
        return
    for call in iter((None,)) if use.calls is None else use.calls:
        given = None if call is None else positional(call)
        if call is None or given is None or len(given) != len(call.args):
            yield None
        else:
            yield from objects.of_written(written, [*use.ahead, *given], whole)
