"""``jdc-static-self``: a method under ``jax.jit`` with a static ``self`` that jit refuses, or that goes stale.

Static arguments are told apart by their hash and ``==`` (https://github.com/jax-ml/jax/issues/9024).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Decorator,
    Expression,
    FuncDef,
    IfStmt,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    StrExpr,
    TempNode,
    TypeInfo,
    UnaryExpr,
)
from mypy.types import Instance
from mypy.typevars import fill_typevars

from jdc_spec.facts import Related
from jdc_spec.rules import STATIC_SELF
from jdc_spec.sentences import MAKERS

from ...host.diagnostics import Diagnostic, span
from ...libraries.definition import is_none
from ...model.comparison import comparison_of
from ...model.functions.attributes_read import KEPT
from ...model.functions.function_notes import note_of
from ...model.subclasses_in_sight import is_overridden
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.targets import members
from ...syntax.walk import descendants, statements
from ...transformed.given_functions import is_here
from ...transformed.jitted_calls import JittedCall
from ...transformed.jitted_functions import Jitted, is_marked, static_parameters
from ...typefacts.contents import writes_comparison
from ...typefacts.hashes import hashed_array
from ...typefacts.mutable import is_unhashable
from ..places import JITTED_CALL, JITTED_FUNCTION, asked
from .changed_parts import is_only_changed
from .late_changes import LateChanges
from .stale_objects import stale_uses


class _Change(NamedTuple):
    """An attribute that a method assigns to."""

    name: str
    method: FuncDef
    at: MemberExpr


@asked(STATIC_SELF, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report a static ``self`` without a hash, and one whose attributes change between calls."""
    definition = each.definition or _given_method(each)
    if definition is None or not definition.info or definition.is_static or definition.is_class:
        return
    if not definition.arguments:
        return
    if 0 not in (static_parameters(each) or ()) and not is_marked(each, 0):
        return
    info, receiver = definition.info, each.place_of(0)
    reason = _why_no_hash(each, info)
    if reason is not None and not is_marked(each, 0):  # of markers another function tells
        yield Diagnostic(STATIC_SELF, reason, receiver)
    if reason is not None or not _compares_identity(info):
        return
    used = _methods_run(each, definition)
    read = _attributes_read(used, INDEX.of(each.api.tree))
    late = LateChanges(definition, each.api.tree)
    changed = [change for change in _changed_attributes(each, used, read) if late.may_follow(change.method)]
    if definition is each.definition:  # else its name runs it without jit
        yield from stale_uses(each, definition, read)
    if changed:
        name, method = changed[0].name, changed[0].method.name
        yield Diagnostic(
            STATIC_SELF,
            f'"self" is static and "{method}" changes "self.{name}", which "{definition.name}" reads: {each.jit} '
            "knows the object by its identity and goes on with the value of the first call; pass the value as an "
            "argument, or make the class a pytree and leave self traced",
            receiver,
            related=tuple(
                Related(f'"{by.name}" changes "self.{what}" here', "", span(at)) for what, by, at in changed
            ),
        )


@asked(STATIC_SELF, at=JITTED_CALL)
def check_elsewhere(site: JittedCall) -> Iterator[Diagnostic]:
    """Report an object of a class of another module whose attributes change between calls of such a method."""
    each, info = site.jitted, site.function.info
    if each is None or not info or 0 not in (static_parameters(each) or ()):
        return
    note = note_of(site.function)
    if note is not None and _why_no_hash(each, info) is None and _compares_identity(info):
        yield from stale_uses(each, site.function, note.reads)


def _given_method(each: Jitted) -> FuncDef | None:
    """Return the method that a class body jits by a call: ``fast = jax.jit(apply, static_argnums=0)``."""
    call = each.call if isinstance(each.call, CallExpr) else None
    around = None if call is None else INDEX.of(each.api.tree).parent(call)
    taking = around if isinstance(around, CallExpr) and around.callee is call else call
    given = taking.args[0] if taking is not None and taking.args else None
    method = given.node if isinstance(given, NameExpr) else None
    return method if isinstance(method, FuncDef) and is_here(method, each.api) else None


def _why_no_hash(each: Jitted, info: TypeInfo) -> str | None:
    """Word why an object has no hash; None where it may have one."""
    owner = fill_typevars(info)
    if isinstance(owner, Instance) and is_unhashable(owner, each.api.modules):
        return (
            f'"self" is static but "{info.name}" has no hash, since it defines == and is not frozen: {each.jit} '
            "raises a ValueError at each call; make the class a pytree and leave self traced"
        )
    array = hashed_array(info)
    if array is None:
        return None
    return (
        f'"self" is static but an object of "{info.name}" has no hash, since its field "{array}" is an array: '
        f"{each.jit} raises a ValueError at each call; leave self traced"
    )


