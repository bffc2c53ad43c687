"""``jdc-static-array`` where a jitted function is called: a static argument is made with an array, so it has no hash.

What ``static_argnames`` names may be annotated loosely, so only objects count whose arrays are seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Decorator, Expression

from jdc_spec.rules import STATIC_ARRAY

from ...evaluate import Evaluator, Origin
from ...host.diagnostics import Diagnostic
from ...model.constructors import keeps_arguments
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.expected_failures import may_be_caught
from ...syntax.functions import class_named
from ...typefacts.hashes import array_of_module, hashed_array
from ..jitted_functions import Jitted, static_parameters
from ..made_functions import calls_of_made
from ..places import JITTED_FUNCTION, asked
from ..sites import arguments_of


@asked(STATIC_ARRAY, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the objects with arrays that the module gives a jitted function for its static parameters."""
    is_method = each.definition is not None and bool(each.definition.info)
    for index in () if is_method else static_parameters(each) or ():
        name = each.function.arg_names[index] if index < len(each.function.arg_names) else None
        for given in _given(each, name) if name is not None else ():
            made = _made_with_array(given, each)
            if made is not None:
                yield Diagnostic(
                    STATIC_ARRAY,
                    f'{each.jit} takes the hash of its static argument "{name}", and this object of "{made[0]}" has '
                    f'none, since its field "{made[1]}" is an array: it raises a ValueError; leave the argument to '
                    "be traced",
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


def _made_with_array(given: Expression, each: Jitted) -> tuple[str, str] | None:
    """Return the class of an object that is made with an array in a field that its hash looks at, and the field."""
    evaluator = Evaluator(each.api)
    made = evaluator.source(given)
    info = class_named(made.callee) if isinstance(made, CallExpr) else None
    field = None if info is None else hashed_array(info) or array_of_module(info)
    if info is None or field is None or not isinstance(made, CallExpr) or not keeps_arguments(info):
        return None
    value = arguments_of(made, info).get(field)
    is_array = value is not None and evaluator.evaluate(value).origin is Origin.ARRAY
    return (info.name, field) if is_array else None
