"""Fields of objects that are not frozen, where what a traced function calls may write them: ``box.fit()``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    StrExpr,
    TypeInfo,
)
from mypy.types import Type

from ..libraries.registry import REPLACE_FUNCTIONS
from ..model.classes import model_of
from ..model.functions.pure_methods import is_pure_method
from ..model.replacing import REPLACE
from ..syntax import INDEX
from ..syntax.arguments import positional
from ..syntax.names.flow import FLOW
from ..syntax.names.imported_names import spelled
from ..syntax.names.named_writes import named_write
from ..syntax.names.targets import members
from ..syntax.per_module import PerModule
from ..typefacts.instances import besides_none, sole_instance
from ..typefacts.mutable import is_frozen
from .functions import TracedFunction
from .types import holds_tracers

_CONSTRUCTORS: Final = frozenset(("__init__", "__new__", "__post_init__", "__setstate__", "tree_unflatten"))
_ANY: Final = ""
"""Stands for an attribute whose name is computed."""


class _Write(NamedTuple):
    function: FuncDef
    owner: TypeInfo | None
    """The class of the object; None where that may be any."""


def handed_on_writes(site: TracedFunction, type_of: Callable[[Expression], Type | None]) -> Iterator[str]:
    """Yield the fields that functions may write which a traced one gives objects, or which ran before it."""
    run = _run_by(site)
    writes = [(name, each) for name, found in _WRITES.of(site.api.tree).items() for each in found]
    writes = [(name, each) for name, each in writes if _may_run(each, site, run)]
    given = [type_of(each) for each in _handed_on(site)] if writes else []
    kinds = (*given, *(site.traced.values() if site.callers else ()))
    objects = (kind for kind in kinds if kind is not None and holds_tracers(kind))
    instances = [sole_instance(besides_none(kind)) for kind in objects]
    for info in dict.fromkeys(each.type for each in instances if each is not None and not _is_fixed(each.type)):
        names = dict.fromkeys(name for name, each in writes if _is_of(each, info))
        yield from names
        if _ANY in names:
            yield from _attributes(info)
    yield from _written_elsewhere(site, type_of)


def _written_elsewhere(site: TracedFunction, type_of: Callable[[Expression], Type | None]) -> Iterator[str]:
    """Yield the fields of objects whose methods are called, if another module defines these and they may write."""
    for call in site.body.expressions_of(CallExpr):
        callee = call.callee
        kind = type_of(callee.expr) if isinstance(callee, MemberExpr) and callee.name != REPLACE else None
        instance = None if kind is None or not holds_tracers(kind) else sole_instance(besides_none(kind))
        if instance is None or not isinstance(callee, MemberExpr) or _is_fixed(instance.type):
            continue
        owner = instance.type.get_containing_type_info(callee.name)
        is_here = owner is None or owner.module_name == site.api.tree.fullname
        if not is_here and not is_pure_method(instance.type, callee.name):
            yield from _attributes(instance.type)


def _attributes(info: TypeInfo) -> Iterator[str]:
    return (name for base in info.mro[:-1] for name in base.names)


def _is_fixed(info: TypeInfo) -> bool:
    return model_of(info) is not None and is_frozen(info)


def _handed_on(site: TracedFunction) -> Iterator[Expression]:
    """Yield what calls may change: the object of a method, and arguments of other functions than those of JAX."""
    for call in site.body.expressions_of(CallExpr):
        name = spelled(call.callee, site.api.tree) or ""
        if name.startswith("jax.") or name in REPLACE_FUNCTIONS:
            continue
        yield from call.args
        if isinstance(call.callee, MemberExpr) and call.callee.name != REPLACE:
            yield call.callee.expr


def _may_run(write: _Write, site: TracedFunction, run: Container[str]) -> bool:
    """Return whether the traced function may run what writes an attribute of an object that is made by then."""
    name = write.function.name
    return name not in _CONSTRUCTORS and name in run and write.function is not site.definition


def _is_of(write: _Write, info: TypeInfo) -> bool:
    """Return whether the object whose attribute is written may be one of a class."""
    return write.owner is None or write.owner in info.mro or info in write.owner.mro


def _run_by(site: TracedFunction) -> frozenset[str]:
    """Return the names of the functions that a traced one mentions, and that these mention, and so on."""
    mentions, index = _MENTIONS.of(site.api.tree), INDEX.of(site.api.tree)
    found: set[str] = set()
    left = {each.name for one in (site.definition, *site.callers) for each in index.inside(one).references}
    while left:
        found |= left
        left = {name for one in left for name in mentions.get(one, ())} - found
    return frozenset(found)


def _mentioned(tree: MypyFile) -> Mapping[str, frozenset[str]]:
    """Return the names that the functions of a module mention, by the names of the functions."""
    index, found = INDEX.of(tree), dict[str, frozenset[str]]()
    functions = [*index.body.statements_of(FuncDef), *(each.func for each in index.body.statements_of(Decorator))]
    for function in functions:
        names = frozenset(each.name for each in index.inside(function).references)
        found[function.name] = found.get(function.name, frozenset()) | names
    return found


_MENTIONS: Final = PerModule(_mentioned)


def _read(tree: MypyFile) -> Mapping[str, Sequence[_Write]]:
    """Return the attributes that functions of a module write, by name."""
    body, flow = INDEX.of(tree).body, FLOW.of(tree)
    written: list[tuple[str, Expression]] = []
    for statement in body.statements_of(AssignmentStmt):
        written += [(each.name, each.expr) for target in statement.lvalues for each in members(target)]
    for update in body.statements_of(OperatorAssignmentStmt):
        written += [(each.name, each.expr) for each in members(update.lvalue)]
    for call in body.expressions_of(CallExpr):
        write, given = named_write(call), positional(call)
        named = given[write.name] if write is not None and len(given) > write.name else None
        if write is not None:
            written.append((named.value if isinstance(named, StrExpr) else _ANY, write.target))
    found: defaultdict[str, list[_Write]] = defaultdict(list)
    for name, target in written:
        function = flow.function_over(target)
        if function is not None:
            found[name].append(_Write(function, _owner(target, function)))
    return found


_WRITES: Final = PerModule(_read)


def _owner(receiver: Expression, function: FuncDef) -> TypeInfo | None:
    """Return the class of a method that an attribute of ``self`` is written in."""
    is_method = bool(function.info) and bool(function.arguments) and not function.is_static
    is_self = is_method and isinstance(receiver, NameExpr) and receiver.node is function.arguments[0].variable
    return function.info if is_self else None
