"""``jdc-no-gradient``: a static number in an object that is differentiated, of which the gradient says nothing.

That may be meant, so the rule is off by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdc_spec.rules import NO_GRADIENT

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...transformed.transform_arguments import TransformArgument, objects
from ...typefacts.instances import sole_instance
from ..places import TRANSFORM_ARGUMENT, asked


@asked(NO_GRADIENT, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report the static fields of type `float` of an object that is handed to a derivative, and of those it holds."""
    if site.how != "differentiated" or (site.argument is not None and not _shows_class(site)):
        return
    for path in _numbers(site.object.model):
        yield Diagnostic(
            NO_GRADIENT,
            f'{site.transformation} gives no gradient for "{path}" of "{site.object.model.info.name}", which is '
            "static; make it a data field if it is to be learned",
            site.node,
        )


def _shows_class(site: TransformArgument) -> bool:
    """Return whether the argument alone tells of the object, since the parameter has no annotation that does."""
    if site.elsewhere is None and (site.function is None or site.parameter is None):
        return False
    declared = site.elsewhere if site.parameter is None else site.parameter.type
    return all(each.model.info is not site.object.model.info for each in objects(declared))


def _numbers(model: PytreeClass, path: str = "", seen: frozenset[str] = frozenset()) -> Iterator[str]:
    if model.info.fullname in seen:
        return
    for name in model.fields:
        instance = sole_instance(model.type_of(name))
        role = model.role_of(name)
        if instance is None:
            continue
        if role == "static" and instance.type.fullname == "builtins.float":
            yield f"{path}{name}"
        inner = model_of(instance.type) if role == "data" else None
        if inner is not None:
            yield from _numbers(inner, f"{path}{name}.", seen | {model.info.fullname})
