"""``jdc-registration``: field lists of a class that another module than its own registers."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr

from jdc_spec.rules import REGISTRATION

from ...host.diagnostics import Diagnostic
from ...libraries.register_dataclass import is_register_dataclass, lists_given
from ...model.classes import model_of
from ...model.swallowed_errors import may_be_caught
from ..places import REGISTERING, asked
from ..registrations import Registering
from ..sites import class_site
from .registration import wrong_lists


@asked(REGISTRATION, at=REGISTERING)
def check(site: Registering) -> Iterator[Diagnostic]:
    """Report the lists of a call."""
    call, info, tree = site.node, site.info, site.api.tree
    if not isinstance(call, CallExpr) or not is_register_dataclass(call.callee) or info.module_name == tree.fullname:
        return
    model = model_of(info)
    of_class = None if model is None or not model.facts.is_registered_by_hand else class_site(info, site.api)
    if of_class is not None and not may_be_caught(call, tree):
        yield from wrong_lists(of_class, lists_given(call))
