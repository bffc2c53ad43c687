"""``jdc-retrace``: a loop makes a new function for a static field at each turn, and jit compiles for each of them.

Functions are equal to themselves only (https://github.com/google-deepmind/optax/issues/353). Code that never hands
the object to jit is reported too, so the rule is off by default.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    Var,
    WhileStmt,
)
from mypy.types import CallableType, TupleType, Type

from jdc_spec.rules import RETRACE

from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.targets import targets, unpacked
from ...syntax.walk import descendants
from ...typefacts.instances import sole_instance
from ...typefacts.jitted_types import is_jitted_type
from ..jitted_functions import JITS
from ..optimizers import makes_optimizer
from ..places import CONSTRUCTION, REPLACEMENT, asked
from ..sites import CallSite
from .counted_statics import counted

_MAKERS: Final = {
    "functools.partial": "functools.partial",
    **JITS,
    "jax._src.api.vmap": "jax.vmap",
    "jax._src.api.grad": "jax.grad",
    "jax._src.tree_util.Partial": "jax.tree_util.Partial",
}

_OPTIMIZERS: Final = "optax."
"""Functions of optax return tuples of functions that they define anew."""


@asked(RETRACE, at=(CONSTRUCTION, REPLACEMENT))
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report functions made inside a loop as the value of a static field."""
    model = site.model
    if model is None or not _is_repeated(site):
        return
    for name, value in site.arguments.items():
        declared = known_type(model.type_of(name)) if name in model.fields else None
        is_function = model.facts.filters_leaves and isinstance(declared, CallableType)  # the filters make it static
        if name not in model.fields or not (model.role_of(name) == "static" or is_function):
            continue
        made = _made_in_loop(value, site)
        if made is not None and (not made.startswith(_OPTIMIZERS) or _holds_functions(value, declared, site)):
            yield Diagnostic(
                RETRACE,
                f'{made} is a new value of static field "{name}" of "{site.info.name}" at each turn of the loop: it '
                "equals no other, and jax.jit compiles again for each; make it once, before the loop",
                value,
            )
        elif (_is_float(declared) or _counts(value, name, site)) and _varies(value, name, site):
            yield Diagnostic(
                RETRACE,
                f'the loop gives static field "{name}" of "{site.info.name}" another number at each turn, and '
                "jax.jit compiles again for each; make it a data field",
                value,
            )


def _made_in_loop(value: Expression, site: CallSite) -> str | None:
    """Return the code that makes a function anew at each turn."""
    source = site.evaluator.source(value)
    place = source.node if isinstance(source, NameExpr) and isinstance(source.node, FuncDef) else source
    is_repeated = (source is value and place is source) or _is_in_same_loop(site, place)
    return _made(source, site.api) if is_repeated else None


def _holds_functions(value: Expression, declared: Type | None, site: CallSite) -> bool:
    """Return whether what a function of optax makes is made of functions: an optimizer, by its name or the field."""
    source = site.evaluator.source(value)
    is_optimizer = isinstance(source, CallExpr) and makes_optimizer(source, site.api)
    return is_optimizer or isinstance(declared, TupleType | CallableType)


def _is_float(declared: Type | None) -> bool:
    instance = sole_instance(declared)
    return instance is not None and instance.type.fullname == "builtins.float"


def _counts(value: Expression, name: str, site: CallSite) -> bool:
    """Return whether a value is the field's old one and a number more or less, as in ``step=state.step + 1``.

    Only of an object that the loop hands to a jitted function: others are counted without any trace.
    """
    count = counted(site.evaluator.source(value))
    if count is None or count[1] == 0 or count[0].name != name or not isinstance(count[0].expr, NameExpr):
        return False
    return _is_jitted_in_loop(count[0].expr, site)


def _is_jitted_in_loop(counted_object: NameExpr, site: CallSite) -> bool:
    """Return whether a loop around the call hands what a name holds to a jitted function of the module."""
    for call in INDEX.of(site.api.tree).body.expressions_of(CallExpr):
        given = [argument.node for argument in call.args if isinstance(argument, NameExpr)]
        if counted_object.node in given and _is_in_same_loop(site, call) and _is_jitted(call.callee):
            return True
    return False


def _is_jitted(callee: Expression) -> bool:
    node = callee.node if isinstance(callee, RefExpr) else None
    declared = node.type if isinstance(node, Var) else node.var.type if isinstance(node, Decorator) else None
    return is_jitted_type(declared)


def _varies(value: Expression, name: str, site: CallSite) -> bool:
    """Return whether an expression is made of what a loop or a comprehension around the call binds.

    ``rate=state.rate`` keeps what the field was before.
    """
    if isinstance(value, MemberExpr) and value.name == name:
        return False
    written = _bound_around(site.call, INDEX.of(site.api.tree))
    bound = {each.node for target in written for each in unpacked(target) if isinstance(each, NameExpr)}
    return any(isinstance(part, NameExpr) and part.node in bound for part in (value, *descendants(value)))


def _bound_around(call: Context, index: ModuleIndex) -> Iterator[Expression]:
    """Yield the targets that the loops and comprehensions around a call assign to."""
    for loop in _loops_around(call, index):
        for statement in (loop, *index.inside(loop).statements):
            yield from (target.expression for target in targets(statement))
    for outer in _comprehensions(call, index):
        yield from outer.indices


def _made(value: Expression, api: TypeChecker) -> str | None:
    """Return the code that makes a function which equals no other."""
    if isinstance(value, LambdaExpr):
        return "a lambda"
    if isinstance(value, NameExpr) and isinstance(value.node, FuncDef):
        return f'function "{value.name}"'
    callee = value.callee if isinstance(value, CallExpr) else None
    if isinstance(callee, NameExpr | MemberExpr) and isinstance(value, CallExpr) and makes_optimizer(value, api):
        return f"{_OPTIMIZERS}{callee.name}"
    if isinstance(callee, RefExpr) and callee.fullname.startswith(_OPTIMIZERS):
        return f"optax.{callee.fullname.rpartition('.')[2]}"
    return _MAKERS.get(callee.fullname) if isinstance(callee, RefExpr) else None


def _is_repeated(site: CallSite) -> bool:
    return _is_in_same_loop(site, site.call) or any(_comprehensions(site.call, INDEX.of(site.api.tree)))


def _is_in_same_loop(site: CallSite, node: Context) -> bool:
    """Return whether a loop around the call is around a node as well."""
    return any(_holds(loop, node) for loop in _loops_around(site.call, INDEX.of(site.api.tree)))


def _loops_around(node: Context, index: ModuleIndex) -> Iterator[ForStmt | WhileStmt]:
    loops: list[ForStmt | WhileStmt] = [*index.body.statements_of(ForStmt), *index.body.statements_of(WhileStmt)]
    yield from (loop for loop in loops if _holds(loop, node))


def _comprehensions(node: Context, index: ModuleIndex) -> Iterator[GeneratorExpr | DictionaryComprehension]:
    """Yield the comprehensions that evaluate an expression for each item."""
    while isinstance(node, Expression):
        outer = index.parent(node)
        item = outer.left_expr if isinstance(outer, GeneratorExpr) else None
        if isinstance(outer, DictionaryComprehension):
            item = outer.value
        if isinstance(outer, GeneratorExpr | DictionaryComprehension) and node is item:
            yield outer
        if outer is None:
            return
        node = outer


def _holds(loop: ForStmt | WhileStmt, node: Context) -> bool:
    return loop.body.body[0].line <= node.line <= (loop.body.body[-1].end_line or 0)
