"""``jdc-compare`` at ``jax.jit(net)``: jit takes the hash of what it is given, and no array has one.

https://github.com/jax-ml/jax/issues/17197
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import AssignmentStmt, MemberExpr

from jdc_spec.rules import COMPARE

from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...syntax.expected_failures import is_tried, may_be_caught
from ...syntax.flow import FLOW
from ...typefacts.hashes import array_of_module, hashed_array
from ..filtered_objects import construction_of, uses_filters
from ..places import JITTED_OBJECT, JittedObject, asked
from ..transform_arguments import Object


@asked(COMPARE, at=JITTED_OBJECT)
def check(site: JittedObject) -> Iterator[Diagnostic]:
    """Report an object that holds an array; a method counts where it is an object that hashes its owner."""
    info = site.instance.type
    model = model_of(info)
    if (
        model is None
        or _is_kept_by_module(site)
        or is_tried(site.node, site.api.tree, "TypeError")
        or may_be_caught(site.node, site.api.tree)
    ):
        return
    field = array_of_module(info)
    if field is None and not site.is_method:
        field = hashed_array(info)
    elif uses_filters(site.api.tree):
        made = construction_of(Object("", site.instance, model), site.value, site.api)
        field = None if made is None else field
    if field is not None:
        instead = "equinox.filter_jit" if model.facts.filters_leaves else "a function that takes the object"
        yield Diagnostic(
            COMPARE,
            f'{site.jit} takes the hash of what it is given when that is called, and an object of "{info.name}" has '
            f'none, since its field "{field}" is an array: it raises a TypeError; give {instead}',
            site.node,
        )


def _is_kept_by_module(site: JittedObject) -> bool:
    """Return whether a class of equinox keeps what jit makes in a field, of which ``jdc-equinox-init`` tells."""
    statement = FLOW.of(site.api.tree).statement_of(site.value)
    function = None if statement is None else FLOW.of(site.api.tree).function_around(statement)
    owner = model_of(function.info) if function is not None and function.info else None
    is_kept = isinstance(statement, AssignmentStmt) and isinstance(statement.lvalues[0], MemberExpr)
    return is_kept and owner is not None and owner.facts.checks_fields
