"""Parameters with defaults that some call of a jitted function gives: in that call they are tracers.

``train: bool = True`` stays True where no call names it. A call that is meant to fail does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, FuncDef, MemberExpr, NameExpr, Var
from mypy.types import AnyType, CallableType, NoneType, Type, TypeOfAny, UnionType

from ..evaluate import Evaluator
from ..host.known_types import known_type
from ..libraries.definition import is_none
from ..libraries.registry import ANNOTATION_MARKERS
from ..model.functions.swallowed_errors import may_be_caught
from ..model.static_markers import Placement, placement
from ..model.subclasses_in_sight import is_overridden
from ..syntax import INDEX
from ..syntax.arguments import bound, has_stars
from ..syntax.failures.expected_failures import is_expected_to_fail
from ..syntax.receivers import method_with
from ..transformed.made_functions import calls_of_made
from .called_types import leaf_given


def given_defaults(
    definition: FuncDef, positions: Iterable[int], at: Context, api: TypeChecker
) -> Mapping[Var, Type]:
    """Return the parameters with defaults, of those at some positions, that a call of the module gives."""
    names = [name or "" for name in definition.arg_names]
    optional = [index for index in positions if definition.arguments[index].kind.is_optional()]
    found: dict[Var, Type] = {}
    if not optional:
        return found
    kind = known_type(definition.type)
    types = kind.arg_types if isinstance(kind, CallableType) else []
    given = list(_given(definition, names, at, api))
    for index in optional:
        values = [value for value, name in given if name == names[index]]
        declared = types[index] if index < len(types) else AnyType(TypeOfAny.unannotated)
        if values and placement(declared, ANNOTATION_MARKERS) is Placement.NONE:
            found[definition.arguments[index].variable] = _type_of(declared, values, api)
    return found


def _given(
    definition: FuncDef, names: Sequence[str], at: Context, api: TypeChecker
) -> Iterator[tuple[Expression, str | None]]:
    """Yield what calls give the parameters, None aside, which is no leaf."""
    first = 1 if definition.info and not definition.is_static else 0
    calls = (
        [(each, 0) for each in calls_of_made(at, api.tree)]
        if not first
        else [(each, first) for each in _calls_of_method(definition, api)]
    )
    for call, skipped in calls:
        if has_stars(call) or may_be_caught(call, api.tree) or is_expected_to_fail(call, api.tree):
            continue
        yield from (each for each in bound(call, names[skipped:]) if not is_none(each[0]))


def _calls_of_method(definition: FuncDef, api: TypeChecker) -> Iterator[CallExpr]:
    """Yield the calls of a method in others of its class, ``self.step(x)``."""
    if is_overridden(definition.info, definition.name, api):
        return
    for call in INDEX.of(api.tree).body.expressions_of(CallExpr):
        callee = call.callee
        if isinstance(callee, MemberExpr) and callee.name == definition.name and isinstance(callee.expr, NameExpr):
            around = method_with(callee.expr, api.tree)
            if around is not None and around.info is definition.info and not around.is_class:
                yield call


def _type_of(declared: Type, values: Sequence[Expression], api: TypeChecker) -> Type:
    """Return the type of a parameter: as it is declared, else that of a number which a call writes out.

    A parameter that is declared ``jax.Array | None`` is an array where a call is certain to give one.
    """
    kind = known_type(declared)
    if not isinstance(kind, AnyType | NoneType | UnionType):
        return declared
    leaves = [leaf_given(Evaluator(api).source(each), api) for each in values]
    known = [each for each in leaves if each is not None]
    if isinstance(kind, UnionType) and not known:
        return declared
    return known[0] if known else AnyType(TypeOfAny.unannotated)
