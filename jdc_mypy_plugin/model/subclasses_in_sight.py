"""Subclasses in sight that override methods of their base.

A variable of the base may hold an object of one, so that a call of the method may be there for what it does there.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, TypeInfo

from ..host.freshness import looked_at
from ..syntax import INDEX
from .pure_methods import is_pure_method


def acts_below(info: TypeInfo, api: object) -> bool:
    """Return whether a class below another does more in a method of which that only computes.

    The classes of the module at hand count, those that it imports, and those of the module of the base.
    """
    assert isinstance(api, TypeChecker)
    return any(_acts(each, info) for each in _in_sight(info, api) if info in each.mro[1:])


def acts_between(info: TypeInfo, base: TypeInfo) -> bool:
    """Return whether a class, or one between it and a base, does more in a method of which that only computes."""
    return any(_acts(each, base) for each in info.mro[: info.mro.index(base)])


def is_overridden_in_sight(info: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether a class below another, among the same, has an attribute of a name."""
    return any(name in each.names for each in _in_sight(info, api) if info in each.mro[1:])


def _acts(below: TypeInfo, info: TypeInfo) -> bool:
    looked_at(below)
    acting = (name for name in below.names if not is_pure_method(below, name))
    return any(is_pure_method(base, name) for name in acting for base in info.mro)


def _in_sight(info: TypeInfo, api: TypeChecker) -> Iterator[TypeInfo]:
    yield from INDEX.of(api.tree).classes()
    imported = [symbol.node for symbol in api.tree.names.values() if isinstance(symbol.node, MypyFile | TypeInfo)]
    yield from (each for each in imported if isinstance(each, TypeInfo))
    modules = {each.fullname: each for each in imported if isinstance(each, MypyFile)}
    home = api.modules.get(info.module_name)
    if home is not None:
        modules[home.fullname] = home
    for module in modules.values():
        if module is not api.tree:
            yield from (symbol.node for symbol in module.names.values() if isinstance(symbol.node, TypeInfo))
