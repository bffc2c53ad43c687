"""``jdc-static-state``: a traced function returns an object with a tracer in a static field, which a call makes.

``jax.jit(lambda w: w.measured())`` with ``dataclasses.replace(self, size=self.x.sum())`` in the method: the tracer
stays in the result, and raises an UnexpectedTracerError where somebody uses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    CastExpr,
    DictExpr,
    Expression,
    MemberExpr,
    NameExpr,
    RefExpr,
    SymbolNode,
    TypeInfo,
    WithStmt,
)

from jdc_spec.rules import STATIC_STATE

from ...copies.keys import keys
from ...copies.openings import copied_in
from ...host.diagnostics import Diagnostic
from ...libraries.registry import REPLACE_FUNCTIONS
from ...model.classes import model_of
from ...model.constructors import arguments_of, keeps_arguments
from ...model.functions.swallowed_errors import may_be_caught
from ...model.replacing import REPLACE, adds_replace
from ...objects.made_objects import class_made
from ...syntax.arguments import has_stars
from ...syntax.failures.shape_guards import is_for_some
from ...syntax.functions import class_named, returned_by
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import row
from ...traced.called_constructors import initialized_by
from ...traced.called_functions import Run, run_by
from ...traced.eager_functions import is_run_apart
from ...traced.functions import HANDING_BACK, TracedFunction
from ...transformed.chosen_transformations import may_be_left_out
from ...typefacts.arrays import held_array
from ...typefacts.instances import besides_none, sole_instance
from ..places import TRACED_FUNCTION, asked
from ..tracing.returned_tracers import RETURNED_TRACERS, ReturnedTracers
from ..tracing.skipped_code import possibly_concrete
from .flagged_code import is_flagged
from .returned_objects import assigned, changed_in_place

_DEPTH = 3
"""How many calls are followed from the function that is transformed."""


@asked(STATIC_STATE, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report tracers in static fields of what a function returns."""
    if site.by not in HANDING_BACK and not site.only_arrays:
        return
    if not site.traced or is_run_apart(site) or may_be_left_out(site.at, site.definition, site.api.tree):
        return
    for made in _returned(site, _DEPTH):
        for name, value in made.statics():
            if not may_be_caught(value, site.api.tree):
                yield Diagnostic(
                    STATIC_STATE,
                    f'under {site.by} the static field "{name}" of "{made.info.name}" is given an array, which is a '
                    "tracer here and leaks out of the trace; make the field data",
                    value,
                )


class _Made(NamedTuple):
    """An object that the traced function returns, where its fields get their values."""

    given: Mapping[str, Expression]
    """The values."""
    info: TypeInfo
    site: TracedFunction
    """The function in which they stand."""
    values: ReturnedTracers

    def statics(self) -> Iterator[tuple[str, Expression]]:
        """Yield the static fields that are given a tracer; fields for arrays are reported at the class."""
        model = model_of(self.info)
        for name, value in self.given.items():
            declared = model.type_of(name) if model is not None and name in model.fields else None
            if model is None or declared is None or model.role_of(name) != "static" or held_array(declared):
                continue
            paths = {self.values.path(each) or self.values.array(each) for each in _within(value)} - {None}
            is_tracer = bool(paths - possibly_concrete(self.site, self.values))
            if is_tracer and not is_flagged(value, self.site.definition, self.site.api.tree):
                yield name, value


def _within(value: Expression) -> Iterator[Expression]:
    """Yield what a tuple, a list or a dict holds that is written out, or the value itself; a cast changes none."""
    if isinstance(value, CallExpr) and isinstance(value.analyzed, CastExpr):
        value = value.analyzed.expr
    items = [item for _, item in value.items] if isinstance(value, DictExpr) else row(value)
    for each in items:
        yield from _within(each)
    if not items:
        yield value


def _returned(site: TracedFunction, depth: int) -> Iterator[_Made]:
    """Yield what makes the objects that a function returns, in functions of the module that it calls too."""
    values = ReturnedTracers(site) if site.callers else RETURNED_TRACERS.of(site)
    results = returned_by(site.definition.body.body)
    if not values or (site.callers and len(results) > 1):
        return
    for result in results:
        if result is not None and is_for_some(result, site.api.tree):  # it may be returned for no shape at hand
            continue
        if result is not None and is_flagged(result, site.definition, site.api.tree):
            continue
        yield from _copies(result, site, values)
        for part in _parts(result, site) if result is not None else ():
            info = _class_made(part, values, site)
            if info is not None:
                yield _Made(arguments_of(part, info), info, site, values)
                continue
            yield from _initialized(part, values, site)
            definition, given = run_by(part, values, site)
            if definition is None or not given or not depth or definition in (site.definition, *site.callers):
                continue
            traced = {variable: kind for variable, kind, _ in given}
            callers = (*site.callers, site.definition)
            yield from _returned(site._replace(definition=definition, traced=traced, callers=callers), depth - 1)


