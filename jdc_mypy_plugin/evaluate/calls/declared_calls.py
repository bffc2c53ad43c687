"""Results that annotations tell, of functions that transformations call: ``jax.vmap(f)(x)``, ``jax.jacfwd(f)(x)``."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import Expression

from jdc_operations.values import UNKNOWN, Items, Value
from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.bindings import Bindings, NamedShape

from ...model.annotations.signatures import Signature
from ..declared.declarations import disagreement, said_result, taking
from ..operation_values import result_of, to_operation
from ..value import Origin


def declared_result(function: Expression, values: Sequence[Value], api: TypeChecker) -> Value:
    """Return what a function says that it returns for arguments by position, where they are what it takes."""
    takes = taking(function, api)
    results = () if takes is None else _said_of_results(takes.signature)
    if takes is None or not any(results) or takes.kind != "parameter":
        return UNKNOWN
    if len(takes.parameters) < len(values):
        return UNKNOWN
    given = [
        (name, said, result_of(value))
        for name, value in zip(takes.parameters, values, strict=False)
        if name is not None and (said := takes.signature.parameters.get(name)) is not None
    ]
    shapes = [
        NamedShape(name, said.shape, value.sizes)
        for name, said, value in given
        if said.shape is not None and value.sizes is not None
    ]
    bindings = Bindings(shapes)
    for _, said, value in given:
        is_known = said.shape is not None and value.origin is Origin.ARRAY
        if is_known and said.shape is not None and disagreement(said.shape, value, bindings) is not None:
            return UNKNOWN
    made = [UNKNOWN if said is None else to_operation(said_result(said, bindings), "jax") for said in results]
    return Items(tuple(made)) if takes.signature.result is None else made[0]


def _said_of_results(signature: Signature) -> Sequence[ArrayAnnotation | None]:
    """Return what is said of what a call gives back, or of each item of it."""
    items = [signature.of_call(each) for each in range(len(signature.items))]
    return items if signature.result is None else [signature.of_call(None)]
