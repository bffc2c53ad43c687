"""Functions of the module that a transformation of JAX calls with tracers, and which of their parameters these are.

Only a function counts that is itself handed to the transformation, or stands under it as its innermost decorator:
what such a function calls may be called from elsewhere too. The types of parameters are those of their annotations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    NameExpr,
    SymbolNode,
    TupleExpr,
    Var,
)
from mypy.plugin import FunctionContext
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, TypeVarType
from mypy.typevars import fill_typevars

from ..host.known_types import known_type
from ..libraries.registry import ANNOTATION_MARKERS
from ..model.classes import model_of
from ..model.static_markers import Placement, placement
from ..objects.later_types import later_types
from ..syntax import INDEX
from ..syntax.arguments import bound, has_stars
from ..syntax.body import Body
from ..syntax.functions import class_named
from ..syntax.names.targets import unpacked
from ..transformed.filtered_classes import uses_filters
from ..transformed.function_expressions import as_function, given_method
from ..transformed.given_functions import Given, given_by_maker, given_function, given_partial, is_here, is_meant
from ..transformed.transformations import LOOPS, Transformed, made_by, maker
from ..transformed.transformations_around import Layer, layers_around
from ..typefacts.arrays import is_certainly_array
from ..typefacts.shown_types import classes_in
from .called_types import types_by_calls
from .given_defaults import given_defaults
from .loop_arguments import as_given_by_loop

ReadT = TypeVar("ReadT")

FUNCTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "jax.lax.scan": ("f",),
    "jax.lax.while_loop": ("cond_fun", "body_fun"),
    "jax.lax.fori_loop": ("body_fun",),
    "jax.lax.map": ("f",),
    "jax.lax.cond": ("true_fun", "false_fun"),
    "jax.lax.switch": ("branches",),
}
"""The parameters of each loop that are functions, all of whose arguments are tracers."""

HANDING_BACK: Final = frozenset(
    ("jax.jit", "jax_dataclasses.jit", "jax.vmap", "jax.pmap", "jax.checkpoint", *FUNCTIONS)
)
"""Transformations that refuse a function unless all leaves of what it returns are arrays or numbers."""


class TracedFunction(NamedTuple):
    """A function that a transformation calls with tracers."""

    by: str
    """The transformation's name, ``jax.jit`` say."""
    is_abstract: bool
    """True if the tracers have no values, so that Python cannot branch on them; those of `jax.grad` have."""
    definition: FuncDef
    beside: tuple[FuncDef, ...]
    """The other functions that the same call is given."""
    traced: Mapping[Var, Type]
    """The parameters that are certain to be tracers, or trees of them, with their types.

    None of a function of a loop that is under another transformation as well, which is told of there.
    """
    at: Context
    """The call or the decorator that transforms the function."""
    api: TypeChecker
    callers: tuple[FuncDef, ...] = ()
    """The functions through which the transformation calls this one, itself left out: the first is transformed."""
    only_arrays: bool = False
    """True if arrays alone are tracers, as under the filters of equinox: numbers stay what they are."""
    passed: Mapping[Var, Type] = MappingProxyType({})
    """The parameters that are made anew for the call, but keep their values: under ``in_axes=None``."""
    functions: Mapping[Var, Expression] = MappingProxyType({})
    """The parameters that the calls which are followed give functions, with how these are written."""

    @property
    def copied(self) -> Mapping[Var, Type]:
        """The parameters whose objects are not those of the caller."""
        return {**self.traced, **self.passed} if self.passed else self.traced

    @property
    def body(self) -> Body:
        """The statements of the function, those of functions in it too."""
        return INDEX.of(self.api.tree).inside(self.definition)


class ReadOnce(Generic[ReadT]):
    """Reads a traced function once for all rules: each is asked about one function before any is about the next."""

    def __init__(self, read: Callable[[TracedFunction], ReadT]) -> None:
        self._read = read
        self._last: tuple[TracedFunction, ReadT] | None = None

    def of(self, site: TracedFunction) -> ReadT:
        """Return the reading of a function that rules are asked about."""
        if self._last is None or self._last[0] is not site:
            self._last = site, self._read(site)
        return self._last[1]


