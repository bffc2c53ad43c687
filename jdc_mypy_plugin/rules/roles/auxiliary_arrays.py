"""``jdc-static-array`` where a hand-written function flattens an array of a plain class into auxiliary data.

JAX compares auxiliary data with ``==`` as it does static fields (https://github.com/jax-ml/jax/issues/19547).
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Context, MemberExpr

from jdc_spec.rules import STATIC_ARRAY

from ...host.diagnostics import Diagnostic
from ...libraries.flattening import flattened
from ...model.classes import model_of
from ...syntax.values.parts import attributes_in
from ...syntax.walk import expressions_in
from ...typefacts.arrays import is_certainly_array
from ...typefacts.attributes import attribute_type
from ...typefacts.leaves import never_leaf
from ..places import HAND_REGISTERED, asked
from ..registrations import HandRegistered


@asked(STATIC_ARRAY, at=HAND_REGISTERED)
def check(site: HandRegistered) -> Iterator[Diagnostic]:
    """Report the attributes that are arrays in auxiliary data; the fields of a dataclass have a rule of their own."""
    pair = None if model_of(site.info) is not None else flattened(site.flatten, with_keys=site.with_keys)
    if pair is None:
        return
    children = {name: attribute_type(name, site.info) for name in attributes_in(pair.children)}
    if any(kind is not None and never_leaf(kind, site.api.tree.fullname) for kind in children.values()):
        return  # that they are exchanged is told by jdc-flatten
    for name in attributes_in(pair.aux):
        declared = attribute_type(name, site.info)
        if declared is not None and is_certainly_array(declared):
            yield Diagnostic(
                STATIC_ARRAY,
                f'attribute "{name}" of "{site.info.name}" is an array, and flattening makes it auxiliary data: JAX '
                "compares that with ==, which arrays do not answer with True or False; return it as a child",
                _place(name, site),
            )


def _place(name: str, site: HandRegistered) -> Context:
    """Return where the function that flattens reads an attribute."""
    if site.flatten_path:
        return site.node
    read = (each for each in expressions_in(site.flatten.body.body) if isinstance(each, MemberExpr))
    return next((each for each in read if each.name == name), site.node)
