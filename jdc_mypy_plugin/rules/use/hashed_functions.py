"""``jdc-compare`` at ``jax.jit(net)``: JAX takes the hash of the functions that it is given, and no array has one.

https://github.com/jax-ml/jax/issues/17197
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import AssignmentStmt, Expression, IndexExpr, MemberExpr, NameExpr, Var
from mypy.typevars import fill_typevars

from jdc_spec.rules import COMPARE

from ...host.diagnostics import Diagnostic
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.failures.expected_failures import is_tried
from ...syntax.names.flow import FLOW
from ...transformed.filtered_classes import uses_filters
from ...transformed.filtered_objects import construction_of
from ...transformed.transform_arguments import Object
from ...typefacts.hashes import fields_without_hash, hashed_array
from ...typefacts.mutable import is_unhashable
from ..places import HASHED_FUNCTION, HashedFunction, asked

_FILTERED: Final = {"jax.jit": "equinox.filter_jit", "jax.checkpoint": "equinox.filter_checkpoint"}
"""The functions of equinox in place of transformations of JAX, which take the object apart first."""
_CALL: Final = "a lambda that calls it"
_CALLING: Final = ("jax.checkpoint", "jax.lax.")
"""Functions of JAX that take the hash at once."""


@asked(COMPARE, at=HASHED_FUNCTION)
def check(site: HashedFunction) -> Iterator[Diagnostic]:
    """Report an object that holds an array; a method counts where it is an object that hashes its owner."""
    model = model_of(site.instance.type)
    if (
        _is_kept_by_module(site)
        or is_tried(site.node, site.api.tree, "TypeError")
        or may_be_caught(site.node, site.api.tree)
    ):
        return
    reason = _reason(site)
    if reason is None:
        return
    is_called = site.by.startswith(_CALLING)
    hashed = "the function that it is given" if is_called else "what it is given when that is called"
    instead = _FILTERED.get(site.by) if model is not None and model.facts.filters_leaves else None
    yield Diagnostic(
        COMPARE,
        f'{site.by} takes the hash of {hashed}, and an object of "{site.instance.type.name}" has none, '
        f"since {reason}: it raises a TypeError; give {instead or _CALL}",
        site.node,
    )


def _reason(site: HashedFunction) -> str | None:
    """Word why an object has no hash; None where it may have one."""
    info = site.instance.type
    found = next(fields_without_hash(info), None)
    if found is not None:
        return None if _may_have_lost_leaves(site) else f'its field "{found.path}" is {found.kind}'
    if site.is_method:
        return None
    if is_unhashable(fill_typevars(info), site.api.modules):
        return "it defines == and is not frozen"
    field = hashed_array(info)
    return None if field is None else f'its field "{field}" is an array'


def _may_have_lost_leaves(site: HashedFunction) -> bool:
    """Return whether a filter of equinox may have put None for the arrays of an object.

    A method runs on the whole of its ``self``.
    """
    model = model_of(site.instance.type)
    if model is None or not uses_filters(site.api.tree, model.info) or _is_of_self(site.value):
        return False
    return construction_of(Object("", site.instance, model), site.value, site.api) is None


def _is_of_self(value: Expression) -> bool:
    """Return whether a value is ``self`` or read from it."""
    while isinstance(value, MemberExpr | IndexExpr):
        value = value.expr if isinstance(value, MemberExpr) else value.base
    return isinstance(value, NameExpr) and isinstance(value.node, Var) and value.node.is_self


def _is_kept_by_module(site: HashedFunction) -> bool:
    """Return whether a class of equinox keeps what jit makes in a field, of which ``jdc-equinox-init`` tells."""
    statement = FLOW.of(site.api.tree).statement_of(site.value)
    function = None if statement is None else FLOW.of(site.api.tree).function_around(statement)
    owner = model_of(function.info) if function is not None and function.info else None
    is_kept = isinstance(statement, AssignmentStmt) and isinstance(statement.lvalues[0], MemberExpr)
    return is_kept and owner is not None and owner.facts.checks_fields
