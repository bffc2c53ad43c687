"""Sizes of the objects that a function is given, by the names in the annotations of their fields.

Whoever makes an object chooses its sizes, so two names of one object may differ. A name of another object, or of the
function's own parameters, may stand for the same size. A class is left out if its constructor is written by hand,
which may only make sizes that go together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, TypeInfo
from mypy.types import CallableType, Instance, TupleType

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.scoped_names import scoped

from ...host.freshness import is_settled
from ...host.known_types import known_type
from ...model.constructors import keeps_arguments
from ...model.generated_constructors import generated_constructor
from ...syntax.failures.shape_guards import is_guarded
from ...syntax.names.flow import FLOW
from ...syntax.per_module import PerModule
from ..objects.instances import may_be_none
from .chosen_sizes import asks_for_sizes, names_in_patterns, refuses
from .field_reads import object_scope, pytree_model
from .sizes_beside import numbers_beside


class ObjectSizes(NamedTuple):
    """The sizes of one object."""

    names: frozenset[str]
    beside: frozenset[tuple[str, int]]
    """Names and numbers that one field has as sizes."""


def names_of_objects(at: Expression, api: TypeChecker) -> Sequence[frozenset[str]]:
    """Return the names of sizes of each object that a function, or one around it, is given, such as ``self``."""
    return [each.names for each in sizes_of_objects(at, api)]


def sizes_of_objects(at: Expression, api: TypeChecker) -> Sequence[ObjectSizes]:
    """Return the sizes of each object that a function, or one around it, is given."""
    flow, known = FLOW.of(api.tree), _OF_OBJECTS.of(api.tree) if is_settled() else {}
    found: list[ObjectSizes] = []
    function = flow.function_over(at)
    while function is not None:
        if function not in known:
            known[function] = _sizes_of_all(function, api)
        found += known[function]
        function = flow.function_around(function)
    return found if found and not is_guarded(at, api.tree) else ()


_OF_OBJECTS: Final = PerModule[dict[FuncDef, Sequence[ObjectSizes]]](lambda _: {})
"""The answers of `sizes_of_objects` for each function of a module: each of its operations asks for them."""


def _sizes_of_all(function: FuncDef, api: TypeChecker) -> Sequence[ObjectSizes]:
    each = [_sizes_of(parameter, info, function, api) for parameter, info in _objects(function)]
    found = [sizes for sizes in each if sizes.names]
    return found if found and not refuses(function, api.tree) and not asks_for_sizes(function, api) else ()


def _objects(function: FuncDef) -> Iterator[tuple[str, TypeInfo]]:
    """Yield the parameters of a function that are objects, each with its class."""
    kinds = function.type.arg_types if isinstance(function.type, CallableType) else [None] * len(function.arguments)
    for number, (argument, kind) in enumerate(zip(function.arguments, map(known_type, kinds), strict=False)):
        is_self = number == 0 and bool(function.info) and not function.is_static
        given = kind.partial_fallback if isinstance(kind, TupleType) else kind
        if is_self or isinstance(given, Instance):
            yield argument.variable.name, given.type if isinstance(given, Instance) else function.info


def _sizes_of(parameter: str, info: TypeInfo, function: FuncDef, api: TypeChecker) -> ObjectSizes:
    scope = object_scope(parameter, function)
    said: Sequence[ArrayAnnotation | None] = () if _has_check(info) else _annotations_of(info, api)
    patterns = [scoped(each.shape, scope) for each in said if each is not None and each.shape is not None]
    return ObjectSizes(names_in_patterns(patterns), numbers_beside(patterns))


def _annotations_of(info: TypeInfo, api: TypeChecker) -> Sequence[ArrayAnnotation | None]:
    """Return the annotations of the fields that the generated constructor of a class fills; none of another class."""
    model = pytree_model(info)
    if model is not None:
        names = model.fields if keeps_arguments(info) else ()
        return [model.fields[name].array for name in names if not may_be_none(model.type_of(name))]
    made = generated_constructor(info, api)
    return () if made is None else list(made.signature.parameters.values())


def _has_check(info: TypeInfo) -> bool:
    return any("__check_init__" in base.names for base in info.mro)
