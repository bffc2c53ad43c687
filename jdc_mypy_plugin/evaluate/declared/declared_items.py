"""Items of parameters that are declared tuples, lists or dicts of arrays: ``pair: tuple[Float[Array, "3"], ...]``."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IndexExpr, IntExpr, MemberExpr, NameExpr, SliceExpr, Var
from mypy.types import Instance, ProperType, TupleType

from ...host.known_types import known_type
from ...model.annotations.signatures import item_name
from ...syntax.names.variables import is_some_item
from ...syntax.values.kept_dicts import keeps_items
from ..scope import ModuleScope
from ..value import UNKNOWN, ArrayValue
from .declarations import of_parameter


def of_item(container: NameExpr, index: Expression, scope: ModuleScope, api: TypeChecker) -> ArrayValue:
    """Return what the annotation of a parameter says of an item of the tuple, the list or the dict that it is.

    The items of a list or a dict may be others by then, unless nothing may change it.
    """
    function = scope.parameter_of(container)
    if function is None or isinstance(index, SliceExpr) or (is_some_item(index) and _may_be_mapping(container)):
        return UNKNOWN
    any_item = of_parameter(container, function, api, part=item_name(container.name, None))
    if any_item is not UNKNOWN:
        is_kept = container.node is not None and keeps_items(container.node, api.tree)
        return any_item if is_kept else UNKNOWN
    if not isinstance(index, IntExpr):
        return UNKNOWN
    return of_parameter(container, function, api, part=item_name(container.name, index.value))


def of_part(item: IndexExpr, part: IntExpr, scope: ModuleScope, api: TypeChecker) -> ArrayValue:
    """Return what the annotation of a parameter says of ``x`` in ``for x, y in batches``: a part of any item."""
    container = item.base
    function = scope.parameter_of(container) if isinstance(container, NameExpr) else None
    if function is None or not isinstance(container, NameExpr) or not is_some_item(item.index):
        return UNKNOWN
    if _may_be_mapping(container) or container.node is None or not keeps_items(container.node, api.tree):
        return UNKNOWN
    return of_parameter(container, function, api, part=item_name(item_name(container.name, None), part.value))


def of_value_of_dict(item: IndexExpr, scope: ModuleScope, api: TypeChecker) -> ArrayValue:
    """Return what the annotation of a parameter says of ``w`` in ``for w in params.values()`` or ``.items()``."""
    pair = item.base if isinstance(item.index, IntExpr) and item.index.value == 1 else None
    wanted, some = ("items", pair) if isinstance(pair, IndexExpr) else ("values", item)
    view = some.base if is_some_item(some.index) else None
    callee = view.callee if isinstance(view, CallExpr) and not view.args else None
    if not isinstance(callee, MemberExpr) or callee.name != wanted or not isinstance(callee.expr, NameExpr):
        return UNKNOWN
    container = callee.expr
    function, kind = scope.parameter_of(container), _kind(container)
    is_dict = isinstance(kind, Instance) and kind.type.fullname in _DICTS
    if function is None or container.node is None or not is_dict or not keeps_items(container.node, api.tree):
        return UNKNOWN
    return of_parameter(container, function, api, part=item_name(container.name, None))


_DICTS: Final = ("builtins.dict", "typing.Mapping")
"""Classes whose views are known; one below may have others."""


def _kind(container: NameExpr) -> ProperType | None:
    return known_type(container.node.type if isinstance(container.node, Var) else None)


def _may_be_mapping(container: NameExpr) -> bool:
    """Return whether a loop along a container may bind its keys."""
    kind = _kind(container)
    if isinstance(kind, TupleType):
        return False
    return not isinstance(kind, Instance) or kind.type.has_base("typing.Mapping")
