"""``jdc-data-leaf`` at ``return``: an object with a field that the transformation cannot hand back."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, TypeInfo
from mypy.types import Instance
from mypy.typevars import fill_typevars

from jdc_spec.rules import DATA_LEAF

from ...evaluate import Evaluator
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax.functions import always_returns, returned_by
from ...traced.functions import TracedFunction, hands_back_arrays
from ...transformed.filtered_objects import construction_of
from ...transformed.transform_arguments import Object, objects
from ..construction.unregistered_objects import certain_class, written_parts
from ..places import TRACED_FUNCTION, asked
from .evident_values import MEMBER, TEXT, what_is_no_leaf
from .transformed_leaf import refused


@asked(DATA_LEAF, at=TRACED_FUNCTION)
def check(each: TracedFunction) -> Iterator[Diagnostic]:
    """Report an object that a transformed function makes and returns, if nothing at its class says so already."""
    if not hands_back_arrays(each):
        return
    results = [list(_wrong(given, each)) for given in returned_by(each.definition.body.body)]
    if all(results) and always_returns(each.definition.body.body):  # tracing may never come to one of several
        for found in results:
            yield from found


def _wrong(given: Expression | None, each: TracedFunction) -> Iterator[Diagnostic]:
    for value in () if given is None else written_parts(given):
        yield from _evident(value, each)
        yield from _refused(value, each)


def _evident(value: Expression, each: TracedFunction) -> Iterator[Diagnostic]:
    """Report text that is written out, or a member of an enumeration, which no transformation gives back."""
    words = what_is_no_leaf(Evaluator(each.api).source(value), each.api.tree)
    if words is not None and (words == TEXT or words.startswith(MEMBER)):
        yield Diagnostic(
            DATA_LEAF,
            f'"{each.definition.name}" returns {words}, which is not a JAX leaf, and {each.by} raises a TypeError; '
            "return it from a function around this one",
            value,
        )


def _declared(each: TracedFunction) -> Iterator[TypeInfo]:
    """Yield the classes of the objects that the function is given too, which is reported at its parameters."""
    return (found.model.info for declared in each.traced.values() for found in objects(declared))


def _refused(value: Expression, each: TracedFunction) -> Iterator[Diagnostic]:
    info = certain_class(value, each.api)
    model = None if info is None or info in _declared(each) else model_of(info)
    instance = None if model is None else known_type(fill_typevars(model.info))
    if model is None or not isinstance(instance, Instance):
        return
    found = Object("", instance, model)
    wrong = refused(found, construction_of(found, value, each.api), each.by, each.api)
    if wrong is not None:
        returned = f'"{each.definition.name}" returns an object of "{model.info.name}"'
        message = f"{returned}, for which {each.by} raises a TypeError: {wrong.sentence}"
        yield Diagnostic(DATA_LEAF, message, value, related=wrong.related)