def _changed_attributes(each: Jitted, used: Sequence[FuncDef], read: set[str]) -> Iterator[_Change]:
    """Yield attributes that the methods in use read, each with a method that changes it later, and the assignment."""
    info, index = used[0].info, INDEX.of(each.api.tree)
    methods = [item for item in info.defn.defs.body if isinstance(item, FuncDef)]
    makers = [method for method in methods if method.name in (*MAKERS, "__new__", "setup")]
    called = {part.name for maker in makers for part in index.inside(maker).expressions_of(MemberExpr)}
    kept = read & _given_at_first(info, makers)
    for method in methods:
        if method in (*makers, *used) or method.name in called or _clears(method, index):
            continue
        for part, _ in _assigned(method):
            if part.name in kept and not _is_filled_once(part, method, index):
                yield _Change(part.name, method, part)


def _attributes_read(used: Sequence[FuncDef], index: ModuleIndex) -> set[str]:
    """Return the attributes of ``self`` that methods read, and do not only write or change in place."""
    reads = (part for method in used for part in index.inside(method).expressions_of(MemberExpr))
    receivers = {each.arguments[0].variable for each in used}
    own = (part for part in reads if isinstance(part.expr, NameExpr) and part.expr.node in receivers)
    written = {part for method in used for part in _written_first(method, index)}
    written |= {part for helper in used[1:] for part in _read_for_missing(helper, index)}
    return {part.name for part in own if part not in written and not _is_kept(part, index)}


def _read_for_missing(helper: FuncDef, index: ModuleIndex) -> Iterator[MemberExpr]:
    """Yield what a method reads in place of an argument that it is not given: ``if params is None:``."""
    parameters = {each.variable for each in helper.arguments}
    for choice in index.inside(helper).statements_of(IfStmt):
        asked_for = choice.expr[0].operands[0] if isinstance(choice.expr[0], ComparisonExpr) else None
        is_missing = isinstance(choice.expr[0], ComparisonExpr) and choice.expr[0].operators == ["is"]
        if is_missing and isinstance(asked_for, NameExpr) and asked_for.node in parameters:
            yield from index.inside(choice).expressions_of(MemberExpr)


def _is_kept(part: MemberExpr, index: ModuleIndex) -> bool:
    """Return whether an attribute is only changed, or read for a part that stays: ``self.state.apply_fn``."""
    around = index.parent(part)
    return is_only_changed(part, index) or (isinstance(around, MemberExpr) and around.name in KEPT)


def _written_first(method: FuncDef, index: ModuleIndex) -> Iterator[MemberExpr]:
    """Yield the attributes of ``self`` that a method reads after it has given them a value in any call."""
    given: dict[str, int] = {}
    for statement in method.body.body:
        at = index.position(statement)
        if isinstance(statement, AssignmentStmt) and at is not None:
            own = (part for target in statement.lvalues for part in members(target) if _is_self(part, method))
            given = {**{part.name: at for part in own}, **given}
    for part in index.inside(method).expressions_of(MemberExpr):
        at = index.position_of(part)
        if at is not None and at > given.get(part.name, at) and _is_self(part, method):
            yield part


def _methods_run(each: Jitted, definition: FuncDef) -> list[FuncDef]:
    """Return a method, and those of its class that it calls on ``self`` or reads as properties."""
    found = [definition]
    for method in found:
        index = INDEX.of(each.api.tree)
        names = sorted(_attributes_read([method], index))
        names += ["__call__"] if _calls_itself(method, index) else []
        used = (_own_method(definition.info, name, each) for name in names)
        found += [other for other in used if other is not None and other not in found]
    return found


def _calls_itself(method: FuncDef, index: ModuleIndex) -> bool:
    """Return whether a method calls its object: ``self(x)``."""
    callees = (call.callee for call in index.inside(method).expressions_of(CallExpr))
    return any(isinstance(each, NameExpr) and each.node is method.arguments[0].variable for each in callees)


def _own_method(info: TypeInfo, name: str, each: Jitted) -> FuncDef | None:
    """Return the method or the property of a class that an attribute of ``self`` is, the only one of that name."""
    symbol = info.names.get(name)
    node = None if symbol is None else symbol.node
    if isinstance(node, Decorator):
        node = node.func if node.func.is_property and len(node.original_decorators) == 1 else None
    if not isinstance(node, FuncDef) or not is_here(node, each.api) or node.is_static or node.is_class:
        return None
    return node if node.arguments and not is_overridden(info, name, each.api) else None


