"""``jdc-static-mutable`` in classes of `flax.nnx`: a method that changes a static container in place.

``jax.jit`` and ``nnx.jit`` compile a function under the very object that changes, and go on with the old value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, MemberExpr, NameExpr

from jdc_spec.rules import STATIC_MUTABLE

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...libraries.definition import applied
from ...syntax import INDEX
from ...syntax.names.targets import targets, unpacked
from ...transformed.met_objects import meets_transformation
from ...typefacts.shown_types import ShownTypes
from ..places import NNX_CLASS, asked
from ..sites import NnxClass
from .new_objects import BUILDERS
from .nnx_attributes import held, is_checked, is_data, static_containers
from .static_changed import change_of, holds_results

_JIT: Final = "jit"
_CALLED: Final = "__call__"


@asked(STATIC_MUTABLE, at=NNX_CLASS)
def check(site: NnxClass) -> Iterator[Diagnostic]:
    """Report ``self.options["k"] = 1`` in a method where a jitted function reads the options."""
    if not is_checked(site):
        return
    evaluator = evaluator_of(site.api, is_ahead=True)
    names = {
        name
        for name, written in static_containers(site).items()
        if len(written) == 1 and not holds_results(name)
        if not any(is_data(each, evaluator) for _, value in written if value is not None for each in held(value))
    }
    changes = [(name, at) for name, at in _changes(site) if name in names]
    if not changes or not meets_transformation(site.info, site.api):
        return
    read = _read_under_jit(site)
    for name, at in changes:
        if name in read:
            sentence = (
                f'this changes the attribute "{name}" of "{site.info.name}" in place, which is static: a jitted '
                "function does not notice and keeps the result for the old value; assign a new one, "
                f"`self.{name} = ...`"
            )
            yield Diagnostic(STATIC_MUTABLE, sentence, at)


def _changes(site: NnxClass) -> Iterator[tuple[str, Expression]]:
    """Yield the attributes of ``self`` that methods change in place, where they assign none of them."""
    index = INDEX.of(site.api.tree)
    methods = {each.name: each for each in site.node.defs.body if isinstance(each, FuncDef)}
    building: set[str] = set(BUILDERS)
    for name in BUILDERS & methods.keys():
        calls = (call.callee for call in index.inside(methods[name]).expressions_of(CallExpr))
        building.update(callee.name for callee in calls if _is_of_self(callee) and isinstance(callee, MemberExpr))
    for name, method in methods.items():
        body = index.inside(method)
        bound = (part for each in body.statements for target in targets(each) for part in unpacked(target.expression))
        if name in building or any(_is_of_self(part) for part in bound):
            continue
        for read in body.expressions_of(MemberExpr):
            changed = change_of(read, index) if _is_of_self(read) else None
            if changed is not None:
                yield read.name, changed


def _read_under_jit(site: NnxClass) -> set[str]:
    """Return the attributes that jitted functions of the module, and ``__call__``, read of objects of the class."""
    index, shown = INDEX.of(site.api.tree), ShownTypes(site.api.tree)
    found: set[str] = set()
    for decorator in index.body.statements_of(Decorator):
        if any(_is_jit(each) for each in decorator.original_decorators):
            reads = index.inside(decorator).expressions_of(MemberExpr)
            found.update(read.name for read in reads if shown.class_of(read.expr) is site.info)
    for method in site.node.defs.body:
        if isinstance(method, FuncDef) and method.name == _CALLED:
            reads = index.inside(method).expressions_of(MemberExpr)
            found.update(read.name for read in reads if _is_of_self(read))
    return found


def _is_jit(decorator: Expression) -> bool:
    named = applied(decorator)
    return isinstance(named, NameExpr | MemberExpr) and named.name == _JIT


def _is_of_self(expression: Expression) -> bool:
    return (
        isinstance(expression, MemberExpr)
        and isinstance(expression.expr, NameExpr)
        and expression.expr.name == "self"
    )
