"""``jdc-no-gradient``: a static number in an object that is differentiated, of which the gradient says nothing.

That may be meant, so the rule is off by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdc_spec.rules import NO_GRADIENT

from ...host.diagnostics import Diagnostic
from ...typefacts.instances import sole_instance
from ..places import TRANSFORM_ARGUMENT, asked
from ..transform_arguments import TransformArgument, objects


@asked(NO_GRADIENT, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report the static fields of type `float` of an object that is handed to a derivative."""
    model = site.object.model
    if site.how != "differentiated" or (site.argument is not None and _is_reported_there(site)):
        return
    for name in model.fields:
        instance = sole_instance(model.type_of(name)) if model.role_of(name) == "static" else None
        if instance is not None and instance.type.fullname == "builtins.float":
            yield Diagnostic(
                NO_GRADIENT,
                f'{site.transformation} gives no gradient for "{name}" of "{model.info.name}", which is static; make '
                "it a data field if it is to be learned",
                site.node,
            )


def _is_reported_there(site: TransformArgument) -> bool:
    """Return whether the annotation of the parameter says that the function is differentiated by such an object."""
    declared = None if site.parameter is None else site.parameter.type
    return any(each.model.info is site.object.model.info for each in objects(declared))
