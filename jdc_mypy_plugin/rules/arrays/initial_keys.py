"""``jdc-dtype`` where ``model.init(x)`` of flax.linen is given an array of numbers first, in the place of the key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import MemberExpr, TypeInfo

from jdc_spec.rules import DTYPE

from ...evaluate import Origin, evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...model.subclasses import LAYER
from ...syntax.arguments import argument, has_stars
from ...typefacts.instances import sole_instance
from ..places import ANNOTATED_CALL, AnnotatedCall, asked
from .dtype import shown_dtype

_STARTING: Final = ("init", "init_with_output")
_FLOATS: Final = ("float", "float16", "bfloat16", "float32", "float64", "complex", "complex64", "complex128")


@asked(DTYPE, at=ANNOTATED_CALL)
def check(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report a first argument whose dtype no random key has."""
    callee = site.node.callee
    if not isinstance(callee, MemberExpr) or callee.name not in _STARTING or has_stars(site.node):
        return
    owner, given = site.api.lookup_type_or_none(callee.expr), argument(site.node, 0, "rngs")
    layer = None if owner is None else sole_instance(owner)
    if layer is None or given is None or not _is_of_flax(layer.type, callee.name):
        return
    value = evaluator_of(site.api).evaluate(given)
    if value.origin is Origin.ARRAY and value.dtype in _FLOATS and not may_be_caught(site.node, site.api.tree):
        yield Diagnostic(
            DTYPE,
            f'"{callee.name}" takes a random key first, and this array is of {shown_dtype(value.dtype)}: flax raises '
            "an InvalidRngError; write model.init(key, x)",
            given,
        )


def _is_of_flax(info: TypeInfo, name: str) -> bool:
    owner = info.get_containing_type_info(name)
    return owner is not None and owner.fullname == LAYER
