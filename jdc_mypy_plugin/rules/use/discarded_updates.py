"""``jdc-discarded`` for functions of optax where mypy has no types of it, and asks nobody about their calls.

So they are looked at where the module transforms a function, as every module that trains does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import CallExpr, MypyFile

from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.flow import FLOW
from ...syntax.imported_names import as_imported
from ...syntax.per_module import PerModule
from ..places import TRACED_FUNCTION, TRANSFORMED, Transformed, asked
from ..traced_functions import TracedFunction

_UPDATES: Final = ("optax.apply_updates", "optax.incremental_update")


@asked(DISCARDED, at=TRANSFORMED)
def check_transformed(site: Transformed) -> Iterator[Diagnostic]:
    """Report the calls of the module where it calls a transformation."""
    yield from _reported(site.api.tree)


@asked(DISCARDED, at=TRACED_FUNCTION)
def check_traced(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the calls of the module where a function stands under one."""
    yield from _reported(site.api.tree)


def _reported(tree: MypyFile) -> Iterator[Diagnostic]:
    """Yield a finding for each call of the module; mypy drops one that it has had before."""
    for call, name in _DISCARDED.of(tree).items():
        does = f'"{name}" makes a new tree and leaves the old one as it is'
        yield Diagnostic(DISCARDED, f"{does}, and nothing takes the result; assign it", call)


def _discarded(tree: MypyFile) -> Mapping[CallExpr, str]:
    index, flow = INDEX.of(tree), FLOW.of(tree)
    found: dict[CallExpr, str] = {}
    if not any(name.partition(".")[0] == "optax" for name in index.imports.modules):
        return found
    for call in index.body.expressions_of(CallExpr):
        name = as_imported(call.callee, tree) if index.discarded.is_discarded(call) else None
        around = None if name not in _UPDATES else flow.function_over(call)
        if name in _UPDATES and not (around is not None and around.name.startswith("test")):
            found[call] = name
    return found


_DISCARDED: Final = PerModule(_discarded)
