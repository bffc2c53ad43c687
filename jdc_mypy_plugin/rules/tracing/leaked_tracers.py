"""``jdc-lost-mutation``: a traced function keeps a tracer in an object from outside, which is used afterwards.

``stats.mean = x.mean()``, ``losses.append(loss)``, ``metrics["loss"] = loss`` and ``global last``: no call but the
first one runs this, and what is kept has no value (https://docs.jax.dev/en/latest/errors.html#jax.errors.UnexpectedTracerError).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    GeneratorExpr,
    GlobalDecl,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    NonlocalDecl,
    OperatorAssignmentStmt,
    OpExpr,
    ReturnStmt,
    StrExpr,
    SymbolNode,
    TupleExpr,
    Var,
)

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.made_objects import class_made
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.ranges import is_in, position_of, range_of
from ...traced.eager_functions import is_run_apart, runs_eagerly
from ...traced.functions import TracedFunction, bound_again
from ...transformed.chosen_transformations import may_be_left_out
from ...transformed.transformations import made_by
from ...typefacts.instances import sole_instance
from ..places import TRACED_FUNCTION, asked
from ..use.method_calls import handed_receiver, kept_calls, kept_receiver, method_calls, receiver_of
from .read_by_callers import arguments_for
from .returned_tracers import RETURNED_TRACERS
from .runs import calls_of, follows, loops_around

_KNOWN: Final = frozenset(("aval", "dtype", "ndim", "shape", "size", "weak_type"))
"""Attributes that a tracer answers at any time."""
_GRADIENTS: Final = frozenset(("jax.grad", "jax.value_and_grad"))
_EMPTYING: Final = frozenset(("clear", "pop"))
_REPLACING: Final = frozenset(("clear", "pop", "popitem", "update"))
"""Methods of a dict that may take a value away, or put another one in its place."""
_CALCULATING: Final = ("jax.", "numpy.")
_CONVERTING: Final = frozenset(("builtins.float", "builtins.int", "builtins.max", "builtins.min", "builtins.sum"))


class _Kept(NamedTuple):
    """A place outside of a function that the function puts a value into."""

    variable: SymbolNode
    attribute: str | None
    """The attribute that gets the value; None where the variable itself does, or what it holds."""
    key: str | None
    """The key of a dict under that name that gets the value."""
    is_row: bool
    """True if a list under that name gets the value."""
    value: Expression
    target: Expression

    @property
    def place(self) -> tuple[SymbolNode, str | None, str | None]:
        """The place of the value."""
        return self.variable, self.attribute, self.key


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report tracers that a function puts where the code that calls it finds them."""
    site = _under_jit(site)
    kept = list(_last(list(_kept(site)), site.body)) if site.is_abstract else []
    if (
        not kept
        or runs_eagerly(site.api.tree, site.definition)
        or may_be_left_out(site.at, site.definition, site.api.tree)
    ):
        return
    if is_run_apart(site):
        return
    values = RETURNED_TRACERS.of(site)
    for each in kept:
        is_tracer = (values.path(each.value) or values.array(each.value) or values.tree(each.value)) is not None
        if is_tracer and not may_be_caught(each.target, site.api.tree) and _is_used_after(each, site):
            yield Diagnostic(
                LOST_MUTATION,
                f'"{_shown(each)}" keeps a tracer of {site.by}, which has no value once "{site.definition.name}" is '
                "traced: what uses it raises an error of JAX; return the value",
                each.target,
            )


def _under_jit(site: TracedFunction) -> TracedFunction:
    """Return the function as ``jax.jit(jax.grad(f))`` runs it, under the jit."""
    outer = INDEX.of(site.api.tree).parent(site.at) if isinstance(site.at, CallExpr) else None
    if site.by not in _GRADIENTS or not isinstance(outer, CallExpr) or not outer.args or outer.args[0] is not site.at:
        return site
    made = made_by(outer)
    is_jit = made is not None and made.by.name == "jax.jit"
    return site._replace(by="jax.jit", is_abstract=True, at=outer) if is_jit else site


def _shown(kept: _Kept) -> str:
    name = kept.variable.name if kept.attribute is None else f"{kept.variable.name}.{kept.attribute}"
    return name if kept.key is None else f"{name}['{kept.key}']"


def _kept(site: TracedFunction) -> Iterator[_Kept]:
    """Yield what the function puts into variables that it does not bind itself, functions inside it left out."""
    body = site.body
    globals_, nonlocals = body.statements_of(GlobalDecl), body.statements_of(NonlocalDecl)
    names = {name for each in globals_ for name in each.names} | {name for each in nonlocals for name in each.names}
    own: set[object] = {each.variable for each in site.definition.arguments}
    own.discard(receiver_of(site))
    own |= {each for each in bound_again(body) if not (isinstance(each, Var) and each.name in names)}
    inner = [range_of(each) for each in (*body.statements_of(FuncDef), *body.expressions_of(LambdaExpr))]
    inner += [range_of(each) for each in body.statements_of(Decorator)]
    for each in (*_assigned(body, names), *_appended(body)):
        if (each.variable not in own or _is_static(each, site)) and not is_in(each.target, inner):
            yield each


