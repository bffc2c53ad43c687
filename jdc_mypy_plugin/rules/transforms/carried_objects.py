"""``jdc-carry`` for lambdas, methods, partials and functions without annotations.

The first carry of the loop shows what they take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.subtypes import is_subtype
from mypy.types import AnyType, CallableType, Instance, ProperType, TupleType, Type
from mypy.typevars import fill_typevars_with_any

from jdc_spec.rules import CARRY

from ...evaluate.calls.helpers import helper_of
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import PARTIAL
from ...objects.made_objects import class_made
from ...objects.unsaid_tuples import may_be_other
from ...syntax import INDEX
from ...syntax.arguments import argument
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import row
from ..places import LOOP, Loop, asked
from .carry import changed, differences, given_back
from .returned_types import returned_type

BODIES: Final[Mapping[str, tuple[int, str, int, str]]] = {
    "jax.lax.scan": (0, "f", 1, "init"),
    "jax.lax.while_loop": (1, "body_fun", 2, "init_val"),
    "jax.lax.fori_loop": (2, "body_fun", 3, "init_val"),
}
"""The position and the name of the body of each loop, and those of what goes into it first."""


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a body that gives back an object of another class than the one which goes into the loop."""
    if site.name not in BODIES:
        return
    at, name, first, initial = BODIES[site.name]
    body, carry = argument(site.node, at, name), argument(site.node, first, initial)
    declared = None if carry is None else known_type(site.api.lookup_type_or_none(carry))
    if body is None or carry is None or declared is None or is_judged(body, site):
        return
    result = result_type(body, site)
    found = [] if result is None else list(differences(declared, given_back(site.name, result)))
    for taken, made in found or _written_differences(body, declared, site):
        if may_be_other(carry, site.api):
            return
        yield Diagnostic(CARRY, changed(shown(body), taken, made, site.name), body)
        return


def is_judged(body: Expression, site: Loop) -> bool:
    """Return whether a body is a function of the module that says what it returns, and is judged by itself."""
    definition = _function_here(body, site)
    kind = None if definition is None else known_type(definition.type)
    return isinstance(kind, CallableType) and not isinstance(known_type(kind.ret_type), AnyType)


def _function_here(body: Expression, site: Loop) -> FuncDef | None:
    """Return the function of the module that a name stands for."""
    named = body.node if isinstance(body, NameExpr) else None
    definition = named.func if isinstance(named, Decorator) else named
    is_here = isinstance(definition, FuncDef) and INDEX.of(site.api.tree).position(definition) is not None
    return definition if is_here and isinstance(definition, FuncDef) else None


def result_type(body: Expression, site: Loop) -> Type | None:
    """Return the type of what a lambda, a function, a method, or a partial of one, returns."""
    kind = known_type(site.api.lookup_type_or_none(body))
    if isinstance(body, CallExpr):
        is_partial = isinstance(body.callee, RefExpr) and body.callee.fullname == PARTIAL and bool(body.args)
        is_known = is_partial and _is_plain(body.args[0], site)
        return kind.args[0] if is_known and isinstance(kind, Instance) and kind.args else None
    if not isinstance(kind, CallableType) or (isinstance(body, LambdaExpr) and not _takes_carry(kind, site)):
        return None
    if not _is_plain(body, site):
        return None
    function = _function_here(body, site)
    shown_by_returns = isinstance(known_type(kind.ret_type), AnyType) and function is not None
    return returned_type(function, site.api) if shown_by_returns and function is not None else kind.ret_type


def _takes_carry(kind: CallableType, site: Loop) -> bool:
    """Return whether mypy has typed a lambda by what goes into the loop, not by what the result is assigned to."""
    _, _, at, name = BODIES[site.name]
    carry, place = argument(site.node, at, name), site.name == "jax.lax.fori_loop"
    given = None if carry is None else site.api.lookup_type_or_none(carry)
    return given is None or len(kind.arg_types) <= place or is_subtype(given, kind.arg_types[place])


def _is_plain(function: Expression, site: Loop) -> bool:
    """Return whether an expression is a lambda, or names a function or a method that no decorator changes."""
    if isinstance(function, LambdaExpr):
        return True
    kind = known_type(site.api.lookup_type_or_none(function))
    definition = kind.definition if isinstance(kind, CallableType) else None
    if not isinstance(function, NameExpr | MemberExpr) or not isinstance(definition, FuncDef | Decorator):
        return False
    return not definition.is_decorated if isinstance(definition, FuncDef) else not definition.decorators


def _written_differences(body: Expression, declared: ProperType, site: Loop) -> Iterator[tuple[TypeInfo, TypeInfo]]:
    """Yield how what a function without annotations makes differs, where it returns once."""
    tree = site.api.tree
    helper = helper_of(body, tree) if isinstance(body, NameExpr | LambdaExpr) else None
    returned = None if helper is None or helper.result is None else _value(helper.result, tree)
    if returned is not None and site.name == "jax.lax.scan":
        parts = row(returned)
        returned = _value(parts[0], tree) if len(parts) == 2 else None
    if returned is not None:
        yield from _compared(declared, returned, tree)


def _compared(declared: ProperType, made: Expression, tree: MypyFile) -> Iterator[tuple[TypeInfo, TypeInfo]]:
    """Yield the pytree dataclasses that stand at one place of a type and of an expression and are not related."""
    items, other = row(made), class_made(made, tree)
    if isinstance(declared, TupleType) and isinstance(made, TupleExpr) and len(items) == len(declared.items):
        for item, part in zip(declared.items, items, strict=True):
            yield from _compared(known_type(item), _value(part, tree), tree)
    elif isinstance(declared, Instance) and declared.type.fullname == "builtins.dict":
        for part in _values(made):
            yield from _compared(known_type(declared.args[1]), _value(part, tree), tree)
    elif other is not None:
        yield from differences(declared, fill_typevars_with_any(other))


def _values(made: Expression) -> Iterator[Expression]:
    """Yield the values of a dict as it is written."""
    if isinstance(made, DictExpr):
        yield from (value for _, value in made.items)
    elif isinstance(made, DictionaryComprehension):
        yield made.value


def _value(written: Expression, tree: MypyFile) -> Expression:
    """Return the value of a name where the order of statements says it, or the expression itself."""
    value = FLOW.of(tree).value_at(written) if isinstance(written, NameExpr) else None
    return value if isinstance(value, Expression) else written


def shown(body: Expression) -> str:
    """Return the words for the function of a loop."""
    if isinstance(body, LambdaExpr):
        return "the lambda"
    named = body.args[0] if isinstance(body, CallExpr) else body
    return f'"{named.name}"' if isinstance(named, NameExpr | MemberExpr) else "the function"
