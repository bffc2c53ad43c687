"""``jdc-discarded`` for functions of the module that are given an object and compute another of its class.

``move(state)`` alone changes nothing. A function under `jax.jit` is not meant: it may be called to compile it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, NameExpr, TypeInfo
from mypy.types import CallableType

from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.annotations.signature_reader import is_bound_once
from ...model.classes import model_of
from ...model.functions.pure_methods import is_pure_here
from ...syntax import INDEX
from ...syntax.values.unread_results import unread_name
from ...typefacts.instances import sole_instance
from ..places import CALL, Call, asked
from ..tests_at_hand import is_in_test
from .unread_results import goes_on, is_thrown_away, mend, unread


@asked(DISCARDED, at=CALL)
def check(site: Call) -> Iterator[Diagnostic]:
    """Report the call of a function that only computes, where nobody takes the result."""
    tree, call = site.api.tree, site.node
    function = call.callee.node if isinstance(call.callee, NameExpr) else None
    is_discarded = INDEX.of(tree).discarded.is_discarded(call)
    name = None if is_discarded or not isinstance(function, FuncDef) else unread_name(call, tree)
    if not isinstance(function, FuncDef) or function.info or not (is_discarded or name):
        return
    is_here = INDEX.of(tree).position(function) is not None and is_bound_once(function, tree)
    made = _made(function) if is_here and is_pure_here(function, tree) and not is_in_test(site.api) else None
    given = [each for each in call.args if made is not None and _class_of(each, site.api) is made]
    if made is None or not given:
        return
    does = f'"{function.name}" makes a new "{made.name}" and leaves the old one as it is'
    if name is None:
        yield Diagnostic(DISCARDED, f"{does}, and nothing takes the result; assign it", call)
    elif not is_thrown_away(name) and any(goes_on(each, call, site.api) for each in given):
        yield Diagnostic(DISCARDED, f"{does}, and {unread(name)}; {mend(name)}", call)


def _made(function: FuncDef) -> TypeInfo | None:
    """Return the pytree dataclass that a function is declared to return."""
    kind = known_type(function.type)
    made = sole_instance(kind.ret_type) if isinstance(kind, CallableType) else None
    return made.type if made is not None and model_of(made.type) is not None else None


def _class_of(given: Expression, api: TypeChecker) -> TypeInfo | None:
    instance = sole_instance(api.lookup_type_or_none(given))
    return None if instance is None else instance.type