def _compares_identity(info: TypeInfo) -> bool:
    """Return whether objects of a class are told apart by nothing but their identity."""
    return not writes_comparison(info) and not any(map(_may_compare_fields, info.mro))


def _given_at_first(info: TypeInfo, makers: Sequence[FuncDef]) -> set[str]:
    """Return the attributes that have a value other than None once an object is made, or are None again later.

    The code that gives the others their first value has to run before the method is called.
    """
    given = {name for base in info.mro[1:-1] for name in base.names}
    later: set[str] = set()
    for method in (item for item in info.defn.defs.body if isinstance(item, FuncDef)):
        if method in makers:
            given |= {part.name for part, value in _assigned(method) if _is_value(value)} - _left_open(method)
        else:
            later |= {part.name for part, value in _assigned(method) if is_none(value)}
    given |= later
    for statement in info.defn.defs.body:
        if isinstance(statement, AssignmentStmt) and not is_none(statement.rvalue) and _has_value(statement, info):
            given |= {target.name for target in statement.lvalues if isinstance(target, NameExpr)}
    return given


def _left_open(maker: FuncDef) -> set[str]:
    """Return the attributes that a branch of a maker leaves None, for another method to give them their value."""
    top = {statement.lvalues[0] for statement in maker.body.body if isinstance(statement, AssignmentStmt)}
    return {part.name for part, value in _assigned(maker) if is_none(value) and part not in top}


def _is_value(value: Expression) -> bool:
    """Return whether an assignment gives a value other than None, as ``self.apply: Apply`` does not."""
    return not is_none(value) and not isinstance(value, TempNode)


def _has_value(statement: AssignmentStmt, info: TypeInfo) -> bool:
    return not isinstance(statement.rvalue, TempNode) or "dataclass" in info.metadata


def _assigned(method: FuncDef) -> Iterator[tuple[MemberExpr, Expression]]:
    """Yield the attributes of ``self`` that a method assigns to, with the right side of the statement."""
    for statement in statements(method.body.body):
        if isinstance(statement, AssignmentStmt | OperatorAssignmentStmt):
            targets = statement.lvalues if isinstance(statement, AssignmentStmt) else [statement.lvalue]
            for part in (member for target in targets for member in members(target)):
                if _is_self(part, method):
                    yield part, statement.rvalue


def _may_compare_fields(info: TypeInfo) -> bool:
    """Return whether a class may be a dataclass whose ``==`` looks at fields."""
    comparison = comparison_of(info)
    return "dataclass" in info.metadata if comparison is None else comparison.eq


def _clears(method: FuncDef, index: ModuleIndex) -> bool:
    """Return whether a method makes jit forget what it compiled: `jax.clear_caches`, ``run.clear_cache()``."""
    return index.inside(method).mentions(("clear_caches", "clear_cache"))


def _is_filled_once(part: MemberExpr, method: FuncDef, index: ModuleIndex) -> bool:
    """Return whether a method assigns to an attribute only where it is still None, or not there yet."""
    for branch in index.inside(method).statements_of(IfStmt):
        for condition, block in zip(branch.expr, branch.body, strict=True):
            if block.line <= part.line <= (block.end_line or block.line) and _asks_for(condition, part, method):
                return True
    return False


def _asks_for(condition: Expression, part: MemberExpr, method: FuncDef) -> bool:
    """Return whether a condition is ``self.x is None``, ``not self.x`` or ``not hasattr(self, "x")``."""
    if isinstance(condition, UnaryExpr) and condition.op == "not":
        asked = condition.expr
        return _is_attribute(asked, part, method) or any(
            isinstance(each, StrExpr) and each.value == part.name for each in descendants(asked)
        )
    operands = condition.operands if isinstance(condition, ComparisonExpr) else []
    is_none = any(isinstance(each, NameExpr) and each.fullname == "builtins.None" for each in operands)
    if is_none and isinstance(condition, ComparisonExpr):
        return condition.operators == ["is"] and any(_is_attribute(each, part, method) for each in operands)
    is_missing = isinstance(condition, ComparisonExpr) and condition.operators == ["not in"]
    return is_missing and any(isinstance(each, StrExpr) and each.value == part.name for each in operands)


def _is_attribute(expression: Expression, part: MemberExpr, method: FuncDef) -> bool:
    return isinstance(expression, MemberExpr) and expression.name == part.name and _is_self(expression, method)


def _is_self(part: MemberExpr, method: FuncDef) -> bool:
    receiver = method.arguments[0].variable if method.arguments else None
    return isinstance(part.expr, NameExpr) and part.expr.node is receiver
