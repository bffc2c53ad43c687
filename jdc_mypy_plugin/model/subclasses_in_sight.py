"""Subclasses in sight that override methods of their base.

A variable of the base may hold an object of one, so that a call of the method may be there for what it does there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, TypeInfo

from ..host.freshness import is_settled, looked_at
from ..syntax import INDEX
from ..syntax.per_module import CYCLE, PerModule
from .functions.pure_methods import is_pure_method


def acts_below(info: TypeInfo, api: object) -> bool:
    """Return whether a class below another does more in a method of which that only computes.

    The classes of the module at hand count, those that it imports, and those of the module of the base.
    """
    assert isinstance(api, TypeChecker)
    return any(_acts(each, info) for each in _in_sight(info, api))


def acts_between(info: TypeInfo, base: TypeInfo) -> bool:
    """Return whether a class, or one between it and a base, does more in a method of which that only computes."""
    return any(_acts(each, base) for each in info.mro[: info.mro.index(base)])


def is_overridden_in_sight(info: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether a class below another, among the same, has an attribute of a name."""
    return any(name in each.names for each in _in_sight(info, api))


def is_overridden(info: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether a class below another, of those that the module names, has an attribute of a name."""
    return any(name in each.names for each in _named(info, api.tree))


def by_base(classes: Iterable[TypeInfo]) -> Mapping[TypeInfo, Sequence[TypeInfo]]:
    """Return the classes that are below each base of any of them."""
    found: defaultdict[TypeInfo, list[TypeInfo]] = defaultdict(list)
    for each in classes:
        for base in each.mro[1:]:
            found[base].append(each)
    return dict(found)


def _acts(below: TypeInfo, info: TypeInfo) -> bool:
    looked_at(below)
    acting = (name for name in below.names if not is_pure_method(below, name))
    return any(is_pure_method(base, name) for name in acting for base in info.mro)


def _in_sight(info: TypeInfo, api: TypeChecker) -> Iterator[TypeInfo]:
    """Yield the subclasses of a class."""
    yield from _DEFINED.of(api.tree).get(info, ()) if is_settled() else _below(info, INDEX.of(api.tree).classes())
    yield from _named(info, api.tree)
    modules = {each.fullname: each for each in (_IMPORTED.of if is_settled() else _imported)(api.tree)}
    home = api.modules.get(info.module_name)
    if home is not None:
        modules[home.fullname] = home
    for module in modules.values():
        if module is not api.tree:
            yield from _named(info, module)


def _named(info: TypeInfo, module: MypyFile) -> Iterable[TypeInfo]:
    """Return the subclasses of a class that a module has names for."""
    return _NAMED.of(module).get(info, ()) if is_settled() else _below(info, _classes(module))


def _below(info: TypeInfo, classes: Iterable[TypeInfo]) -> Iterator[TypeInfo]:
    return (each for each in classes if info in each.mro[1:])


def _classes(module: MypyFile) -> Iterator[TypeInfo]:
    return (symbol.node for symbol in module.names.values() if isinstance(symbol.node, TypeInfo))


def _imported(module: MypyFile) -> Sequence[MypyFile]:
    return [symbol.node for symbol in module.names.values() if isinstance(symbol.node, MypyFile)]


# a daemon analyses classes again, and does without these
_DEFINED: Final = PerModule(lambda module: by_base(INDEX.of(module).classes()))
_NAMED: Final = PerModule(lambda module: by_base(_classes(module)), keep=CYCLE)
_IMPORTED: Final = PerModule(_imported)
