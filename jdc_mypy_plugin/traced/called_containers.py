"""The types of dicts and named tuples that calls write out: ``step(x, {"count": 5})`` and ``step(x, Config(5))``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, DictExpr, Expression, StrExpr, TypeInfo
from mypy.types import Instance, TupleType, Type, TypedDictType

from ..evaluate import Evaluator
from ..objects.item_types import item_names
from ..syntax.arguments import bound, has_stars
from ..syntax.functions import class_named

_Leaf = Callable[[Expression], Instance | None]
"""Returns the type of a number or an array that an expression evidently is."""


def container_given(values: Sequence[Expression], leaf: _Leaf, api: TypeChecker) -> Type | None:
    """Return the type of a parameter that each call gives a dict, or an object of one named tuple.

    Items that are not the same kind of leaf in all of them are left out.
    """
    sources = [Evaluator(api).source(value) for value in values]
    info = _named_tuple(sources)
    if info is not None and info.tuple_type is not None:
        return _tuple_type(info, sources, leaf)
    written = [_items(each) for each in sources]
    items = _shared([each for each in written if each is not None], leaf) if None not in written else {}
    if not items:
        return None
    return TypedDictType(items, set(items), set(), api.named_type("builtins.object"))


def _items(written: Expression) -> Mapping[str, Expression] | None:
    """Return the values of a dict that is written out with texts as its keys."""
    if not isinstance(written, DictExpr):
        return None
    found = {key.value: value for key, value in written.items if isinstance(key, StrExpr)}
    return found if len(found) == len(written.items) else None


def _shared(written: Sequence[Mapping[str, Expression]], leaf: _Leaf) -> dict[str, Type]:
    """Return the types of what all of some containers hold under one name."""
    found: dict[str, Type] = {}
    for name in written[0] if written else ():
        kinds = [leaf(each[name]) if name in each else None for each in written]
        if kinds[0] is not None and None not in kinds:
            found[name] = kinds[0]
    return found


def _named_tuple(sources: Sequence[Expression]) -> TypeInfo | None:
    """Return the named tuple that all of some expressions make an object of."""
    made = [
        class_named(each.callee) if isinstance(each, CallExpr) and not has_stars(each) else None for each in sources
    ]
    return made[0] if made and made[0] is not None and made[0].is_named_tuple and len(set(made)) == 1 else None


def _tuple_type(info: TypeInfo, sources: Sequence[Expression], leaf: _Leaf) -> TupleType | None:
    """Return the type of an object with what the calls show of its items, and else what the class says."""
    declared, names = info.tuple_type, item_names(info)
    if declared is None or len(names) != len(declared.items) or not info.names["__new__"].plugin_generated:
        return None
    given = [
        {name: value for value, name in bound(each, names) if name is not None}
        for each in sources
        if isinstance(each, CallExpr)
    ]
    shown = _shared(given, leaf)
    items = [shown.get(name, kind) for name, kind in zip(names, declared.items, strict=True)]
    return declared.copy_modified(items=items, fallback=Instance(info, []))
