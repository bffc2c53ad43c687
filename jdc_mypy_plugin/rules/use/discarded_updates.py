"""``jdc-discarded`` where mypy has no types, and asks nobody: functions of optax, arrays annotated ``chex.Array``.

So they are looked at where the module transforms a function, as every module that trains does, or has a pytree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import CallExpr, IndexExpr, MemberExpr, MypyFile, RefExpr

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
from ..places import CLASS, TRACED_FUNCTION, TRANSFORMED, Transformed, asked
from ..sites import ClassSite
from ..traced_functions import TracedFunction

_UPDATES: Final = ("optax.apply_updates", "optax.incremental_update")


@asked(DISCARDED, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report the calls of the module where it calls a transformation."""
    yield from _reported(site.api.tree)


@asked(DISCARDED, at=CLASS)
def check_class(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the calls of the module where it has a pytree dataclass."""
    yield from _reported(site.api.tree)


@asked(DISCARDED, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the calls of the module where a function stands under one."""
    yield from _reported(site.api.tree)


def _reported(tree: MypyFile) -> Iterator[Diagnostic]:
    """Yield a finding for each call of the module; mypy drops one that it has had before."""
    for call, does in _DISCARDED.of(tree).items():
        yield Diagnostic(
            DISCARDED, f"{does} and leaves the old one as it is, and nothing takes the result; assign it", call
        )


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
        elif method in AT_METHODS and _updates_array(call, tree):
            found[call] = f'"at[...].{method}" makes a new array'
    return found


def _updates_array(call: CallExpr, tree: MypyFile) -> bool:
    """Return whether a call is ``x.at[...].set(...)``, where an annotation says that ``x`` is an array."""
    callee = call.callee
    item = callee.expr if isinstance(callee, MemberExpr) and callee.name != "get" else None
    at = item.base if isinstance(item, IndexExpr) else None
    if not isinstance(at, MemberExpr) or at.name != "at":
        return False
    return is_marked_array(known_type(ShownTypes(tree).type_of(at.expr)))


_DISCARDED: Final = PerModule(_discarded)
