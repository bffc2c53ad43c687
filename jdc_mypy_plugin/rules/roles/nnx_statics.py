"""``jdc-static-array`` in classes of `flax.nnx`: data in an attribute that ``nnx.static(...)`` makes static.

flax looks at the value, in containers too, as soon as it is assigned, and raises a ValueError.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, LambdaExpr, MemberExpr, NameExpr, RefExpr, Var

from jdc_spec.rules import STATIC_ARRAY

from ...evaluate import Evaluator, evaluator_of
from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...typefacts.arrays import is_certainly_array
from ..places import NNX_CLASS, asked
from ..sites import NnxClass
from .nnx_attributes import held, is_checked, is_data, kind_of

_STATIC: Final = frozenset(("flax.nnx.static", "flax.nnx.pytreelib.static"))


@asked(STATIC_ARRAY, at=NNX_CLASS)
def check(site: NnxClass) -> Iterator[Diagnostic]:
    """Report such values of attributes of ``self``, and those that the default of a field makes."""
    marked = list(_marked(site))
    if not marked or not is_checked(site):
        return
    evaluator = evaluator_of(site.api, is_ahead=True)
    for name, value, at in marked:
        if _holds_data(value, evaluator):
            yield Diagnostic(
                STATIC_ARRAY,
                f'attribute "{name}" of "{site.info.name}" is static by nnx.static and holds modules, variables or '
                "arrays, which no static attribute may: it raises a ValueError; write nnx.data(...)",
                at,
            )


def _marked(site: NnxClass) -> Iterator[tuple[str, Expression, Expression]]:
    """Yield the attributes that are marked so, with what they are given, and where that is to be reported."""
    for statement in INDEX.of(site.api.tree).inside(site.node).statements_of(AssignmentStmt):
        target, call = statement.lvalues[0], statement.rvalue
        if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr) or not call.args:
            continue
        if call.callee.fullname not in _STATIC:
            continue
        if isinstance(target, MemberExpr) and isinstance(target.expr, NameExpr) and target.expr.name == "self":
            if call.arg_names[0] in (None, "value"):
                yield target.name, call.args[0], call
        elif isinstance(target, NameExpr) and statement in site.node.defs.body:
            made = _made_by_default(call)
            if made is not None:
                yield target.name, made, call


def _made_by_default(field: CallExpr) -> Expression | None:
    """Return what the lambda makes that is the default of a field."""
    given = dict(zip(field.arg_names, field.args, strict=True)).get("default_factory")
    return given.expr() if isinstance(given, LambdaExpr) else None


def _holds_data(written: Expression, evaluator: Evaluator) -> bool:
    """Return whether a value is data, or a container of data."""
    value = evaluator.source(written)
    parts = held(value) if kind_of(value) is not None else (value,)
    return any(_is_array(each) or is_data(each, evaluator) for each in parts)


def _is_array(value: Expression) -> bool:
    """Return whether a value is a parameter or another name that is declared to be an array."""
    declared = value.node.type if isinstance(value, NameExpr) and isinstance(value.node, Var) else None
    return declared is not None and is_certainly_array(declared)
