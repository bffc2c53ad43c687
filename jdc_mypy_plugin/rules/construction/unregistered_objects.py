"""``jdc-unregistered`` where an object meets a transformation: one whose class nothing registers.

The class is certain where the value is the call that makes the object, or a name that stands for one.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, DictExpr, Expression, ListExpr, NameExpr, TupleExpr, TypeInfo, Var
from mypy.types import CallableType

from jdc_spec.rules import UNREGISTERED

from ...evaluate import Evaluator
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of, pytree_bases
from ...model.constructors import makes_itself
from ...model.subclasses import is_layer
from ...objects.made_objects import class_made
from ...syntax.arguments import has_stars
from ...syntax.functions import class_named
from ...transformed.handed_values import HandedValue
from ...transformed.jitted_functions import JITS
from ...transformed.plain_classes import is_plain, registers_itself
from ...typefacts.instances import sole_instance
from ..places import HANDED, asked
from ..related_places import defined_at
from .unregistered import added_fields, is_bare_subclass, registers_nothing
from .unregistered_arguments import declared_objects


@asked(UNREGISTERED, at=HANDED)
def check(handed: HandedValue) -> Iterator[Diagnostic]:
    """Report an object that a transformation takes for a leaf, unless its annotation or its making is reported."""
    for value, at in _parts(handed.value, handed.api):
        info = certain_class(value, handed.api) or _layer(value, handed.api)
        if info is None or _is_declared(info, handed):
            continue
        why = why_no_pytree(info, handed.api)
        if why is not None:
            message = f'{handed.transformation} is given an object of "{info.name}" and raises a TypeError: {why}'
            yield Diagnostic(UNREGISTERED, message, at, related=defined_at(info, handed.api))


def _parts(value: Expression, api: TypeChecker) -> Iterator[tuple[Expression, Expression]]:
    """Yield the values in a tree that is written out, also in a tuple under a name, and where each is handed on."""
    if isinstance(value, NameExpr):
        source = Evaluator(api).source(value)
        if isinstance(source, TupleExpr) or named_tuple_call(source) is not None:
            yield from ((part, value) for part in written_parts(source))
            return
    yield from ((part, part) for part in written_parts(value))


def named_tuple_call(value: Expression) -> CallExpr | None:
    """Return a value that is a call of a named tuple, whose items are the arguments as they are."""
    info = class_named(value.callee) if isinstance(value, CallExpr) and not has_stars(value) else None
    return value if isinstance(value, CallExpr) and info is not None and info.is_named_tuple else None


def written_parts(value: Expression) -> Iterator[Expression]:
    """Yield the values in a tree that is written out, but for what ``**`` spreads."""
    if isinstance(value, TupleExpr | ListExpr):
        for item in value.items:
            yield from written_parts(item)
    elif isinstance(value, DictExpr):
        for key, item in value.items:
            yield from () if key is None else written_parts(item)
    elif (made := named_tuple_call(value)) is not None:
        for item in made.args:
            yield from written_parts(item)
    else:
        yield value


def certain_class(value: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class of the object that a value is certain to be."""
    source = Evaluator(api).source(value)
    named = class_named(source.callee) if isinstance(source, CallExpr) else None
    if named is not None:
        return named if makes_itself(named) else None
    return class_made(value, api.tree)


def _layer(value: Expression, api: TypeChecker) -> TypeInfo | None:
    """Return the class of flax.linen of a value, or one above it: nobody registers those."""
    declared = value.node.type if isinstance(value, NameExpr) and isinstance(value.node, Var) else None
    instance = sole_instance(declared or api.lookup_type_or_none(value))
    return instance.type if instance is not None and is_layer(instance.type) else None


def _is_declared(info: TypeInfo, handed: HandedValue) -> bool:
    """Return whether the annotation of a parameter of the decorated function is reported already."""
    function = handed.decorated
    if function is None or handed.transformation not in JITS.values():
        return False
    is_plain_here = is_plain(info, handed.api.tree) or is_layer(info)
    if not is_plain_here and not is_bare_subclass(info, handed.api.tree):
        return False
    kind = known_type(function.type)
    types = kind.arg_types if isinstance(kind, CallableType) else []
    return any(declared_objects(each)[1] is info for each in types)


def why_no_pytree(info: TypeInfo, api: TypeChecker) -> str | None:
    """Return why a class is not a pytree, and what to do; None where it may be one."""
    if model_of(info) is not None:
        return None
    base = next(pytree_bases(info), None)
    model = None if base is None else model_of(base)
    if base is None or model is None:
        return None if base is not None else _why_unregistered(info, api)
    is_reported = registers_nothing(info, api.tree) and added_fields(info, base)
    if is_reported or not registers_nothing(info, api.tree, is_handed=True):
        return None
    return (
        f'the class inherits from the pytree dataclass "{base.name}", but is not a pytree itself; '
        f"write {model.facts.decorator} above it"
    )


def _why_unregistered(info: TypeInfo, api: TypeChecker) -> str | None:
    """Return the same of a class below no pytree dataclass."""
    if is_layer(info):
        return "modules of flax.linen are not pytrees; make it static, or use it from outside of the function"
    if not is_plain(info, api.tree):
        return None
    registered = next((each for each in info.mro if registers_itself(each, api.tree)), None)
    if registered is None:
        return "the class is not a pytree; make it a pytree dataclass"
    return (
        f'its base "{registered.name}" is registered, but that does not register subclasses; register the class too'
    )