def _is_static(kept: _Kept, site: TracedFunction) -> bool:
    """Return whether a container is what a static field of an argument holds, which the caller's object has too."""
    instance = sole_instance(site.traced.get(kept.variable)) if isinstance(kept.variable, Var) else None
    model = None if instance is None else model_of(instance.type)
    is_inside = kept.is_row or kept.key is not None
    is_field = model is not None and kept.attribute is not None and kept.attribute in model.fields
    return is_inside and is_field and model is not None and model.role_of(kept.attribute or "") == "static"


def _last(kept: Sequence[_Kept], body: Body) -> Iterator[_Kept]:
    """Yield what is left once the function has run: neither overwritten below, nor taken out of a list again."""
    called = [each.callee for each in body.expressions_of(CallExpr) if isinstance(each.callee, MemberExpr)]
    emptied = {_named(each.expr) for each in called if each.name in _EMPTYING}
    for each in kept:
        others = (other for other in kept if other.place == each.place)
        is_overwritten = not each.is_row and any(
            position_of(other.target) > position_of(each.target) for other in others
        )
        is_emptied = (each.is_row or each.key is not None) and each.place[:2] in emptied
        if not (is_overwritten or is_emptied):
            yield each


def _named(expression: Expression) -> tuple[SymbolNode, str | None] | None:
    """Return the variable of ``x`` and of ``x.name``, with the attribute."""
    owner = expression.expr if isinstance(expression, MemberExpr) else expression
    if not isinstance(owner, NameExpr) or not isinstance(owner.node, Var):
        return None
    return owner.node, expression.name if isinstance(expression, MemberExpr) else None


def _assigned(body: Body, names: Container[str]) -> Iterator[_Kept]:
    """Yield ``obj.x = value``, ``obj["x"] += value``, and ``x = value`` where the function declares the name."""
    plain = [(each.lvalues[0], each.rvalue) for each in body.statements_of(AssignmentStmt) if len(each.lvalues) == 1]
    added = [(each.lvalue, each.rvalue) for each in body.statements_of(OperatorAssignmentStmt)]
    for target, value in (*plain, *added):
        key = target.index.value if isinstance(target, IndexExpr) and isinstance(target.index, StrExpr) else None
        named = _named(target.base if isinstance(target, IndexExpr) else target)
        if named is None or (isinstance(target, IndexExpr) and key is None):
            continue
        if key is not None or named[1] is not None or named[0].name in names:
            yield _Kept(*named, key, False, value, target)


def _appended(body: Body) -> Iterator[_Kept]:
    """Yield ``rows.append(value)`` and ``obj.rows.append(value)``."""
    for call in body.expressions_of(CallExpr):
        callee = call.callee
        is_append = isinstance(callee, MemberExpr) and callee.name == "append" and len(call.args) == 1
        named = _named(callee.expr) if isinstance(callee, MemberExpr) and is_append else None
        if named is not None:
            yield _Kept(*named, None, True, call.args[0], call)


def _is_used_after(kept: _Kept, site: TracedFunction) -> bool:
    """Return whether code that runs the function reads what it has put there, after that."""
    flow = FLOW.of(site.api.tree)
    for call, variable in _runs(kept, site):
        held = kept._replace(variable=variable)
        reads, writes = list(_reads(held, site)), list(_writes(held, site))
        statement = flow.statement_of(call) if reads else None
        if statement is None:
            continue
        after, loops = range_of(statement)[1], loops_around(call, site.api.tree)
        for read in reads:
            at = flow.statement_of(read)
            if at is None or flow.function_around(at) is not flow.function_around(statement):
                continue
            if position_of(read) >= after:
                is_changed = any(after <= position_of(each) < position_of(read) for each in writes)
                if not is_changed and follows(at, statement, site.api.tree):
                    return True
            elif is_in(read, loops) and not any(is_in(each, loops) for each in writes):
                return True
    return False


def _runs(kept: _Kept, site: TracedFunction) -> Iterator[tuple[Expression, SymbolNode]]:
    """Yield the calls that run the function, each with the variable that stands for the object there."""
    held, handed = kept_receiver(site), handed_receiver(site)
    if kept.variable is receiver_of(site):
        yield from method_calls(site)
    elif held is not None and held[0] is kept.variable:
        yield from kept_calls(site, held[1])
    elif handed is not None and handed[0] is kept.variable:
        yield from ((call, handed[1]) for call in calls_of(site))
    elif isinstance(kept.variable, Var) and kept.variable in site.traced:
        for given in arguments_for(site, kept.variable):
            if isinstance(given, NameExpr) and given.node is not None:
                yield given, given.node
    else:
        yield from ((call, kept.variable) for call in calls_of(site))


