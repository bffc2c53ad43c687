"""``jdc-static-array`` where a jitted function is called: a static argument is made with an array, so it has no hash.

What ``static_argnames`` names may be annotated loosely, so only objects count whose arrays are seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import CallExpr, Decorator, Expression, TypeInfo

from jdc_spec.rules import STATIC_ARRAY, STATIC_MUTABLE

from ...evaluate import Evaluator, Origin
from ...host.diagnostics import Diagnostic
from ...model.constructors import keeps_arguments
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.expected_failures import may_be_caught
from ...syntax.functions import class_named
from ...typefacts.hashes import (
    ARRAY,
    Unhashed,
    containers_hashed,
    fields_for_arrays,
    fields_without_hash,
    hashed_array,
)
from ..jitted_functions import Jitted, static_parameters
from ..made_functions import calls_of_made
from ..places import JITTED_FUNCTION, asked
from ..sites import arguments_of
from ..use.compared_values import is_container


@asked(STATIC_ARRAY, STATIC_MUTABLE, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the objects with arrays that the module gives a jitted function for its static parameters."""
    is_method = each.definition is not None and bool(each.definition.info)
    for index in () if is_method else static_parameters(each) or ():
        name = each.function.arg_names[index] if index < len(each.function.arg_names) else None
        for given in _given(each, name) if name is not None else ():
            made = _made_without_hash(given, each)
            if made is not None:
                yield Diagnostic(
                    STATIC_ARRAY if made[1].kind == ARRAY else STATIC_MUTABLE,
                    f'{each.jit} takes the hash of its static argument "{name}", and this object of "{made[0]}" has '
                    f'none, since its field "{made[1].path}" is {made[1].kind}: it raises a ValueError; '
                    "leave the argument to be traced",
                    given,
                )


def _given(each: Jitted, name: str) -> Iterator[Expression]:
    """Yield what calls of the function give a parameter."""
    tree = each.api.tree
    outer = INDEX.of(tree).parent(each.call) if isinstance(each.call, Expression) else each.call
    at = outer if isinstance(outer, Decorator) else each.call
    if isinstance(at, Decorator) and len(at.original_decorators) > 1:
        return
    for call in calls_of_made(at, tree):
        if not may_be_caught(call, tree):
            yield from (value for value, to in bound(call, each.function.arg_names) if to == name)


def _made_without_hash(given: Expression, each: Jitted) -> tuple[str, Unhashed] | None:
    """Return the class of an object and a field of it that has no hash; an array is seen to be given."""
    evaluator = Evaluator(each.api)
    made = evaluator.source(given)
    info = class_named(made.callee) if isinstance(made, CallExpr) else None
    if info is None or not isinstance(made, CallExpr):
        return None
    arguments: Mapping[str, Expression] = arguments_of(made, info) if keeps_arguments(info) else {}
    for field in containers_hashed(info):
        value = arguments.get(field.path)
        if value is not None and is_container(evaluator.source(value)):
            return info.name, field
    for field in _fields_without_hash(info):
        value = arguments.get(field.path)
        if field.kind != ARRAY or (value is not None and evaluator.evaluate(value).origin is Origin.ARRAY):
            return info.name, field
    return None


def _fields_without_hash(info: TypeInfo) -> Iterator[Unhashed]:
    field = hashed_array(info)
    if field is not None:
        yield Unhashed(field, ARRAY)
    yield from (Unhashed(name, ARRAY) for name in fields_for_arrays(info))
    yield from fields_without_hash(info)
