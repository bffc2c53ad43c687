"""``jdc-registration``: field lists of a class that another module than its own registers."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr

from jdc_spec.rules import REGISTRATION

from ...host.diagnostics import Diagnostic
from ...libraries.register_dataclass import is_register_dataclass, lists_given
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ..places import REGISTERING, asked
from ..registrations import Registering
from ..sites import ClassSite
from .registration import wrong_lists


@asked(REGISTRATION, at=REGISTERING)
def check(site: Registering) -> Iterator[Diagnostic]:
    """Report the lists of a call."""
    call, info, tree = site.node, site.info, site.api.tree
    if not isinstance(call, CallExpr) or not is_register_dataclass(call.callee) or info.module_name == tree.fullname:
        return
    model = model_of(info)
    if model is not None and model.facts.is_registered_by_hand and not may_be_caught(call, tree):
        of_class = ClassSite(model, info.defn, site.api, (), (), is_made_by_library=False)  # mypy may have no body
        yield from wrong_lists(of_class, lists_given(call))
