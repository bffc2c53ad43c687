"""Methods of a class that a jitted method of a base calls: ``step`` is there, ``step_env`` is written here.

Any module may hold the base. The notes on its functions tell what they hand to the methods of their object; which
function such a method is, the class at hand tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, FuncDef, MemberExpr, NameExpr, TypeInfo
from mypy.types import Type

from ..host.freshness import looked_at
from ..libraries.other_names import meant_name
from ..model.annotations.signature_reader import is_bound_once
from ..model.functions.function_notes import note_of
from ..model.functions.own_calls import TRACED, OwnCall
from ..model.functions.said_values import (
    ARRAY,
    AT,
    CALCULATED,
    CALLED,
    COPY,
    COUNTED,
    ITEM,
    LITERAL,
    MADE,
    METHOD,
    NEVER,
    Said,
    is_written_out,
)
from ..model.subclasses_in_sight import is_overridden_in_sight
from ..objects.kept_objects import class_of_object
from ..objects.patched_functions import is_replaced
from ..syntax import INDEX
from ..transformed.transformations import made_by
from ..transformed.transformed_elsewhere import transformed_by
from .eager_functions import is_apart, runs_eagerly
from .filtered_functions import BY, FILTER_JIT, has_arrays
from .functions import TracedFunction, parameters
from .types import data_type

_JITS: Final = ("jax.jit", "jdc.jit", "jax_dataclasses.jit")
_FILTER: Final = "equinox.filter_jit"
"""The name of the filter as modules import it."""
_DEPTH: Final = 4
"""How many calls are followed from the method that is jitted."""
_SUMS: Final = (ARRAY, CALCULATED, COUNTED, ITEM)


class _Jitted(NamedTuple):
    by: str
    only_arrays: bool
    function: FuncDef
    traced: frozenset[str]
    """The parameters that are certain to be tracers, or trees of them."""


class Called(NamedTuple):
    """A method that is called with tracers."""

    method: FuncDef
    traced: frozenset[str]
    """The names of the parameters that are tracers, or trees of them."""
    is_open: bool
    """False if the call gives it a value of which it may make its choice between branches."""


def overriding_methods(info: TypeInfo, api: TypeChecker) -> Iterator[TracedFunction]:
    """Yield the methods of a class that a method calls with tracers which a base jits."""
    if info.is_abstract or info.is_protocol:
        return
    found: dict[Called, _Jitted] = {}
    for name in dict.fromkeys(name for base in info.mro[:-1] for name in base.names):
        symbol = info.get(name)
        node = None if symbol is None else symbol.node
        made = _jitted(node, api) if isinstance(node, Decorator) else None
        if made is not None:
            for each in methods_called(info, made.function, made.traced, api):
                found.setdefault(each, made)
    if found and (runs_eagerly(api.tree) or _is_used_apart(info, api)):
        return
    for called, made in found.items():
        site = TracedFunction(made.by, True, made.function, (), {}, info.defn, api, only_arrays=made.only_arrays)
        yield from _traced(called, site)


def methods_of_given(site: TracedFunction) -> Iterator[TracedFunction]:
    """Yield the methods that a method calls with tracers which a transformation or a loop is given, ``env.step``.

    Those of a class below that of the method are among them.
    """
    given = _method_handed(site.at, site.definition.name) if isinstance(site.at, CallExpr) else None
    info = None if given is None else class_of_object(given.expr, site.api)
    symbol = None if info is None or info.is_abstract else info.get(site.definition.name)
    if info is not None and symbol is not None and isinstance(symbol.node, FuncDef):
        for called in methods_called(info, symbol.node, frozenset(each.name for each in site.traced), site.api):
            if called.method.info is not symbol.node.info:
                yield from _traced(called, site)


def _method_handed(call: CallExpr, name: str) -> MemberExpr | None:
    for each in call.args:
        found = _method_handed(each, name) if isinstance(each, CallExpr) and made_by(call) is not None else each
        if isinstance(found, MemberExpr) and found.name == name:
            return found
    return None


def _traced(called: Called, site: TracedFunction) -> Iterator[TracedFunction]:
    """Yield a method as a transformation traces it, if it is one of the module."""
    method, tree = called.method, site.api.tree
    if INDEX.of(tree).position(method) is None or not is_bound_once(method, tree):
        return
    traced = parameters(method, [at for at, name in enumerate(method.arg_names) if name in called.traced])
    if site.only_arrays:
        traced = {each: kind for each, kind in traced.items() if has_arrays(kind)}
    callers = () if called.is_open else (site.definition,)
    if traced:
        yield site._replace(definition=method, beside=(), traced=traced, passed={}, callers=callers)


def methods_called(info: TypeInfo, function: FuncDef, traced: frozenset[str], api: TypeChecker) -> Iterator[Called]:
    """Yield the methods that a method of an object is certain to call, and those that they call in turn."""
    yield from _Follower(info, api).follow(function, traced, _DEPTH)


def _is_used_apart(info: TypeInfo, api: TypeChecker) -> bool:
    """Return whether the module uses a class in tests that expect an error, or the like, and nowhere else."""
    uses = [each for each in INDEX.of(api.tree).body.references_of(info.name) if isinstance(each, NameExpr)]
    return bool(uses) and all(is_apart(each, api.tree) for each in uses)


def _jitted(node: Decorator, api: TypeChecker) -> _Jitted | None:
    function = node.func
    if not function.info or function.is_static or function.is_class or function.is_property:
        return None
    looked_at(function.info)
    made = transformed_by(node, api)
    if made is not None and len(node.original_decorators or [node]) == 1:
        names = [
            name
            for at, (name, kind) in enumerate(zip(function.arg_names, function.arg_kinds, strict=True))
            if name is not None and kind.is_required() and made.looks_at(at, name)
        ]
        return _Jitted(made.by.name, False, function, frozenset(names)) if made.by.name in _JITS else None
    if not _is_filtered(node, api):
        return None
    kinds = zip(function.arg_names, function.arg_kinds, strict=True)
    required = frozenset(name for name, kind in kinds if name is not None and kind.is_required())
    return _Jitted(BY, True, function, required)


def _is_filtered(node: Decorator, api: TypeChecker) -> bool:
    if INDEX.of(api.tree).position(node) is not None:
        only = node.original_decorators[0] if len(node.original_decorators) == 1 else None
        return only is not None and not isinstance(only, CallExpr) and meant_name(only) in (_FILTER, FILTER_JIT)
    note = None if is_replaced(node.func, api.tree) else note_of(node.func)
    return note is not None and note.made_by is not None and list(note.made_by) == [_FILTER, {}]


class _Follower:
    """Follows the calls that a method makes of others of its object, which is of one class."""

    def __init__(self, info: TypeInfo, api: TypeChecker) -> None:
        self._info, self._api = info, api
        self._told: set[Called] = set()

    def follow(self, function: FuncDef, traced: frozenset[str], depth: int) -> Iterator[Called]:
        """Yield the methods that a method calls."""
        note = note_of(function)
        for call in () if note is None else note.hands:
            method = self._method(call[0])
            if method is None:
                continue
            given = self._given(call, method, function, traced)
            called = Called(method, given, _is_open(call, method))
            if called not in self._told:
                self._told.add(called)
                yield called
                if depth:
                    yield from self.follow(method, given, depth - 1)
            inner = note_of(method)
            if inner is not None and inner.result == NEVER:
                return

    def _method(self, name: str) -> FuncDef | None:
        """Return the method that an object of the class has under a name, if it is certain to be that."""
        symbol = self._info.get(name)
        node = None if symbol is None else symbol.node
        if not isinstance(node, FuncDef) or not node.info or not node.arg_names:
            return None
        looked_at(node.info)
        if node.is_static or node.is_class or node.is_property or node.is_generator or node.is_coroutine:
            return None
        is_other = is_overridden_in_sight(self._info, name, self._api) or is_replaced(node, self._api.tree)
        return None if is_other else node

    def _given(self, call: OwnCall, method: FuncDef, function: FuncDef, traced: frozenset[str]) -> frozenset[str]:
        """Return the parameters of a method that a call in a function gives tracers."""
        _, by_position, by_name = call
        own, *rest = method.arg_names
        kept = {own} if function.arg_names[0] in traced else set[str | None]()
        if by_position is None:
            return frozenset(name for name in (*kept, *rest) if name is not None)
        given = {**dict(zip(rest, by_position, strict=False)), **by_name}
        found = {name for name, said in given.items() if self._is_traced(said, function, traced, _DEPTH)}
        return frozenset(name for name in (*kept, *found) if name is not None)

    def _is_traced(self, said: Said, function: FuncDef, traced: frozenset[str], depth: int) -> bool:
        """Return whether a value is a tracer, or an object or a tree of them, where some parameters are."""
        if not is_written_out(said) or not depth:
            return False
        kind, parts = said[0], said[1:]
        if kind in _SUMS:
            return any(self._is_traced(each, function, traced, depth) for each in parts if is_written_out(each))
        if kind == AT:
            return said == TRACED or self._is_part(parts, function, traced, depth)
        if kind in (COPY, MADE):
            given = [parts[0], *parts[1].values()] if kind == COPY else [*parts[1], *parts[2].values()]
            return all(self._is_traced(each, function, traced, depth) for each in given)
        is_own = kind == METHOD and parts[0] == [AT, function.arg_names[0]]
        return is_own and self._returns_tracers(parts[1:], function, traced, depth)

    def _is_part(self, names: Sequence[str], function: FuncDef, traced: frozenset[str], depth: int) -> bool:
        if len(names) == 2 and names[0] == function.arg_names[0] and names[1].endswith(CALLED):
            return self._returns_tracers([names[1].removesuffix(CALLED), [], {}], function, traced, depth)
        if names[0] not in traced:
            return False
        kind = declared_types(function).get(names[0])
        for each in names[1:]:
            kind = None if kind is None else data_type(kind, each, 0, self._api.tree)
        return kind is not None or len(names) == 1

    def _returns_tracers(self, call: OwnCall, function: FuncDef, traced: frozenset[str], depth: int) -> bool:
        method = self._method(call[0])
        note = None if method is None else note_of(method)
        if method is None or note is None:
            return False
        given = self._given(call, method, function, traced)
        return self._is_traced(note.result, method, given, depth - 1)


def _is_open(call: OwnCall, method: FuncDef) -> bool:
    """Return whether a call gives every parameter what its function has been given, or has made of that."""
    _, by_position, by_name = call
    if by_position is None:
        return True
    given = [*by_position, *by_name.values()]
    is_whole = len(given) == len(method.arg_names) - 1
    return is_whole and all(is_written_out(each) and each[0] != LITERAL for each in given)


def declared_types(function: FuncDef) -> Mapping[str | None, Type]:
    """Return the types of the parameters of a function of any module by their names."""
    declared = getattr(function.type, "arg_types", ())
    return dict(zip(function.arg_names, declared, strict=False))
