"""``jdc-frozen`` in classes below `flax.linen.Module`: attributes of ``self`` that a method assigns.

flax takes new attributes in ``setup`` alone, and no value for a field there; elsewhere each assignment raises a
SetAttributeFrozenModuleError. Methods that may run on an object that is bound to no variables are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    TempNode,
)

from jdc_spec.rules import FROZEN

from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.arguments import has_stars
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import members
from ..places import LAYER_CLASS, asked
from ..sites import LayerClass

_SETUP: Final = "setup"
_CALL: Final = "__call__"
_COMPACT: Final = "flax.linen.module.compact"


@asked(FROZEN, at=LAYER_CLASS)
def check(site: LayerClass) -> Iterator[Diagnostic]:
    """Report assignments to attributes where flax refuses them."""
    setter = site.info.get_containing_type_info("__setattr__")
    if setter is None or not setter.fullname.startswith("flax.") or site.info.fallback_to_any:
        return
    fields = _fields(site)
    for statement in site.node.defs.body:
        method = statement.func if isinstance(statement, Decorator) else statement
        if not isinstance(method, FuncDef) or not method.arguments:
            continue
        decorators = statement.original_decorators if isinstance(statement, Decorator) else []
        if not (method.name == _SETUP or _is_bound(method, decorators, site)):
            continue
        for target in _assigned(method, site):
            if method.name == _SETUP and target.name in fields:
                yield Diagnostic(FROZEN, f'cannot assign to field "{target.name}" {_in_setup(site)}', target)
            elif method.name != _SETUP:
                yield Diagnostic(FROZEN, f'cannot assign to "{target.name}" {_elsewhere(site)}', target)


def _in_setup(site: LayerClass) -> str:
    return f'of "{site.info.name}" in "setup": flax.linen raises an error; write __post_init__, or use another name'


def _elsewhere(site: LayerClass) -> str:
    return f'of "{site.info.name}": modules of flax.linen are frozen outside of "setup"; use a variable of the method'


def _fields(site: LayerClass) -> set[str]:
    """Return the names of what the constructor takes, of the fields that the module at hand writes."""
    attributes = site.info.metadata.get("dataclass", {}).get("attributes", ())
    names = {each["name"] for each in attributes if each["is_in_init"]}
    written: dict[str, bool] = {}
    for base in site.info.mro:
        is_here = base.module_name == site.api.tree.fullname
        for statement in base.defn.defs.body if is_here else ():
            if isinstance(statement, AssignmentStmt) and isinstance(statement.lvalues[0], NameExpr):
                written.setdefault(statement.lvalues[0].name, _is_in_init(statement))
    return {name for name in names if written.get(name)}


def _is_in_init(statement: AssignmentStmt) -> bool:
    """Return whether a field is seen not to say ``init=False``."""
    value = statement.rvalue
    says_init = isinstance(value, CallExpr) and ("init" in value.arg_names or has_stars(value))
    return statement.unanalyzed_type is not None and not says_init


def _is_bound(method: FuncDef, decorators: Sequence[Expression], site: LayerClass) -> bool:
    """Return whether a method runs on objects that ``init`` or ``apply`` has bound to variables."""
    if any(isinstance(each, RefExpr) and each.fullname == _COMPACT for each in decorators):
        return True
    setup = site.info.get_containing_type_info(_SETUP)
    return method.name == _CALL and setup is not None and not setup.fullname.startswith("flax.")


def _assigned(method: FuncDef, site: LayerClass) -> Iterator[MemberExpr]:
    """Yield the attributes of ``self`` that the method itself assigns."""
    tree, own = site.api.tree, method.arguments[0].variable
    body = INDEX.of(tree).inside(method)
    assigned = (each for each in body.statements_of(AssignmentStmt) if not isinstance(each.rvalue, TempNode))
    plain = ((each, target) for each in assigned for target in each.lvalues)
    updated = ((each, each.lvalue) for each in body.statements_of(OperatorAssignmentStmt))
    for statement, whole in (*plain, *updated):
        for target in members(whole):
            is_own = isinstance(target.expr, NameExpr) and target.expr.node is own
            if not is_own or target.name.startswith("__") or may_be_caught(target, tree):
                continue
            if FLOW.of(tree).function_around(statement) is method:
                yield target
