"""Functions of other modules that a transformation or a loop is given, and which of their parameters are tracers.

mypy keeps of such a function what it declares. A parameter without an annotation is known where every call of what
the transformation makes gives it an array, a number or an object of one class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    ListExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.types import AnyType, CallableType, Type

from ...host.known_types import known_type
from ...libraries.registry import ANNOTATION_MARKERS
from ...model.static_markers import Placement, placement
from ...objects.functions_elsewhere import given_elsewhere
from ...objects.later_types import later_types
from ...syntax import INDEX
from ...syntax.arguments import bound, has_stars
from ...traced.called_types import types_by_calls
from ...traced.eager_functions import is_run_apart
from ...traced.functions import TracedFunction
from ...traced.loop_arguments import is_handed_on
from ...transformed.chosen_transformations import may_be_left_out
from ...transformed.filtered_classes import uses_filters
from ...transformed.transformations import LOOPS, made_by
from ...transformed.transformations_around import Layer, layers_around
from ..places import Loop, Transformed

_FUNCTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "jax.lax.scan": ("f",),
    "jax.lax.while_loop": ("cond_fun", "body_fun"),
    "jax.lax.fori_loop": ("body_fun",),
    "jax.lax.map": ("f",),
    "jax.lax.cond": ("true_fun", "false_fun"),
}
"""The parameters of each loop that are functions, all of whose arguments are tracers."""
_COUNTING: Final = "jax.lax.fori_loop"
_PARAMETERS: Final = {loop.name: loop.parameters for loop in LOOPS.values()}


class TracedElsewhere(NamedTuple):
    """A function of another module that is called with tracers."""

    by: str
    """The name of the transformation."""
    function: FuncDef
    traced: Mapping[str, Type]
    """The types of the parameters that are certain to be tracers or objects of them, as far as they are known."""
    at: Expression
    """The expression that hands the function over."""
    owner: TypeInfo | None
    """The class of the object of which it is a method."""


def traced_by_call(site: Transformed) -> Iterator[TracedElsewhere]:
    """Yield the function that a call of a transformation is given, where its tracers have no values."""
    node = site.node
    made, outer = made_by(node), INDEX.of(site.api.tree).parent(node)
    if made is None and isinstance(outer, CallExpr) and outer.callee is node:
        node, made = outer, made_by(outer)
    given = given_elsewhere(node.args[0], site.api) if made is not None and node.args else None
    if made is None or given is None:
        return
    function = given.as_called()
    layers = [Layer(made, node), *layers_around(made, node, site.api.tree)]
    outermost = next((each for each in reversed(layers) if each.is_abstract), None)
    if outermost is None or not isinstance(outermost.at, CallExpr):
        return
    all_made = [each.made._replace(function=function) for each in layers]
    looked_at = [
        index
        for index, name in enumerate(function.arg_names)
        if name not in given.by_name and any(each.looks_at(index, name) for each in all_made)
    ]
    shown = _shown(outermost.at, function, site.api)
    whole = TracedFunction(outermost.made.by.name, True, function, (), {}, outermost.at, site.api)
    if not is_run_apart(whole) and not may_be_left_out(whole.at, function, site.api.tree):
        yield TracedElsewhere(whole.by, given.function, _types(function, looked_at, shown), node.args[0], given.owner)


def _shown(at: CallExpr, function: FuncDef, api: TypeChecker) -> Mapping[str, Type]:
    """Return the types of what every call of a transformed function gives its parameters, as far as it shows."""
    call = INDEX.of(api.tree).parent(at)
    kind = known_type(function.type)
    is_open = not isinstance(kind, CallableType) or any(
        isinstance(known_type(each), AnyType) for each in kind.arg_types
    )
    if uses_filters(api.tree) or not is_open:
        return {}
    if not isinstance(call, CallExpr) or call.callee is not at:
        return types_by_calls(at, function, api)
    given = () if has_stars(call) else bound(call, function.arg_names)
    named = {name: value for value, name in given if name is not None}
    types = later_types(call, named.values(), api)
    kinds = {name: types[id(value)] for name, value in named.items() if id(value) in types}
    return {name: kind for name, kind in kinds.items() if is_handed_on(kind, api)}


def traced_by_loop(site: Loop) -> Iterator[TracedElsewhere]:
    """Yield the functions that a loop or a choice between branches calls."""
    for value, name in bound(site.node, _PARAMETERS.get(site.name, ())):
        is_branches = site.name == "jax.lax.switch" and name == "branches"
        several = value.items if is_branches and isinstance(value, ListExpr | TupleExpr) else ()
        for each in several if len(several) > 1 else (value,) if name in _FUNCTIONS.get(site.name, ()) else ():
            given = given_elsewhere(each, site.api)
            if given is None:
                continue
            function = given.as_called()
            places = [at for at, taken in enumerate(function.arg_names) if taken not in given.by_name]
            whole = TracedFunction(site.name, True, function, (), {}, site.node, site.api)
            shown = {name: kind for name, kind in zip(function.arg_names, _handed(site), strict=False) if kind}
            if not is_run_apart(whole):
                yield TracedElsewhere(site.name, given.function, _types(function, places, shown), each, given.owner)


def _handed(site: Loop) -> list[Type | None]:
    """Return the types of what a loop calls its functions with, in order; None where they are not known."""
    loop = next(each for each in LOOPS.values() if each.name == site.name)
    taken = [value for value, name in bound(site.node, loop.parameters) if name is None or name in loop.takes]
    kinds = [site.api.lookup_type_or_none(value) for value in ([] if has_stars(site.node) else taken)]
    known = [kind if kind is not None and is_handed_on(kind, site.api) else None for kind in kinds]
    return [None, *known] if site.name == _COUNTING else known


def _types(
    function: FuncDef, places: Iterable[int], shown: Mapping[str | None, Type] | Mapping[str, Type]
) -> Mapping[str, Type]:
    """Return the types of the parameters at some places that every call gives."""
    kind = known_type(function.type)
    types = kind.arg_types if isinstance(kind, CallableType) else []
    found: dict[str, Type] = {}
    for at in places:
        name = function.arg_names[at]
        declared = types[at] if at < len(types) else None
        if name is None or not function.arg_kinds[at].is_required():
            continue
        if declared is None or isinstance(known_type(declared), AnyType):
            found.update({name: shown[name]} if name in shown else {})
        elif placement(declared, ANNOTATION_MARKERS) is Placement.NONE:
            found[name] = declared
    return found