def _copies(result: Expression | None, site: TracedFunction, values: ReturnedTracers) -> Iterator[_Made]:
    """Yield the mutable copies that a function returns, with what it assigns to each field once."""
    bound = {each.node for each, _ in assigned(site.body) if isinstance(each, NameExpr)}
    named = {each.node for each in (result, *row(result)) if isinstance(each, NameExpr)} - bound
    blocks: Sequence[WithStmt] = site.body.statements_of(WithStmt) if named else ()
    opened = [each.node for statement in blocks for each in statement.target if isinstance(each, NameExpr)]
    named = {each for each in named if opened.count(each) == 1}
    for statement in blocks:
        copied = copied_in(statement)
        for manager, target in zip(statement.expr, statement.target, strict=True):
            is_copy = isinstance(target, NameExpr) and target.node in named and copied >= frozenset(keys(target))
            given = manager.args if is_copy and isinstance(manager, CallExpr) else []
            info = _class_of(given[0], values, site) if given else None
            if info is not None and isinstance(target, NameExpr):
                yield _Made(_written_once(target.node, site), info, site, values)


def _written_once(owner: SymbolNode | None, site: TracedFunction) -> Mapping[str, Expression]:
    """Return the value of each attribute that a function assigns to an object in one place."""
    written: dict[str, list[Expression]] = {}
    for target, value in assigned(site.body):
        if isinstance(target, MemberExpr) and isinstance(target.expr, NameExpr) and target.expr.node is owner:
            written.setdefault(target.name, []).append(value)
    return {name: values[0] for name, values in written.items() if len(values) == 1}


def _initialized(call: CallExpr, values: ReturnedTracers, site: TracedFunction) -> Iterator[_Made]:
    """Yield the object of a class whose own ``__init__`` gives the fields their values."""
    definition, given = initialized_by(call, values, site)
    info = class_named(call.callee)
    if definition is None or info is None or model_of(info) is None or not given:
        return
    traced = {variable: kind for variable, kind, _ in given}
    within = site._replace(definition=definition, traced=traced, callers=(*site.callers, site.definition))
    run, written = Run(within, {}), _written_once(definition.arguments[0].variable, within)
    once = {name: value for name, value in written.items() if run.has(value)}
    yield _Made(once, info, within, ReturnedTracers(within))


def _parts(value: Expression, site: TracedFunction) -> Iterator[CallExpr]:
    """Yield the calls in a tree that is written out."""
    if isinstance(value, NameExpr) and value.node in changed_in_place(site.body):
        return
    held = FLOW.of(site.api.tree).value_at(value) if isinstance(value, NameExpr) else value
    if isinstance(held, CallExpr):
        yield held
    elif isinstance(held, DictExpr):
        for _, item in held.items:
            yield from _parts(item, site)
    elif isinstance(held, Expression):
        for item in row(held):
            yield from _parts(item, site)


def _class_made(call: CallExpr, values: ReturnedTracers, site: TracedFunction) -> TypeInfo | None:
    """Return the class of an object that a call makes, if its fields are the arguments as they are."""
    callee = call.callee
    if has_stars(call):
        return None
    if isinstance(callee, RefExpr) and callee.fullname in REPLACE_FUNCTIONS:
        return _class_of(call.args[0], values, site) if call.args else None
    if isinstance(callee, MemberExpr) and callee.name == REPLACE:
        info = _class_of(callee.expr, values, site)
        return info if info is not None and adds_replace(info) else None
    info = class_named(callee) or _class_of_method(callee, site)
    return info if info is not None and model_of(info) is not None and keeps_arguments(info) else None


def _class_of_method(callee: Expression, site: TracedFunction) -> TypeInfo | None:
    """Return the class that ``cls`` is in a class method which is transformed, or called, by its class."""
    method = FLOW.of(site.api.tree).function_over(callee)
    if method is None or not method.is_class or not isinstance(callee, NameExpr):
        return None
    return method.info if callee.node is method.arguments[0].variable else None


def _class_of(value: Expression, values: ReturnedTracers, site: TracedFunction) -> TypeInfo | None:
    """Return the class of an object of tracers, or of one that the function makes of whatever else."""
    found = values.object(value)
    instance = None if found is None else sole_instance(besides_none(found[1]))
    return class_made(value, site.api.tree) if instance is None else instance.type
