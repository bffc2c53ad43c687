"""``jdc-transform-input``: an object with whole numbers among its data is handed to a derivative.

``jax.grad`` and its relatives differentiate by every leaf, and refuse integers, bools and keys
(https://github.com/patrick-kidger/equinox/issues/189).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr

from jdc_spec.rules import TRANSFORM_INPUT

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...syntax import INDEX
from ...typefacts.instances import sole_instance
from ..filtered_objects import may_be_filtered
from ..places import TRANSFORM_ARGUMENT, asked
from ..transform_arguments import TransformArgument, objects

_DERIVATIVES: Final = frozenset(("jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.hessian"))
_WHOLE: Final = {"builtins.int": "int", "builtins.bool": "bool"}


@asked(TRANSFORM_INPUT, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report the first data field that a derivative refuses."""
    if site.transformation not in _DERIVATIVES or site.object.where or may_be_filtered(site):
        return
    declared = None if site.argument is None or site.parameter is None else site.parameter.type
    is_reported_there = not site.object.model.facts.filters_leaves
    if is_reported_there and any(each.model.info is site.object.model.info for each in objects(declared)):
        return  # reported where the function is transformed
    found = next(_refused(site.object.model), None)
    if found is None or _allows_integers(site):
        return
    path, kind = found
    owner = site.object.model
    written = owner.facts.written_static(path, kind) if "." not in path else None
    mend = "keep it out of the object" if written is None else f"make it static, {written}"
    yield Diagnostic(
        TRANSFORM_INPUT,
        f'{site.transformation} differentiates by every leaf of "{owner.info.name}", and raises a TypeError: '
        f'"{path}" is a data field of type {kind}; {mend}, or differentiate by the arrays alone',
        site.node,
    )


def _refused(model: PytreeClass, path: str = "", seen: frozenset[str] = frozenset()) -> Iterator[tuple[str, str]]:
    """Yield the way to each data field that is a whole number, with its type."""
    if model.info.fullname in seen:
        return
    for name in model.fields:
        instance = sole_instance(model.type_of(name)) if model.role_of(name) == "data" else None
        if instance is None:
            continue
        if instance.type.fullname in _WHOLE:
            yield f"{path}{name}", _WHOLE[instance.type.fullname]
        inner = model_of(instance.type)
        if inner is not None:
            yield from _refused(inner, f"{path}{name}.", seen | {model.info.fullname})


def _allows_integers(site: TransformArgument) -> bool:
    """Return whether the module passes ``allow_int`` to anything."""
    calls = INDEX.of(site.api.tree).body.expressions_of(CallExpr)
    return any("allow_int" in call.arg_names for call in calls)
