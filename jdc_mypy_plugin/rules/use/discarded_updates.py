"""``jdc-discarded`` where mypy has no types, and asks nobody: functions of optax, arrays annotated ``chex.Array``.

So they are looked at where the module transforms a function, as every module that trains does, or has a pytree, and
where it computes with arrays. ``x.at[...].set(...)`` is an update of an array whatever ``x`` is, but for references
of Pallas, which it changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.types import AnyType

from jdc_spec.rules import DISCARDED

from ...host.analysed_types import is_marked_array
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.pure_methods import AT_METHODS
from ...syntax import INDEX
from ...syntax.flow import FLOW
from ...syntax.imported_names import as_imported
from ...syntax.per_module import PerModule
from ...typefacts.shown_types import ShownTypes
from ..places import CLASS, OPERATION, TRACED_FUNCTION, TRANSFORMED, OperationSite, Transformed, asked
from ..sites import ClassSite
from ..traced_functions import TracedFunction

_UPDATES: Final = ("optax.apply_updates", "optax.incremental_update")
_NUMPY: Final = ("jax.numpy", "jax")
_CHANGED: Final = frozenset(
    ("pallas", "state", "pl", "pltpu", "plgpu", "new_ref", "array_ref", "mutable_array", "pandas")
)
"""Parts of the names of what a module imports that has an ``at`` of things that change."""


@asked(DISCARDED, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report the calls of the module where it calls a transformation."""
    yield from _reported(site.api)


