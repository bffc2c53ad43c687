"""Functions that a loop or a branch of JAX in a traced function calls with what that function was given.

``def update(runner, _): jax.lax.scan(step, runner, None, 8)``: where nothing is annotated, mypy knows no type of
``runner``. The transformation around may tell it, and so what the parameters of ``step`` are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, ListExpr, NameExpr, RefExpr, TupleExpr, Var
from mypy.types import AnyType, TupleType, Type, TypeOfAny

from ..host.known_types import known_type
from ..syntax.arguments import bound, has_stars
from ..syntax.names.flow import FLOW
from ..transformed.given_functions import Given, given_function
from ..transformed.transformations import LOOPS
from .functions import FUNCTIONS, TracedFunction, parameters
from .objects import Counts, traced_type
from .values import TracedValues

_BRANCHES: Final = ("jax.lax.cond", "jax.lax.switch")
_CARRIES: Final[Mapping[str, tuple[str, int]]] = {
    "jax.lax.scan": ("init", 0),
    "jax.lax.while_loop": ("init_val", 0),
    "jax.lax.fori_loop": ("init_val", 1),
}
"""The parameter of each loop that is its first carry, and the position of the carry in the function."""


def looped_functions(site: TracedFunction, values: TracedValues, counts: Counts) -> Iterator[TracedFunction]:
    """Yield such functions, with the parameters of which the outer function tells the type and nothing else does."""
    for call in site.body.expressions_of(CallExpr):
        loop = LOOPS.get(call.callee.fullname) if isinstance(call.callee, RefExpr) else None
        if loop is None or loop.name not in (*_CARRIES, *_BRANCHES) or has_stars(call):
            continue
        arguments = list(bound(call, loop.parameters))
        given = [
            None if each is None else _Types(site, values, counts).of(each) for each in _handed(loop.name, arguments)
        ]
        for function in _functions(loop.name, arguments) if any(given) else ():
            found = given_function(function, site.api)
            traced = None if found is None else _typed(found, given)
            if found is None or not traced or found.definition in (site.definition, *site.callers):
                continue
            yield site._replace(
                by=loop.name,
                definition=found.definition,
                traced=traced,
                passed={},
                callers=(*site.callers, site.definition),
            )


def _functions(name: str, arguments: Sequence[tuple[Expression, str | None]]) -> Iterator[Expression]:
    for value, parameter in arguments:
        if parameter in FUNCTIONS[name]:
            yield from value.items if isinstance(value, ListExpr | TupleExpr) else (value,)


def _handed(name: str, arguments: Sequence[tuple[Expression, str | None]]) -> list[Expression | None]:
    """Return what the functions of a loop are given by position; None for what is made for each turn."""
    if name in _BRANCHES:
        return [value for value, parameter in arguments if parameter in (None, "operand")]
    parameter, position = _CARRIES[name]
    return [*[None] * position, next((value for value, each in arguments if each == parameter), None)]


class _Types:
    """The types of values of a traced function, where the transformation tells them."""

    def __init__(self, site: TracedFunction, values: TracedValues, counts: Counts) -> None:
        self._api, self._values, self._counts = site.api, values, counts

    def of(self, value: Expression) -> Type | None:
        """Return the type of a value, of a tuple of which some are known as well."""
        made = FLOW.of(self._api.tree).value_at(value) if isinstance(value, NameExpr) else value
        if not isinstance(made, TupleExpr):
            return traced_type(value, self._values, self._counts, self._api.tree)
        items = [self.of(each) for each in made.items]
        if not any(items):
            return None
        unknown = AnyType(TypeOfAny.special_form)
        row = self._api.named_generic_type("builtins.tuple", [unknown])
        return TupleType([unknown if each is None else each for each in items], row)


def _typed(found: Given, given: Sequence[Type | None]) -> Mapping[Var, Type]:
    """Return the parameters of a function, if the types of some without annotation are known."""
    positions = [at for at, name in enumerate(found.definition.arg_names) if name not in found.bound]
    taken = parameters(found.definition, positions)
    known: dict[Var, Type] = {}
    for at, kind in zip(positions, given, strict=False):
        variable = found.definition.arguments[at].variable
        if kind is not None and variable in taken and isinstance(known_type(taken[variable]), AnyType):
            known[variable] = kind
    return {**taken, **known} if known else {}
