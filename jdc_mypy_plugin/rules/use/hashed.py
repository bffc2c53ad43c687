"""``jdc-compare`` where an object that holds arrays, or an array, is hashed: as a key of a dict, an item of a set.

No array of JAX has a hash (https://github.com/jax-ml/jax/issues/7703).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, TypeInfo
from mypy.types import Instance, ProperType, TupleType
from mypy.typevars import fill_typevars

from jdc_spec.rules import COMPARE

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.failures.expected_failures import is_tried
from ...syntax.functions import class_named
from ...syntax.names.targets import row
from ...transformed.filtered_classes import uses_filters
from ...typefacts.hashes import (
    ARRAY,
    containers_hashed,
    fields_for_arrays,
    fields_without_hash,
    hashed_array,
    is_jax_array,
)
from ...typefacts.instances import sole_instance
from ...typefacts.mutable import is_unhashable
from ..places import HASHING, Hashing, asked
from .compared_values import gives_containers, holds_numbers, is_given_arrays

_RAISES: Final = "it raises a TypeError; use a key that is not an array: a name, a number, `id(obj)`"


@asked(COMPARE, at=HASHING)
def check(site: Hashing) -> Iterator[Diagnostic]:
    """Report an array, an object that holds one, and a tuple with either, where Python asks for the hash."""
    reason = _reason(site, known_type(site.hashed), site.value)
    is_caught = is_tried(site.node, site.api.tree, "TypeError") or may_be_caught(site.node, site.api.tree)
    if reason is not None and not is_caught:
        yield Diagnostic(COMPARE, f"{site.code} takes the hash of {reason}: {_RAISES}", site.node)


def _reason(site: Hashing, value: ProperType, at: Expression | None) -> str | None:
    """Word why values of a type have no hash; None where they may have one."""
    if isinstance(value, TupleType):
        if value.partial_fallback.type.fullname != "builtins.tuple":
            return None
        written = row(at) if len(row(at)) == len(value.items) else [None] * len(value.items)
        found = (_reason(site, known_type(kind), item) for kind, item in zip(value.items, written, strict=True))
        return next(filter(None, found), None)
    if is_jax_array(value):
        is_certain = at is not None and (evaluator_of(site.api).is_known(at) or _is_field(at, site))
        return "an array, which has none" if is_certain else None
    return _of_object(site, value.type) if isinstance(value, Instance) else None


def _is_field(value: Expression, site: Hashing) -> bool:
    """Return whether a value is a field that is an array, in a module that never gives one a number instead."""
    owner = sole_instance(site.api.lookup_type_or_none(value.expr)) if isinstance(value, MemberExpr) else None
    model = None if owner is None else model_of(owner.type)
    is_field = model is not None and isinstance(value, MemberExpr) and value.name in model.fields
    return model is not None and is_field and not holds_numbers(model, site.api)


def _of_object(site: Hashing, info: TypeInfo) -> str | None:
    model = model_of(info)
    if model is None:
        return None
    if is_unhashable(fill_typevars(info), site.api.modules):
        return f'an object of "{info.name}", which has none, since it defines == and is not frozen'
    container = next(containers_hashed(info), None)
    if container is not None and gives_containers(info, container.path, site.api):
        return f'an object of "{info.name}", which has none, since its field "{container.path}" is {container.kind}'
    given = (name for name in fields_for_arrays(info) if is_given_arrays(info, name, site.api))
    field = hashed_array(info) or _array_of_equinox(info, site) or next(given, None)
    if field is None or holds_numbers(model, site.api):
        return None
    return f'an object of "{info.name}", which has none, since its field "{field}" is an array'


def _array_of_equinox(info: TypeInfo, site: Hashing) -> str | None:
    """Return a field of a class of equinox that is an array, where the module filters no leaves out of objects."""
    made = None if site.value is None else evaluator_of(site.api).source(site.value)
    is_whole = isinstance(made, CallExpr) and class_named(made.callee) is info
    if uses_filters(site.api.tree, info) and not is_whole:
        return None
    return next((each.path for each in fields_without_hash(info) if each.kind == ARRAY), None)
