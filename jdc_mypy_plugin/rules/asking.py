"""Rules are asked here, and their findings told to mypy."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from contextlib import nullcontext
from typing import Final

from mypy.checker import TypeChecker

from jdc_spec.rules import COMPARE, CONCRETE, DISCARDED, DTYPE, FROZEN, SHAPE

from ..host.diagnostics import Diagnostic
from ..host.report import is_silent, module_of, report
from ..model.functions.swallowed_errors import is_under_swallowing_manager
from ..objects.rebound_names import is_of_rebound_name
from ..syntax.failures.expected_failures import is_expected_to_fail
from ..syntax.failures.measured_code import is_measured
from ..syntax.names.exchanged_libraries import EXCHANGES_LIBRARIES
from ..syntax.per_module import unkept
from .places import Kind, SiteT
from .refused_in_runs import is_told_in_run

_GROUPS: Final = ("arrays", "construction", "roles", "tracing", "transforms", "use")
"""Folders of rules. Those of ``structure`` load with the first structure tree."""
_OF_ARRAYS: Final = (COMPARE, CONCRETE, DISCARDED, DTYPE, FROZEN, SHAPE)
"""Rules that find other things where arrays are of another library."""


def ask(kind: Kind[SiteT], site: SiteT | None) -> None:
    """Ask every rule about a place, and tell mypy what they find; None is a place that is none of the kind."""
    if site is None or is_silent(site.api):
        return
    found = kind.ask(site)
    if found:
        tell(site.api, found)


def tell(api: object, diagnostics: Iterable[Diagnostic]) -> None:
    """Tell mypy diagnostics, but nothing of code that is expected to fail, and of names that stand for two things."""
    with nullcontext() if isinstance(api, TypeChecker) else unkept():
        _tell(api, diagnostics)


def _tell(api: object, diagnostics: Iterable[Diagnostic]) -> None:
    for each in diagnostics:
        is_left = _is_excused(each, api) or _may_be_of_numpy(each, api)
        if not is_left and not is_told_in_run(each, api):
            report(api, (each,))


def _may_be_of_numpy(found: Diagnostic, api: object) -> bool:
    """Return whether the arrays of a diagnostic may be NumPy's where mypy says they are those of JAX."""
    return found.rule in _OF_ARRAYS and EXCHANGES_LIBRARIES.of(module_of(api))


def _is_excused(found: Diagnostic, api: object) -> bool:
    module = module_of(api)
    if is_expected_to_fail(found.node, module) or (found.rule is DISCARDED and is_measured(found.node, module)):
        return True
    if isinstance(api, TypeChecker) and is_under_swallowing_manager(found.node, module):
        return True
    return found.is_of_types and is_of_rebound_name(found.node, api)


def _load() -> None:
    """Import every module of rules, which declare themselves."""
    for group in _GROUPS:
        package = importlib.import_module(f"{__package__}.{group}")
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


_load()
