"""``jdc-transform-input``: an object with whole numbers among its data is handed to a derivative.

``jax.grad`` and its relatives differentiate with respect to every leaf, and refuse integers, bools and keys
(https://github.com/patrick-kidger/equinox/issues/189).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Expression, RefExpr, TypeInfo

from jdc_spec.dtypes import covered
from jdc_spec.rules import TRANSFORM_INPUT

from ...evaluate import Evaluator
from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...model.constructors import arguments_of, keeps_arguments
from ...transformed.filtered_objects import construction, may_be_filtered
from ...transformed.transform_arguments import TransformArgument, objects
from ...typefacts.instances import sole_instance
from ..places import TRANSFORM_ARGUMENT, asked

_DERIVATIVES: Final = frozenset(("jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.hessian"))
_IN_TUPLES: Final = re.compile(r"(\[\d+\])*")
_WHOLE: Final = {"builtins.int": "int", "builtins.bool": "bool"}
_ENUMS: Final = ("enum.IntEnum", "enum.IntFlag")
_ALLOWED: Final = "allow_int"
_COUNTS: Final = {"flax.training.train_state.TrainState": "step"}
"""Fields in which libraries count, by the full name of the class."""

_KEYS: Final = frozenset(("PRNGKey", "clone", "fold_in", "key", "split", "wrap_key_data"))
"""Functions of `jax.random` that make keys."""
_RANDOM: Final = ("jax.random", "jax._src.random", "jax._src.random.core")
"""The modules in which releases have defined them."""


@asked(TRANSFORM_INPUT, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report the first data field that a derivative refuses."""
    if site.transformation not in _DERIVATIVES or not _is_certain(site.object.where) or may_be_filtered(site):
        return
    found = None if _is_reported_there(site) else next(_refused(site.object.model), None)
    found = found or next(_given(site), None)
    if found is None or site.options is None or _ALLOWED in site.options:
        return
    owner = site.object.model
    written = owner.written_static(found.path, found.kind) if found.kind and "." not in found.path else None
    mend = "keep it out of the object" if written is None else f"make it static, {written}"
    yield Diagnostic(
        TRANSFORM_INPUT,
        f'{site.transformation} differentiates with respect to every leaf of "{owner.info.name}", and raises a '
        f'TypeError: "{found.path}" {found.holds}; {mend}, or differentiate with respect to the arrays alone',
        site.node,
    )


def _is_certain(where: str) -> bool:
    """Return whether a place is the object itself or an item of tuples: lists and dicts may be empty."""
    return _IN_TUPLES.fullmatch(where) is not None


class _Field(NamedTuple):
    """A data field that a derivative refuses."""

    path: str
    """How to reach it from the object that is handed over."""
    holds: str
    """Its value, for a sentence."""
    kind: str = ""
    """Its type, where it may be made static."""


def _is_reported_there(site: TransformArgument) -> bool:
    """Return whether the types of the fields are reported where the function is transformed."""
    declared = None if site.argument is None or site.parameter is None else site.parameter.type
    if site.object.model.facts.filters_leaves:
        return False
    return any(each.model.info is site.object.model.info for each in objects(declared))


def _refused(model: PytreeClass, path: str = "", seen: frozenset[str] = frozenset()) -> Iterator[_Field]:
    """Yield the data fields that hold whole numbers or keys, as their annotations say."""
    if model.info.fullname in seen:
        return
    for name in model.fields:
        instance = sole_instance(model.type_of(name)) if model.role_of(name) == "data" else None
        if _is_count(model.info, name):
            yield _Field(f"{path}{name}", "holds whole numbers")
        if instance is None:
            continue
        array = model.fields[name].array
        kind = _WHOLE.get(instance.type.fullname) or (
            instance.type.name if any(map(instance.type.has_base, _ENUMS)) else ""
        )
        if kind:
            yield _Field(f"{path}{name}", f"is a data field of type {kind}", kind)
        elif array is not None and array.dtype is not None and _is_whole(array.dtype.name):
            yield _Field(f"{path}{name}", f"holds {_elements(array.dtype.name)}")
        inner = model_of(instance.type)
        if inner is not None:
            yield from _refused(inner, f"{path}{name}.", seen | {model.info.fullname})


def _is_count(info: TypeInfo, name: str) -> bool:
    """Return whether a field is one in which a library counts, an array under `jax.jit`."""
    owner = info.get_containing_type_info(name)
    return owner is not None and _COUNTS.get(owner.fullname) == name


def _given(site: TransformArgument) -> Iterator[_Field]:
    """Yield the data fields that are given whole numbers or keys where the object is made."""
    call, model = construction(site), site.object.model
    if call is None or not keeps_arguments(model.info):
        return
    evaluator = Evaluator(site.api)
    for name, value in arguments_of(call, model.info).items():
        if name not in model.fields or model.role_of(name) != "data":
            continue
        dtype = "prng_key" if _makes_key(evaluator.source(value)) else evaluator.evaluate(value).dtype
        if dtype is not None and _is_whole(dtype):
            yield _Field(name, f"is given {_elements(dtype)}")


def _makes_key(value: Expression) -> bool:
    """Return whether an expression makes random keys; old ones are arrays of whole numbers."""
    name = value.callee.fullname if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) else ""
    module, _, function = name.rpartition(".")
    return module in _RANDOM and function in _KEYS


def _is_whole(dtype: str) -> bool:
    """Return whether every array of a dtype has whole numbers, bools or keys."""
    known = covered(dtype)
    return bool(known) and known.isdisjoint(covered("inexact"))


def _elements(dtype: str) -> str:
    """Name the elements of an array, for a sentence."""
    known = covered(dtype)
    if known <= covered("prng_key"):
        return "random keys"
    return "bools" if known == frozenset(("bool",)) else "whole numbers"
