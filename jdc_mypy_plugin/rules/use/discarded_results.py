"""``jdc-discarded`` for methods of what a function without annotations returns: mypy takes it for anything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, FuncDef, MemberExpr, MypyFile, NameExpr, TypeInfo
from mypy.types import CallableType

from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic
from ...host.freshness import looked_at
from ...host.known_types import known_type
from ...model.functions.pure_methods import is_pure_method, makes_own_class
from ...model.replacing import REPLACE, adds_replace
from ...model.subclasses_in_sight import acts_between
from ...objects.made_objects import returned_class
from ...syntax import INDEX
from ...syntax.per_module import PerModule
from ...typefacts.instances import sole_instance
from ..places import CALL, CALL_ELSEWHERE, Call, asked
from ..sites import PureCall
from ..tests_at_hand import is_in_test
from .discarded import check as check_pure
from .frozen_results import holds, is_open


@asked(DISCARDED, at=(CALL, CALL_ELSEWHERE))
def check(site: Call) -> Iterator[Diagnostic]:
    """Report ``state.replace(x=1)`` where ``state`` is what a call returns, certain to be of a class."""
    statement = INDEX.of(site.api.tree).parent(site.node)
    if (
        not isinstance(statement, AssignmentStmt)
        or statement.rvalue is not site.node
        or not is_open(site.node.callee)
    ):
        return
    names = (each.name for each in statement.lvalues if isinstance(each, NameExpr))
    for call in [each for name in names for each in _DISCARDED.of(site.api.tree).get(name, ())]:
        callee = call.callee
        if not isinstance(callee, MemberExpr) or not isinstance(callee.expr, NameExpr):
            continue
        made = (
            returned_class(site.node.callee, site.api.tree) if holds(callee.expr, site.node, site.api.tree) else None
        )
        if made is not None and _makes_new(made, callee.name, site.api):
            does = f'"{callee.name}" makes a new "{made.name}" and leaves the old one as it is'
            yield from check_pure(PureCall(call, does, site.api))


def _makes_new(info: TypeInfo, name: str, api: TypeChecker) -> bool:
    """Return whether a method of a class does nothing but make an object of it.

    A test may call one to see that it runs.
    """
    if name == REPLACE and adds_replace(info):
        return True
    home = info.get_containing_type_info(name)
    if home is None or is_in_test(api):
        return False
    looked_at(info)
    is_made = makes_own_class(home, name) or (is_pure_method(home, name) and _is_declared_to_make(home, name))
    return is_made and not acts_between(info, home)


def _is_declared_to_make(home: TypeInfo, name: str) -> bool:
    """Return whether an annotation says that a method returns an object of its class."""
    method = home.names[name].node
    kind = known_type(method.type) if isinstance(method, FuncDef) else None
    made = sole_instance(kind.ret_type) if isinstance(kind, CallableType) else None
    return made is not None and made.type.has_base(home.fullname)


def _discarded(tree: MypyFile) -> Mapping[str, Sequence[CallExpr]]:
    """Return the calls of methods of names that nobody takes the result of, by the name."""
    index = INDEX.of(tree)
    found: defaultdict[str, list[CallExpr]] = defaultdict(list)
    for call in filter(index.discarded.is_discarded, index.body.expressions_of(CallExpr)):
        if isinstance(call.callee, MemberExpr) and isinstance(call.callee.expr, NameExpr):
            found[call.callee.expr.name].append(call)
    return found


_DISCARDED: Final = PerModule(_discarded)
