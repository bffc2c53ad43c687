"""``jdc-shape`` and ``jdc-dtype`` for arguments of functions, where annotations tell."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import Context

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.bindings import NOT_APART, Bindings
from jdc_spec.dtypes import matches
from jdc_spec.rules import DTYPE, SHAPE
from jdc_spec.shapes import ShapePattern, show

from ...evaluate import ArrayValue, Origin, evaluator_of
from ...evaluate.declared.declarations import Called, called, disagreement, named_shapes
from ...evaluate.declared.sizes_apart import names_apart
from ...evaluate.layers.applied_layers import applied
from ...evaluate.objects.stacked_objects import maps
from ...host.diagnostics import Diagnostic
from ...model.annotations.signatures import ANY_ITEM, signature_of
from ..places import ANNOTATED_CALL, PARAMETER_DEFAULT, AnnotatedCall, ParameterDefault, asked
from .batched_objects import is_batched, is_row
from .dtype import shown_dtype


@asked(SHAPE, DTYPE, at=ANNOTATED_CALL)
def check_call(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report arguments that the annotations of the parameters exclude, alone or together.

    Those of a function under ``@jax.vmap`` may stand for what it takes, or for the rows of that.
    """
    source = evaluator_of(site.api).source
    function = called(site.node, source(site.node.callee), site.api) or applied(site.node, source, site.api)
    if function is None:
        return
    as_batch = [given._replace(axes=()) for given in function.given] if function.signature.is_mapped else []
    if not as_batch or any(True for _ in judged_arguments(function._replace(given=as_batch), site.api)):
        yield from judged_arguments(function, site.api)


def judged_arguments(function: Called, api: TypeChecker) -> Iterator[Diagnostic]:
    """Yield how the arguments of a call disagree with the annotations of the parameters."""
    evaluate = evaluator_of(api).evaluate
    apart = names_apart(function.given[0].argument, api) if function.given else NOT_APART
    bindings = Bindings(named_shapes(function, evaluate), kind=function.kind, apart=apart)
    if function.kind == "field" and _makes_row(function, api):
        return
    for given in function.given:
        said = function.signature.parameters.get(given.parameter)
        value = given.value(evaluate)
        if said is None or (function.kind == "field" and maps(api.tree) and is_batched(said.shape, value.sizes)):
            continue
        whole = given.parameter.removesuffix(ANY_ITEM)
        part = "" if whole == given.parameter else "an item of "
        where = f'{part}{function.kind} "{whole}" of "{function.name}"'
        yield from judged(said, value, given.argument, where, bindings if given.shares_names else None)


def _makes_row(function: Called, api: TypeChecker) -> bool:
    parameters = {name: said.shape for name, said in function.signature.parameters.items()}
    evaluate = evaluator_of(api).evaluate
    given = [(parameters.get(each.parameter), each.value(evaluate).sizes) for each in function.given]
    return bool(given) and is_row(function.given[0].argument, parameters.values(), given, api)


@asked(SHAPE, DTYPE, at=PARAMETER_DEFAULT)
def check_default(site: ParameterDefault) -> Iterator[Diagnostic]:
    """Report the default of a parameter that the annotation of the parameter excludes."""
    signature = signature_of(site.function, site.api)
    said = None if signature is None else signature.parameters.get(site.parameter)
    if said is not None:
        where = f'parameter "{site.parameter}" of "{site.function.name}"'
        yield from judged(said, evaluator_of(site.api).evaluate(site.node), site.node, where, None)


def judged(
    said: ArrayAnnotation, value: ArrayValue, node: Context, where: str, bindings: Bindings | None
) -> Iterator[Diagnostic]:
    """Yield how an array disagrees with an annotation; ``where`` words what is annotated."""
    if value.origin not in (Origin.ARRAY, Origin.DECLARED):
        return
    problem = None if said.shape is None else disagreement(said.shape, value, bindings)
    if problem is None and bindings is not None and said.shape is not None and value.sizes is not None:
        problem = bindings.disagreement_of_order(said.shape, value.sizes)
    if problem is not None and value.shape is not None:
        shown = str(value.shape) if isinstance(value.shape, ShapePattern) else show(value.shape)
        yield Diagnostic(SHAPE, f"shape {shown} does not match {said.shape} of {where}: {problem}", node)
    if said.dtype is not None and value.dtype is not None and not matches(value.dtype, said.dtype.name):
        yield Diagnostic(DTYPE, f"dtype {shown_dtype(value.dtype)} does not match {said.dtype} of {where}", node)
