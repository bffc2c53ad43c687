"""``jdc-static-array`` where a jitted function is called: a static argument is or holds an array, so it has no hash.

Parameters that ``static_argnames`` names may be annotated loosely, so the annotations of the jitted function do not
count. Either the source shows the arrays of the object, or a parameter of the caller is declared to be an object of a
class with arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import CallExpr, Context, Decorator, Expression, MypyFile, NameExpr, TypeInfo

from jdc_spec.rules import STATIC_ARRAY, STATIC_MUTABLE

from ...evaluate import Evaluator, Origin
from ...evaluate.objects.instances import instance_of
from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...model.constructors import arguments_of, keeps_arguments
from ...objects.made_objects import class_made
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.functions import class_named
from ...syntax.names.references import REFERENCES
from ...traced.eager_functions import is_apart
from ...transformed.jitted_calls import JittedCall
from ...transformed.jitted_functions import Jitted, is_marked, static_parameters
from ...transformed.made_functions import calls_of_made
from ...transformed.transformations import made_by
from ...typefacts.arrays import is_certainly_array
from ...typefacts.hashes import (
    ARRAY,
    Unhashed,
    containers_hashed,
    fields_for_arrays,
    fields_without_hash,
    hashed_array,
)
from ..places import JITTED_CALL, JITTED_FUNCTION, asked
from ..use.compared_values import holds_numbers, is_container, is_given_arrays
from .unhashed_values import CONTAINER, made_array, made_container


@asked(STATIC_ARRAY, STATIC_MUTABLE, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the objects with arrays that the module gives a jitted function for its static parameters."""
    is_method = each.definition is not None and bool(each.definition.info)
    named = static_parameters(each) or frozenset()
    for index, name in enumerate(() if is_method else each.function.arg_names):
        is_named = index in named
        for given in _given(each, name) if name is not None and (is_named or is_marked(each, index)) else ():
            yield from _judged(given, name, each, is_named=is_named)


@asked(STATIC_ARRAY, STATIC_MUTABLE, at=JITTED_CALL)
def check_elsewhere(site: JittedCall) -> Iterator[Diagnostic]:
    """Report them in the call of a function or a method that another module jits."""
    each = site.jitted
    static = None if each is None else static_parameters(each)
    for given, name in site.arguments if each is not None and static else ():
        names = [] if each is None else each.function.arg_names
        if each is not None and static is not None and name in names and names.index(name) in static:
            yield from _judged(given, name, each, is_named=True)


def _judged(given: Expression, name: str | None, each: Jitted, *, is_named: bool) -> Iterator[Diagnostic]:
    """Report a static argument that has no hash."""
    kind = _kind_without_hash(given, each)
    made = _made_without_hash(given, each) if kind is None and is_named else None
    if kind is not None:
        yield _worded(each, name, kind, given)
    if made is not None:
        yield Diagnostic(
            STATIC_ARRAY if made[1].kind == ARRAY else STATIC_MUTABLE,
            f'{each.jit} takes the hash of its static argument "{name}", and this object of "{made[0]}" has '
            f'none, since its field "{made[1].path}" is {made[1].kind}: it raises a ValueError; '
            "leave the argument to be traced",
            given,
        )


def _kind_without_hash(given: Expression, each: Jitted) -> str | None:
    """Return the kind of value without a hash that an argument is by itself."""
    if made_container(given, each.api):
        return CONTAINER
    return ARRAY if made_array(given, each.api) else None


def _worded(each: Jitted, name: str | None, kind: str, given: Expression) -> Diagnostic:
    has_none = f'{each.jit} takes the hash of its static argument "{name}", which {kind} does not have'
    if kind == ARRAY:
        return Diagnostic(STATIC_ARRAY, f"{has_none}: it raises a ValueError; leave the argument to be traced", given)
    return Diagnostic(STATIC_MUTABLE, f"{has_none}: it raises a ValueError; give it a tuple", given)


def _given(each: Jitted, name: str) -> Iterator[Expression]:
    """Yield what calls of the function give a parameter."""
    tree = each.api.tree
    outer = INDEX.of(tree).parent(each.call) if isinstance(each.call, Expression) else each.call
    at = outer if isinstance(outer, Decorator) else each.call
    if isinstance(at, Decorator) and len(at.original_decorators) > 1:
        return
    for call in (*calls_of_made(at, tree), *_calls_of_derivatives(at, tree)):
        if not is_apart(call, tree):
            yield from (value for value, to in bound(call, each.function.arg_names) if to == name)


def _calls_of_derivatives(at: Context, tree: MypyFile) -> Iterator[CallExpr]:
    """Yield the calls of ``jax.grad(f)`` of a decorated function, which hands its arguments on."""
    for name in REFERENCES.of(tree).get(at, ()) if isinstance(at, Decorator) else ():
        outer = INDEX.of(tree).parent(name)
        made = made_by(outer) if isinstance(outer, CallExpr) and outer.args[:1] == [name] else None
        if isinstance(outer, CallExpr) and made is not None and made.by.how == "differentiated":
            yield from calls_of_made(outer, tree)


def _made_without_hash(given: Expression, each: Jitted) -> tuple[str, Unhashed] | None:
    """Return the class of an object and a field of it that has no hash."""
    evaluator = Evaluator(each.api)
    made = evaluator.source(given)
    if isinstance(made, NameExpr):
        declared = instance_of(made, each.api)
        return None if declared is None else _with_arrays(declared.type, each)
    info = class_named(made.callee) if isinstance(made, CallExpr) else None
    if info is None or not isinstance(made, CallExpr):
        returned = class_made(made, each.api.tree)
        return None if returned is None else _with_arrays(returned, each)
    arguments: Mapping[str, Expression] = arguments_of(made, info) if keeps_arguments(info) else {}
    for field in containers_hashed(info):
        value = arguments.get(field.path)
        if value is not None and is_container(evaluator.source(value)):
            return info.name, field
    for field in _fields_without_hash(info):
        value = arguments.get(field.path)
        if field.kind != ARRAY or (value is not None and _is_array(value, evaluator, each)):
            return info.name, field
    return None


def _is_array(value: Expression, evaluator: Evaluator, each: Jitted) -> bool:
    """Return whether a value is made as an array, or is a parameter that is declared to be one."""
    if evaluator.evaluate(value).origin is Origin.ARRAY:
        return True
    source = evaluator.source(value)
    declared = instance_of(source, each.api) if isinstance(source, NameExpr) else None
    return declared is not None and is_certainly_array(declared)


def _with_arrays(info: TypeInfo, each: Jitted) -> tuple[str, Unhashed] | None:
    """Return the name of a class and a field of it that is an array, if its objects have no hash for that.

    A plain dataclass may hold numbers there, so the module must give it arrays.
    """
    field, model = hashed_array(info), model_of(info)
    if field is None:
        return None
    has_arrays = is_given_arrays(info, field, each.api) if model is None else not holds_numbers(model, each.api)
    return (info.name, Unhashed(field, ARRAY)) if has_arrays else None


def _fields_without_hash(info: TypeInfo) -> Iterator[Unhashed]:
    field = hashed_array(info)
    if field is not None:
        yield Unhashed(field, ARRAY)
    yield from (Unhashed(name, ARRAY) for name in fields_for_arrays(info))
    yield from fields_without_hash(info)
