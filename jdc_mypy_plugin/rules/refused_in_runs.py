"""Mistakes of rules that read the source which only the run shows: ``jdc-data-leaf``, ``jdc-batch`` and others.

The rules themselves see the types of what is handed over, and the calls that make it. The run has the objects: what a
function without annotations has put into them, and what has gone through other functions.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr

from jdc_spec.facts import Related
from jdc_spec.rules import (
    ALIASED,
    BATCH,
    CARRY,
    CONCRETE,
    DATA_LEAF,
    DONATED,
    FROZEN,
    STALE,
    STATIC_ARRAY,
    STATIC_MUTABLE,
    UNREGISTERED,
    Rule,
)

from ..copies.writes import Write
from ..host.diagnostics import Diagnostic, span
from ..host.report import is_reported
from ..model.classes import model_of
from ..model.frozen_classes import frozen_model
from ..model.functions.swallowed_errors import may_be_caught
from ..runs import Found, Refusal, run_of
from ..syntax import INDEX
from ..syntax.failures.expected_failures import is_tried
from ..syntax.names.flow import FLOW
from ..syntax.names.write_kinds import WriteKind
from ..syntax.values.looked_at import is_asserted
from ..traced.eager_functions import is_apart, runs_eagerly
from ..transformed.plain_classes import is_plain
from ..typefacts.leaves import never_leaf
from .roles.data_leaf import is_reported_at_class
from .tests_at_hand import is_named_as_test
from .use.frozen import judged
from .use.frozen_items import may_change, sentence
from .use.untyped_updates import is_open

OF_RUNS: Final = (
    BATCH,
    CARRY,
    CONCRETE,
    DATA_LEAF,
    DONATED,
    FROZEN,
    STALE,
    STATIC_ARRAY,
    STATIC_MUTABLE,
    UNREGISTERED,
)
"""The rules."""
_IN_OWN_WORDS: Final = (CONCRETE, UNREGISTERED)
"""Those of which the run tells where the source shows the same."""


def is_due(found: Found, refusal: Refusal, api: TypeChecker) -> bool:
    """Return whether no other rule tells of what is assigned to, when mypy comes to it: it has no type."""
    if refusal.rule is FROZEN and isinstance(found.at, CallExpr):
        return refusal.is_open
    if refusal.rule is UNREGISTERED:
        return _is_unregistered(refusal, api)
    written = _written(found.at)
    return refusal.rule is not FROZEN or (written is not None and is_open(written, api))


def _is_unregistered(refusal: Refusal, api: TypeChecker) -> bool:
    """Return whether nothing registers the class of an object that is handed over."""
    info = None if refusal.field is None else refusal.field[0]
    known = run_of(api).plain
    if info is not None and info not in known:
        known[info] = is_plain(info, api.tree)
    return info is not None and known[info]


def refused(found: Found, refusal: Refusal, api: TypeChecker) -> Diagnostic | None:
    """Return the report of what a run has found; None where another rule tells of it, or the program expects it."""
    rule = refusal.rule
    if _is_excused(found, refusal, api):
        return None
    if isinstance(found.at, IndexExpr) and rule is FROZEN and not _is_refused(found.at, api):
        return None
    by_run = (rule.code, found.at.line) in run_of(api).refused
    is_told = by_run if rule in _IN_OWN_WORDS else is_reported(api, rule.code, found.at)
    if is_told:
        return None
    reason = _reason(found, refusal, api)
    calls = [call for call in found.calls if call is not found.at]
    related = tuple(Related("called here", "", span(call)) for call in reversed(calls))
    run_of(api).refused[rule.code, found.at.line] = reason
    return Diagnostic(rule, reason, found.at, related=related, is_of_types=False)


def is_told_in_run(found: Diagnostic, api: object) -> bool:
    """Return whether the run has told of the same at the same place, or will tell of it."""
    if isinstance(api, TypeChecker) and found.rule is ALIASED:
        return _is_told_as(DONATED, found, api)
    if not isinstance(api, TypeChecker) or found.rule not in OF_RUNS:
        return False
    if found.rule in _IN_OWN_WORDS:
        return _is_found_in_run(found, api)
    told = run_of(api).refused.get((found.rule.code, found.node.line))
    return told is not None and told != found.message


def _is_told_as(rule: Rule, found: Diagnostic, api: TypeChecker) -> bool:
    """Return whether the run tells of the same line by a rule that is surer of it."""
    here = [each for each in run_of(api).found.values() if each.at.line == found.node.line]
    alike = [(each, each.refusal) for each in here if each.refusal is not None and each.refusal.rule is rule]
    return any(not _is_excused(each, refusal, api) for each, refusal in alike)


def _is_found_in_run(found: Diagnostic, api: TypeChecker) -> bool:
    """Return whether the run tells of it on the same line, before or after: a daemon asks in another order."""
    here = [each for each in run_of(api).found.values() if each.at.line == found.node.line]
    alike = [(each, each.refusal) for each in here if each.refusal is not None and each.refusal.rule is found.rule]
    refusals = [pair for pair in alike if found.rule is CONCRETE or _is_unregistered(pair[1], api)]
    is_own = any(each.failure.reason == found.message for each, _ in refusals)
    return not is_own and any(not _is_excused(each, refusal, api) for each, refusal in refusals)


def _is_excused(found: Found, refusal: Refusal, api: TypeChecker) -> bool:
    """Return whether the program expects what a run has found, or it is told at a class."""
    parts: list[Expression] = [found.at, *found.calls]
    if any(may_be_caught(each, api.tree) or is_apart(each, api.tree) for each in parts):
        return True
    if refusal.rule is STALE and any(_is_in_test(each, api) for each in parts):
        return True
    is_eager = refusal.rule is CONCRETE and runs_eagerly(api.tree, FLOW.of(api.tree).function_over(found.at))
    return is_eager or _is_told_at_class(refusal)


def _is_in_test(expression: Expression, api: TypeChecker) -> bool:
    """Return whether a call stands in a test, or is asserted, which fails if the number is not meant."""
    if is_asserted(expression, api.tree):
        return True
    function = FLOW.of(api.tree).function_over(expression)
    return function is not None and is_named_as_test(function.name)


def _is_refused(item: IndexExpr, api: TypeChecker) -> bool:
    """Return whether the assignment to an item of an array is a mistake here."""
    return not may_change(item.base, api.tree) and not is_tried(item, api.tree, "TypeError")


def _reason(found: Found, refusal: Refusal, api: TypeChecker) -> str:
    """Return the words of the rule that reads the source, where that knows better ones."""
    if refusal.rule is FROZEN and isinstance(found.at, IndexExpr):
        return sentence(found.at, INDEX.of(api.tree).parent(found.at))
    model = None if refusal.field is None else frozen_model(refusal.field[0])
    if refusal.rule is FROZEN and model is not None and isinstance(found.at, MemberExpr):
        write = Write(WriteKind.ASSIGN, in_copy=False)
        return next((each.message for each in judged(model, found.at.name, write, found.at)), found.failure.reason)
    return found.failure.reason


def _written(target: Expression) -> Expression | None:
    """Return the array or the object that an item or an attribute is of."""
    if isinstance(target, MemberExpr):
        return target.expr
    return target.base if isinstance(target, IndexExpr) else None


def _is_told_at_class(refusal: Refusal) -> bool:
    """Return whether a field that holds what is no leaf is reported at its class, or at a parameter."""
    field, is_declared = None if refusal.rule is FROZEN else refusal.field, refusal.is_declared
    model = None if field is None else model_of(field[0])
    if model is None or field is None or field[1] not in model.fields:
        return False
    declared = model.type_of(field[1])
    if declared is None:
        return False
    is_never = never_leaf(declared, model.info.module_name) is not None
    is_told = is_declared and is_never and not model.facts.filters_leaves
    return is_told or is_reported_at_class(model, declared)