@asked(DISCARDED, at=CLASS)
def check_class(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the calls of the module where it has a pytree dataclass."""
    yield from _reported(site.api)


@asked(DISCARDED, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the calls of the module where a function stands under one."""
    yield from _reported(site.api)


@asked(DISCARDED, at=OPERATION)
def check_operation(site: OperationSite) -> Iterator[Diagnostic]:
    """Report the calls of a function where it computes with arrays."""
    flow = FLOW.of(site.api.tree)
    for call, does in _of_open(site.api):
        if flow.function_over(call) is flow.function_over(site.node):
            yield _finding(call, does)


def _reported(api: TypeChecker) -> Iterator[Diagnostic]:
    """Yield a finding for each call of the module; mypy drops one that it has had before."""
    for call, does in (*_DISCARDED.of(api.tree).items(), *_of_open(api)):
        yield _finding(call, does)


def _of_open(api: TypeChecker) -> Iterator[tuple[CallExpr, str]]:
    """Yield the updates of what nothing gives a type, as far as mypy has come."""
    for call, (updated, does) in _OPEN.of(api.tree).items():
        if _is_open(updated, api):
            yield call, does


def _is_open(updated: Expression, api: TypeChecker) -> bool:
    """Return whether mypy has no type of what is updated: a parameter without annotation, or something in one."""
    root = _source(updated, api.tree)
    variable = None if root is None else root.node
    function = None if variable is None else FLOW.of(api.tree).variables.functions.get(variable)
    for each in () if function is None else function.arguments:
        if each.variable is variable and not each.variable.is_self:
            return each.type_annotation is None
    return isinstance(known_type(api.lookup_type_or_none(updated)), AnyType)


def _source(updated: Expression, tree: MypyFile) -> NameExpr | None:
    """Return the variable that something comes from, also by other names: ``args`` after ``loss, state = args``."""
    root, flow = _root(updated), FLOW.of(tree)
    seen: set[Expression] = set()
    while root is not None and root not in seen:
        seen.add(root)
        given = flow.value_at(root)
        before = _root(given) if isinstance(given, Expression) else None
        if before is None:
            break
        root = before
    return root


def _root(updated: Expression) -> NameExpr | None:
    """Return the variable that something is in, as ``state`` for ``state.buffers[0]``, unless a name is a ref's."""
    while isinstance(updated, MemberExpr | IndexExpr) and not _is_named_ref(updated):
        updated = updated.expr if isinstance(updated, MemberExpr) else updated.base
    return updated if isinstance(updated, NameExpr) and not _is_named_ref(updated) else None


def _is_named_ref(part: Expression) -> bool:
    """Return whether a name is one that Pallas kernels give to the references that they change."""
    return isinstance(part, NameExpr | MemberExpr) and part.name.endswith(("ref", "refs"))


def _finding(call: CallExpr, does: str) -> Diagnostic:
    message = f"{does} and leaves the old one as it is, and nothing takes the result; assign it"
    return Diagnostic(DISCARDED, message, call)


def _discarded(tree: MypyFile) -> Mapping[CallExpr, str]:
    """Return the calls of a module whose results nobody takes, each with what it makes."""
    index, flow = INDEX.of(tree), FLOW.of(tree)
    uses_optax = any(name.partition(".")[0] == "optax" for name in index.imports.modules)
    found: dict[CallExpr, str] = {}
    for call in index.body.expressions_of(CallExpr):
        method = call.callee.name if isinstance(call.callee, MemberExpr) else ""
        is_asked = method in AT_METHODS or (uses_optax and isinstance(call.callee, RefExpr))
        if not is_asked or not index.discarded.is_discarded(call):
            continue
        name = as_imported(call.callee, tree)
        around = flow.function_over(call) if name in _UPDATES else None
        if name in _UPDATES and not (around is not None and around.name.startswith("test")):
            found[call] = f'"{name}" makes a new tree'
        elif method in AT_METHODS and _is_array(_updated(call), tree):
            found[call] = _does(method)
    return found


def _open(tree: MypyFile) -> Mapping[CallExpr, tuple[Expression, str]]:
    """Return the updates of what no annotation says to be an array, each with what is updated."""
    index = INDEX.of(tree)
    parts = {part for name in index.imports.modules for part in name.split(".")} | set(index.imports.names)
    is_of_arrays = any(name in _NUMPY for name in index.imports.modules) and _CHANGED.isdisjoint(parts)
    if not is_of_arrays or index.rebinding.binds("at"):
        return {}
    found: dict[CallExpr, tuple[Expression, str]] = {}
    for call in index.body.expressions_of(CallExpr):
        method = call.callee.name if isinstance(call.callee, MemberExpr) else ""
        updated = _updated(call) if method in AT_METHODS and index.discarded.is_discarded(call) else None
        if updated is None or _has_text(call):
            continue
        if _root(updated) is not None and call not in _DISCARDED.of(tree):
            found[call] = updated, _does(method)
    return {} if found and _imports_at(tree) else found


def _imports_at(tree: MypyFile) -> bool:
    """Return whether a class that a module imports has an attribute `at` of its own."""
    imported = [symbol.node for symbol in tree.names.values()]
    modules = [each for each in imported if isinstance(each, MypyFile) and not _is_of_arrays(each)]
    nodes = (*imported, *(symbol.node for each in modules for symbol in each.names.values()))
    return any(isinstance(each, TypeInfo) and "at" in each.names and not _is_of_arrays(each) for each in nodes)


def _is_of_arrays(node: MypyFile | TypeInfo) -> bool:
    return node.fullname.partition(".")[0] in ("jax", "numpy")


def _does(method: str) -> str:
    return f'"at[...].{method}" makes a new array'


def _updated(call: CallExpr) -> Expression | None:
    """Return what ``x.at[...].set(...)`` is called on."""
    callee = call.callee
    item = callee.expr if isinstance(callee, MemberExpr) and callee.name != "get" else None
    at = item.base if isinstance(item, IndexExpr) else None
    return at.expr if isinstance(at, MemberExpr) and at.name == "at" else None


def _has_text(call: CallExpr) -> bool:
    """Return whether the index or the value of an update is text, which no array has."""
    item = call.callee.expr if isinstance(call.callee, MemberExpr) else None
    index = item.index if isinstance(item, IndexExpr) else None
    parts = index.items if isinstance(index, TupleExpr) else [index]
    return any(isinstance(each, StrExpr) for each in (*parts, *call.args[:1]))


def _is_array(updated: Expression | None, tree: MypyFile) -> bool:
    """Return whether an annotation says that something is an array."""
    return updated is not None and is_marked_array(known_type(ShownTypes(tree).type_of(updated)))


_DISCARDED: Final = PerModule(_discarded)
_OPEN: Final = PerModule(_open)
