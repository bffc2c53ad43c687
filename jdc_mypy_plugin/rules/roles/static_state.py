"""``jdc-static-state``: a traced function that changes a static field as if it were state, or puts a tracer into it.

A static value is part of the tree's structure: a loop of JAX refuses a carry whose structure changes, and a jitted
function is compiled again for every new value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    SliceExpr,
    SymbolNode,
    TupleExpr,
    UnaryExpr,
    Var,
    WithStmt,
)
from mypy.types import Instance, TupleType, Type

from jdc_spec.rules import STATIC_STATE

from ...copies.keys import keys
from ...copies.openings import copied_in
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.functions import parameters
from ...syntax.index import ModuleIndex
from ...syntax.walk import descendants
from ...traced.filtered_functions import BY
from ...typefacts.arrays import held_array
from ..in_place_writes import as_replacement
from ..places import (
    ATTRIBUTE_WRITE,
    CONSTRUCTION,
    COPY_WRITE,
    REPLACEMENT,
    UNCHECKED_REPLACEMENT,
    AttributeWrite,
    asked,
)
from ..sites import CallSite
from ..transforms.changed_copies import what_is_replaced
from .changed_statics import changed_from, comes_back
from .flagged_code import is_flagged
from .kept_shapes import KeptShapes
from .returned_objects import changes_again, makes, returns_changed, variable_of
from .tracing_functions import CARRYING, Traced, tracing

_KEYED: Final = CARRYING | {"jax.jit", "jax.pmap", "jdc.jit", "jax_dataclasses.jit", BY}
"""Those that remember the structure of what they are given; `jax.vmap` and `jax.grad` call the function each time."""
_RESIZING: Final = frozenset(
    ("append", "concatenate", "delete", "hstack", "insert", "pad", "repeat", "resize", "stack", "tile", "vstack")
)
_SHAPELESS: Final = (MemberExpr, NameExpr, OpExpr, UnaryExpr, IntExpr, FloatExpr)
"""Expressions that give an array no other shape, apart from operations that broadcast."""
_LABELS: Final = frozenset(("builtins.str", "builtins.tuple"))
_JAX_ARRAYS: Final = frozenset(("jax.Array", "jax._src.basearray.Array", "jax._src.core.Tracer"))


@asked(STATIC_STATE, at=ATTRIBUTE_WRITE)
def check_in_place(site: AttributeWrite) -> Iterator[Diagnostic]:
    """Report ``copy.step += 1`` of a mutable copy."""
    replacement = as_replacement(site)
    if replacement is not None:
        yield from check(replacement)


@asked(STATIC_STATE, at=(CONSTRUCTION, REPLACEMENT, COPY_WRITE))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report values that depend on the old value of the static field, and arrays of JAX.

    If the field is declared to be an array, the class says it already.
    """
    yield from _changes(site)


@asked(STATIC_STATE, at=UNCHECKED_REPLACEMENT)
def check_counts(site: CallSite) -> Iterator[Diagnostic]:
    """Report values that depend on the old value, which no types tell."""
    yield from _changes(site, counts_only=True)


def _changes(site: CallSite, *, counts_only: bool = False) -> Iterator[Diagnostic]:
    model = site.model
    if model is None:
        return
    for name, argument in site.arguments.items():
        declared = model.type_of(name) if name in model.fields else None
        if declared is None or model.role_of(name) != "static":
            continue
        read = changed_from(argument, name, site)
        is_count = bool(read)
        if is_count and site.is_partial and _changes_shape(site):
            continue
        if not is_count and (counts_only or held_array(declared) is not None or not _is_jax_array(argument, site)):
            continue
        traced = tracing(site.call, name, site.api, leaks=not is_count)
        if traced is None or (is_count and traced.by not in _KEYED):
            continue
        takes_few = comes_back(argument, site.api) or _is_label(declared)
        if is_count and traced.by not in CARRYING and takes_few:
            continue
        if is_count and not _is_handed_on(site, name, read, traced):
            continue
        if not _is_returned(site, name, argument, traced):
            continue
        by = traced.by
        where = f'static field "{name}" of "{model.info.name}"'
        if not is_count:
            happens = "is given an array, which is a tracer here and leaks out of the trace"
        elif by in CARRYING:
            happens = "changes, so that the carry has another tree structure after each step, a TypeError"
        else:
            happens = "changes, so that the function is traced and compiled again for every new value"
        yield Diagnostic(STATIC_STATE, f"under {by} the {where} {happens}; make the field data", argument)