def _reads(kept: _Kept, site: TracedFunction) -> Iterator[Expression]:
    """Yield the places outside of the function that need the value of what is kept."""
    index, own = INDEX.of(site.api.tree), [range_of(site.definition)]
    for name in REFERENCES.of(site.api.tree).get(kept.variable, ()):
        if is_in(name, own):
            continue
        read: Expression = name
        parent = index.parent(name)
        if _is_returned(parent, index) and _is_leaf(kept, name, site):
            yield name
        if kept.attribute is not None:
            if not isinstance(parent, MemberExpr) or parent.name != kept.attribute:
                continue
            read, parent = parent, index.parent(parent)
        if kept.key is not None and not _is_item(parent, read, kept.key):
            continue
        if (kept.is_row or kept.key is not None) and isinstance(parent, IndexExpr) and parent.base is read:
            read, parent = parent, index.parent(parent)
        if _is_target(read, parent) or (isinstance(parent, MemberExpr) and parent.name in _KNOWN):
            continue
        around = index.parent(parent) if isinstance(parent, Expression) else None
        is_list = kept.is_row and not isinstance(read, IndexExpr)
        if _calculates(parent) if is_list else _needs_value(read, parent, around):
            yield read


def _is_returned(parent: Context | None, index: ModuleIndex) -> bool:
    """Return whether a value is what a function returns, by itself or in a tuple."""
    return isinstance(index.parent(parent) if isinstance(parent, TupleExpr) else parent, ReturnStmt)


def _is_leaf(kept: _Kept, name: NameExpr, site: TracedFunction) -> bool:
    """Return whether the value is kept in a data field: whatever takes the object apart as a pytree meets it."""
    declared = kept.variable.type if isinstance(kept.variable, Var) and not kept.variable.is_inferred else None
    instance = None if declared is None else sole_instance(declared)
    info = class_made(name, site.api.tree) if instance is None else instance.type
    model = None if info is None else model_of(info)
    is_field = model is not None and kept.attribute is not None and kept.attribute in model.fields
    is_whole = not kept.is_row and kept.key is None
    return is_whole and is_field and model is not None and model.role_of(kept.attribute or "") == "data"


def _is_item(item: Context | None, container: Expression, key: str) -> bool:
    """Return whether an expression is the item of a dict under a key."""
    is_item = isinstance(item, IndexExpr) and item.base is container
    return is_item and isinstance(item, IndexExpr) and isinstance(item.index, StrExpr) and item.index.value == key


def _needs_value(read: Expression, parent: Context | None, around: Context | None) -> bool:
    """Return whether an expression calculates with what is read; to print it, or to hand it on, raises nothing."""
    if isinstance(parent, OpExpr):
        return parent.op not in ("and", "or")
    if isinstance(parent, ComparisonExpr):
        return not {"is", "is not", "in", "not in"}.intersection(parent.operators)
    if isinstance(parent, MemberExpr):
        return isinstance(around, CallExpr) and around.callee is parent
    is_item = isinstance(parent, IndexExpr) and parent.base is read
    return is_item or _calculates(parent)


def _calculates(parent: Context | None) -> bool:
    """Return whether a call calculates with what it is given, or a comprehension does so with each item."""
    if isinstance(parent, GeneratorExpr):
        return isinstance(parent.left_expr, CallExpr) and _calculates(parent.left_expr)
    callee = parent.callee if isinstance(parent, CallExpr) else None
    name = callee.fullname if isinstance(callee, NameExpr | MemberExpr) else ""
    return name.startswith(_CALCULATING) or name in _CONVERTING


def _is_target(read: Expression, parent: Context | None) -> bool:
    return isinstance(parent, AssignmentStmt) and read in parent.lvalues


def _writes(kept: _Kept, site: TracedFunction) -> Iterator[Expression]:
    """Yield the places outside of the function that put something else there."""
    index, own = INDEX.of(site.api.tree), [range_of(site.definition)]
    for name in REFERENCES.of(site.api.tree).get(kept.variable, ()):
        if is_in(name, own):
            continue
        place: Expression = name
        parent = index.parent(name)
        if kept.attribute is not None and isinstance(parent, MemberExpr):
            place, parent = parent, index.parent(parent)
        is_cleared = kept.is_row and isinstance(parent, MemberExpr)
        if kept.key is not None:
            is_cleared = isinstance(parent, MemberExpr) and parent.name in _REPLACING
            place = parent if isinstance(parent, IndexExpr) and parent.base is place else place
        if is_cleared or _is_target(place, index.parent(place)):
            yield place
