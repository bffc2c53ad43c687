"""``jdc-static-array`` where a jitted function is called: a static argument is made with an array, so it has no hash.

What ``static_argnames`` names may be annotated loosely, so only objects count whose arrays are seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Decorator, Expression
from mypy.types import Instance

from jdc_spec.rules import STATIC_ARRAY

from ...evaluate import Evaluator, Origin
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.constructors import keeps_arguments
from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.expected_failures import may_be_caught
from ...syntax.functions import class_named
from ...syntax.references import REFERENCES
from ...typefacts.hashes import hashed_array
from ..jitted_functions import Jitted, static_parameters
from ..places import JITTED_FUNCTION, asked
from ..sites import arguments_of


@asked(STATIC_ARRAY, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the objects with arrays that the module gives a decorated function for its static parameters."""
    function = each.function
    if each.definition is None or each.definition.info or not static_parameters(each):
        return
    for index in static_parameters(each) or ():
        declared = known_type(function.arg_types[index]) if index < len(function.arg_types) else None
        field = hashed_array(declared.type) if isinstance(declared, Instance) else None
        if not isinstance(declared, Instance) or field is None or not keeps_arguments(declared.type):
            continue
        for given in _given(each, function.arg_names[index]):
            if _is_made_with(given, declared, field, each):
                yield Diagnostic(
                    STATIC_ARRAY,
                    f'{each.jit} takes the hash of its static argument "{function.arg_names[index]}", and this '
                    f'object of "{declared.type.name}" has none, since its field "{field}" is an array: it raises a '
                    "ValueError; leave the argument to be traced",
                    given,
                )


def _given(each: Jitted, name: str | None) -> Iterator[Expression]:
    """Yield what calls of the function give a parameter."""
    tree = each.api.tree
    index = INDEX.of(tree)
    decorator = index.parent(each.call) if isinstance(each.call, Expression) else each.call
    is_alone = isinstance(decorator, Decorator) and len(decorator.original_decorators) == 1
    names = REFERENCES.of(tree).get(decorator, ()) if is_alone and isinstance(decorator, Decorator) else ()
    for item in names:
        call = index.parent(item)
        if isinstance(call, CallExpr) and call.callee is item and not may_be_caught(call, tree):
            yield from (value for value, to in bound(call, each.function.arg_names) if to == name)


def _is_made_with(given: Expression, declared: Instance, field: str, each: Jitted) -> bool:
    """Return whether a value is an object that is made with an array in a field."""
    evaluator = Evaluator(each.api)
    made = evaluator.source(given)
    if not isinstance(made, CallExpr) or class_named(made.callee) is not declared.type:
        return False
    value = arguments_of(made, declared.type).get(field)
    return value is not None and evaluator.evaluate(value).origin is Origin.ARRAY
