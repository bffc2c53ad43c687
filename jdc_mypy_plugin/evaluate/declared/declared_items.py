"""Items of parameters that are declared tuples, lists or dicts of arrays: ``pair: tuple[Float[Array, "3"], ...]``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, IndexExpr, IntExpr, NameExpr, SliceExpr, Var
from mypy.types import Instance, TupleType

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


def _may_be_mapping(container: NameExpr) -> bool:
    """Return whether a loop along a container may bind its keys."""
    kind = known_type(container.node.type if isinstance(container.node, Var) else None)
    if isinstance(kind, TupleType):
        return False
    return not isinstance(kind, Instance) or kind.type.has_base("typing.Mapping")