def traced_functions(ctx: FunctionContext) -> Iterator[TracedFunction]:
    """Yield the functions that a call or a decorator of a transformation calls with tracers."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    if isinstance(node, Decorator):
        yield from _decorated(node, ctx.api)
    elif isinstance(node, CallExpr):
        outer = INDEX.of(ctx.api.tree).parent(node)
        if isinstance(outer, Decorator):
            yield from _decorated(outer, ctx.api)
            return
        made = made_by(node)
        if made is None and isinstance(outer, CallExpr) and outer.callee is node:
            node, made = outer, made_by(outer)
        yield from () if made is None else _transformed(made, node, ctx.api)


def functions_of_loop(ctx: FunctionContext, fullname: str) -> Iterator[TracedFunction]:
    """Yield the functions that ``jax.lax.scan`` or the like calls."""
    assert isinstance(ctx.api, TypeChecker)
    loop, call = LOOPS[fullname], ctx.context
    given = [
        function
        for value, name in (bound(call, loop.parameters) if isinstance(call, CallExpr) else ())
        if name in FUNCTIONS.get(loop.name, ())
        for function in (value.items if isinstance(value, ListExpr | TupleExpr) else [value])
    ]
    if loop.name == "jax.lax.switch" and len(given) < 2:  # JAX calls the only branch as it is
        return
    found = [each for function in given if (each := _of_loop(function, ctx.api)) is not None]
    for definition, positions in found:
        others = tuple(each for each, _ in found if each is not definition)
        traced = as_given_by_loop(parameters(definition, positions), definition, positions, loop, ctx)
        yield TracedFunction(loop.name, True, definition, others, traced, call, ctx.api)


def _of_loop(function: Expression, api: TypeChecker) -> tuple[FuncDef, Sequence[int]] | None:
    """Return the function of the module that a loop is given, and the positions of what it gives that."""
    given = given_function(function, api)
    if given is not None:
        names = given.definition.arg_names
        return given.definition, [index for index, name in enumerate(names) if name not in given.bound]
    definition = _definition(function, api)
    return None if definition is None or not is_meant(definition, api) else (definition, ())


def _decorated(decorator: Decorator, api: TypeChecker) -> Iterator[TracedFunction]:
    made = maker(decorator.original_decorators[-1]) if decorator.original_decorators else None
    if made is not None:
        yield from _transformed(Transformed(*made, decorator.func), decorator, api)


def _transformed(made: Transformed, at: Context, api: TypeChecker) -> Iterator[TracedFunction]:
    given = function_under(made, at, api)
    if given is None:
        return
    definition = given.definition
    layers = [Layer(made, at), *layers_around(made, at, api.tree)]
    outermost = next((each for each in reversed(layers) if each.is_abstract), layers[0])
    all_made = [each.made._replace(function=definition) for each in layers]
    looked_at = [
        index
        for index, name in enumerate(definition.arg_names)
        if name not in given.bound and any(each.looks_at(index, name) for each in all_made)
    ]
    passed = [
        index
        for index, name in enumerate(definition.arg_names)
        if index not in looked_at and name not in given.bound and any(each.copies(index, name) for each in all_made)
    ]
    at, by, is_abstract = outermost.at, outermost.made.by.name, outermost.is_abstract
    traced = _as_called(parameters(definition, looked_at), definition, at, api)
    if outermost.made.by.how == "traced" and is_abstract:
        traced = {**traced, **given_defaults(definition, looked_at, at, api)}
    kept = _as_called(parameters(definition, passed), definition, at, api)
    yield TracedFunction(by, is_abstract, definition, (), traced, at, api, passed=kept)


def _as_called(traced: Mapping[Var, Type], definition: FuncDef, at: Context, api: TypeChecker) -> Mapping[Var, Type]:
    """Return parameters without annotations as calls give them: ``jax.jit(lambda s: s.x)(state)``, ``f(state)``."""
    by_name = {each.name: each for each, kind in traced.items() if _is_open(kind)}
    if not by_name or definition.info:
        return traced
    call = INDEX.of(api.tree).parent(at) if isinstance(at, CallExpr) else None
    if not isinstance(call, CallExpr) or call.callee is not at:
        shown = types_by_calls(at, definition, api)
        return {**traced, **{by_name[name]: kind for name, kind in _whole(shown, api).items() if name in by_name}}
    if has_stars(call):
        return traced
    names = [name or "" for name in definition.arg_names]
    given = {name: value for value, name in bound(call, names) if name is not None and name in by_name}
    types = later_types(call, given.values(), api)
    found = {name: types[id(value)] for name, value in given.items() if id(value) in types}
    made = {name for name, value in given.items() if isinstance(value, CallExpr) and class_named(value.callee)}
    whole = _whole({name: kind for name, kind in found.items() if name not in made}, api)
    return {**traced, **{by_name[name]: kind for name, kind in found.items() if name in made or name in whole}}


def _whole(types: Mapping[str, Type], api: TypeChecker) -> Mapping[str, Type]:
    """Return the types of objects that no filter of equinox has taken leaves out of."""
    if not uses_filters(api.tree):
        return types
    return {name: kind for name, kind in types.items() if not _may_be_filtered(kind, api)}


def _may_be_filtered(kind: Type, api: TypeChecker) -> bool:
    models = [each for each in classes_in(kind) if model_of(each) is not None]
    return any(uses_filters(api.tree, each) for each in models) or (not models and not is_certainly_array(kind))


def _is_open(declared: Type) -> bool:
    """Return whether an annotation leaves it to the calls what a parameter is: none, and ``dict`` alone."""
    kind = known_type(declared)
    is_dict = isinstance(kind, Instance) and kind.type.fullname == "builtins.dict"
    inner = kind.args if isinstance(kind, Instance) and is_dict else [kind]
    return all(isinstance(known_type(each), AnyType) for each in inner)


def function_under(made: Transformed, at: Context, api: TypeChecker) -> Given | None:
    """Return the function of the module that a transformation is given, a lambda, a method or a partial too."""
    if isinstance(made.function, LambdaExpr):
        return Given(as_function(made.function))
    first = at.args[0] if isinstance(at, CallExpr) and at.args else None
    if made.function is None:
        found = None if first is None else given_partial(first, api) or given_by_maker(first, api)
        method = given_method(at, api) if found is None else None
        return found if method is None else Given(method)
    if is_here(made.function, api) and is_meant(made.function, api):
        return Given(made.function)
    return given_partial(first, api) if isinstance(first, NameExpr) and first.node is made.function else None


def _definition(function: Expression, api: TypeChecker) -> FuncDef | None:
    """Return the function of the module that an expression names, `jax.jit` and `jax.checkpoint` taken off."""
    made = made_by(function) if isinstance(function, CallExpr) else None
    node: SymbolNode | LambdaExpr | None = function.node if isinstance(function, NameExpr) else None
    if made is not None and made.by.how == "traced":
        node = made.function
    if isinstance(node, Decorator):
        makers = [maker(each) for each in node.original_decorators]
        is_known = all(by is not None and by[0].how == "traced" for by in makers)
        node = node.func if is_known and INDEX.of(api.tree).position(node) is not None else None
    return node if isinstance(node, FuncDef) and is_here(node, api) else None


def hands_back_arrays(each: TracedFunction) -> bool:
    """Return whether each leaf of what a function returns must be an array or a number."""
    definition = each.definition
    is_own = each.by in HANDING_BACK and not each.callers and not each.only_arrays
    return is_own and not definition.is_generator and not definition.is_coroutine


def parameters(definition: FuncDef, positions: Iterable[int]) -> Mapping[Var, Type]:
    """Return the parameters at some positions that every call gives."""
    kind = known_type(definition.type)
    types = kind.arg_types if isinstance(kind, CallableType) else []
    is_method = bool(definition.info) and not definition.is_static and not definition.is_class
    found: dict[Var, Type] = {}
    for index in positions:
        argument = definition.arguments[index]
        declared: Type = types[index] if index < len(types) else AnyType(TypeOfAny.unannotated)
        if index == 0 and is_method:
            declared = fill_typevars(definition.info)
        declared = _bound(declared)
        if not argument.kind.is_required() or (index == 0 and definition.is_class):
            continue
        if placement(declared, ANNOTATION_MARKERS) is Placement.NONE:
            found[argument.variable] = declared
    return found


def _bound(declared: Type) -> Type:
    """Return what every value of a type variable is, of another type the type itself."""
    kind = known_type(declared)
    return kind.upper_bound if isinstance(kind, TypeVarType) and not kind.values else declared


def bound_again(body: Body) -> set[object]:
    """Return the variables that statements and expressions of a body bind."""
    names = (each for target in body.targets for each in unpacked(target.expression))
    return {each.node for each in names if isinstance(each, NameExpr)}