def _is_returned(site: CallSite, name: str, argument: Expression, traced: Traced) -> bool:
    """Return whether the function returns the object with the new value, behind no flag that nobody may set."""
    is_returned = returns_changed(site.call, name, traced.function, traced.by, site.api.tree)
    count = None if traced.by in CARRYING else name
    return is_returned and not is_flagged(argument, traced.function, site.api.tree, count)


def _is_label(declared: Type) -> bool:
    """Return whether a field holds text or a tuple, which a program makes longer once, and does not count with."""
    value = known_type(declared)
    return isinstance(value, TupleType) or (isinstance(value, Instance) and value.type.fullname in _LABELS)


def _is_handed_on(site: CallSite, name: str, read: list[Expression], traced: Traced) -> bool:
    """Return whether an object that the function is given goes on as the one with the new value."""
    owners = {variable_of(each) for each in read}
    given = {*parameters(traced.function)} & owners
    if site.is_write:
        copied = _copied(site, traced.function)
        shapes = KeptShapes(traced.function, INDEX.of(site.api.tree), site.api.tree.fullname)
        values = [site.evaluator.source(value) for _, value in _written(site)]
        keeps_shape = traced.by in CARRYING or all(_is_plain(each, site) or shapes.keeps(each) for each in values)
        return keeps_shape and copied in parameters(traced.function) and owners <= {copied, variable_of(site.call)}
    if site.is_partial:
        index = INDEX.of(site.api.tree)
        if any(makes(each, traced.function, index) for each in owners - given):
            return False
        if traced.by in CARRYING and any(_is_of_other(each, site, traced) for each in owners):
            return False
        if any(changes_again(each, name, site.call, traced.function, index) for each in owners):
            return False
        return traced.by in CARRYING or _keeps_shapes(site, read, traced.function, index)
    return owners == given and _goes_on(site, owners, None if traced.by in CARRYING else traced.function)


def _is_of_other(variable: SymbolNode | None, site: CallSite, traced: Traced) -> bool:
    """Return whether an object is not the carry that gets the new value, as far as the function tells."""
    changed = what_is_replaced(site.call) if isinstance(site.call, CallExpr) else None
    if changed is not None and variable_of(changed) is variable:
        return False
    given = parameters(traced.function)
    is_scanned = traced.by == "jax.lax.scan" and len(given) == 2 and variable is given[1]
    return is_scanned or variable not in given


def _goes_on(site: CallSite, owners: set[SymbolNode | None], kept_in: FuncDef | LambdaExpr | None) -> bool:
    """Return whether the data of a constructor call is that of the object, in the shape that it has under jit."""
    assert site.model is not None
    data = [
        site.evaluator.source(argument)
        for name, argument in site.arguments.items()
        if name in site.model.fields and site.model.role_of(name) == "data"
    ]
    parts = [list(descendants(each)) for each in data]
    is_read = [any(isinstance(part, MemberExpr) and variable_of(part) in owners for part in each) for each in parts]
    if kept_in is None:
        return any(is_read)
    shapes = KeptShapes(kept_in, INDEX.of(site.api.tree), site.api.tree.fullname)
    plain = all(_has_shape_of_parts(part) for each in parts for part in each) or all(map(shapes.keeps, data))
    return any(is_read) and plain and all(is_read)


