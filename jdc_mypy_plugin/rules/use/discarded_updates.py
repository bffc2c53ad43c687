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
    MemberExpr,
    MypyFile,
    RefExpr,
)

from jdc_spec.rules import DISCARDED

from ...host.analysed_types import is_marked_array
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.functions.pure_methods import AT_METHODS
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.names.imported_names import as_imported
from ...syntax.per_module import PerModule
from ...traced.functions import TracedFunction
from ...typefacts.shown_types import ShownTypes
from ..places import CLASS, OPERATION, TRACED_FUNCTION, TRANSFORMED, OperationSite, Transformed, asked
from ..sites import ClassSite
from .untyped_updates import UPDATES_ARRAYS, has_text, is_open, root_of, updated_by

_UPDATES: Final = ("optax.apply_updates", "optax.incremental_update")


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
        if is_open(updated, api):
            yield call, does


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
        elif method in AT_METHODS and _is_array(updated_by(call), tree):
            found[call] = _does(method)
    return found


def _open(tree: MypyFile) -> Mapping[CallExpr, tuple[Expression, str]]:
    """Return the updates of what no annotation says to be an array, each with what is updated."""
    index = INDEX.of(tree)
    found: dict[CallExpr, tuple[Expression, str]] = {}
    for call in index.body.expressions_of(CallExpr):
        updated = updated_by(call)
        if updated is None or has_text(call) or not index.discarded.is_discarded(call):
            continue
        if isinstance(call.callee, MemberExpr) and root_of(updated) is not None and call not in _DISCARDED.of(tree):
            found[call] = updated, _does(call.callee.name)
    return found if found and UPDATES_ARRAYS.of(tree) else {}


def _does(method: str) -> str:
    return f'"at[...].{method}" makes a new array'


def _is_array(updated: Expression | None, tree: MypyFile) -> bool:
    """Return whether an annotation says that something is an array."""
    return updated is not None and is_marked_array(known_type(ShownTypes(tree).type_of(updated)))


_DISCARDED: Final = PerModule(_discarded)
_OPEN: Final = PerModule(_open)