def _keeps_shapes(site: CallSite, read: list[Expression], function: FuncDef | LambdaExpr, index: ModuleIndex) -> bool:
    """Return whether all data that the function gives to objects evidently keeps its shape."""
    assert site.model is not None
    kept = KeptShapes(function, index, site.api.tree.fullname)
    data = [each for each in site.model.fields if site.model.role_of(each) == "data"]
    calls = [site.call] if isinstance(function, LambdaExpr) else index.inside(function).expressions_of(CallExpr)
    callee = site.call.callee if isinstance(site.call, CallExpr) else None
    changed = callee.expr if isinstance(callee, MemberExpr) else None
    objects = [*read, changed] if isinstance(changed, NameExpr) and isinstance(changed.node, Var) else read
    return all(map(kept.keeps, objects)) and all(
        kept.keeps(argument)
        for call in calls
        if isinstance(call, CallExpr)
        and isinstance(call.callee, NameExpr | MemberExpr)
        and call.callee.name == "replace"
        for name, argument in zip(call.arg_names, call.args, strict=True)
        if name in data
    )


def _is_plain(value: Expression, site: CallSite) -> bool:
    """Return whether a value has the shape of what it is computed from."""
    return all(_has_shape_of_parts(part) for part in descendants(site.evaluator.source(value)))


def _has_shape_of_parts(part: Context) -> bool:
    is_product = isinstance(part, OpExpr) and part.op == "@"
    is_transposed = isinstance(part, MemberExpr) and part.name in ("T", "mT")
    return isinstance(part, _SHAPELESS) and not is_product and not is_transposed


def _copied(site: CallSite, function: FuncDef | LambdaExpr) -> SymbolNode | None:
    """Return the variable that the written object is a mutable copy of."""
    if isinstance(function, LambdaExpr):
        return None
    found: set[SymbolNode | None] = set()
    for statement in INDEX.of(site.api.tree).inside(function).statements_of(WithStmt):
        for manager, target in zip(statement.expr, statement.target, strict=True):
            if target is None or variable_of(target) is not variable_of(site.call):
                continue
            is_copy = copied_in(statement) >= frozenset(keys(target))
            is_given = is_copy and isinstance(manager, CallExpr) and bool(manager.args)
            found.add(variable_of(manager.args[0]) if isinstance(manager, CallExpr) and is_given else None)
    return found.pop() if len(found) == 1 else None


def _written(site: CallSite) -> Iterator[tuple[str, Expression]]:
    """Yield the new values of fields: those of a call, or all that the same copy is given."""
    yield from site.arguments.items()
    for statement in INDEX.of(site.api.tree).body.statements_of(AssignmentStmt) if site.is_write else ():
        for target in statement.lvalues:
            if isinstance(target, MemberExpr) and variable_of(target) is variable_of(site.call):
                yield target.name, statement.rvalue


def _changes_shape(site: CallSite) -> bool:
    """Return whether a data field gets another shape at the same time, which is another program in any case."""
    assert site.model is not None
    for name, argument in _written(site):
        callee = argument.callee if isinstance(argument, CallExpr) else None
        is_resized = isinstance(callee, NameExpr | MemberExpr) and callee.name in _RESIZING
        is_data = name in site.model.fields and site.model.role_of(name) == "data"
        if is_data and (is_resized or _is_part(argument)):
            return True
    return False


def _is_part(argument: Expression) -> bool:
    """Return whether an expression is ``x[::2]`` or ``x[:, 1:]``."""
    index = argument.index if isinstance(argument, IndexExpr) else None
    slices = index.items if isinstance(index, TupleExpr) else [index]
    return any(
        isinstance(each, SliceExpr) and any((each.begin_index, each.end_index, each.stride)) for each in slices
    )


def _is_jax_array(argument: Expression, site: CallSite) -> bool:
    """Return whether an argument is an array of JAX; mypy comes to an assigned value later than to its target."""
    value = None if site.is_write else known_type(site.api.lookup_type_or_none(argument))
    return isinstance(value, Instance) and value.type.fullname in _JAX_ARRAYS
