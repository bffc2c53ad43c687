"""``jdc-compare``: two objects that hold arrays are compared with ``==``.

``==`` of a dataclass compares field by field and wants a bool of each; ``==`` of arrays gives an array
(https://github.com/jax-ml/jax/issues/17197).
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import ComparisonExpr, NameExpr
from mypy.types import Type

from jdc_spec.rules import COMPARE

from ...host.diagnostics import Diagnostic
from ...model.classes import PytreeClass, model_of
from ...typefacts.arrays import is_certainly_array
from ...typefacts.contents import compared_fields
from ...typefacts.instances import sole_instance
from ..places import OBJECT_COMPARISON, ObjectComparison, asked
from .compared_values import may_be_compared


@asked(COMPARE, at=OBJECT_COMPARISON)
def check(site: ObjectComparison) -> Iterator[Diagnostic]:
    """Report a comparison of two objects of one class that holds arrays."""
    model, other = _model(site.one), _model(site.other)
    if model is None or other is None or model.info is not other.info or _is_same(site):
        return
    name = next((each for each in compared_fields(model.info) if _is_array(model, each)), None)
    if name is None:
        return
    if may_be_compared(site, model):
        return
    owner = model.info.name
    yield Diagnostic(
        COMPARE,
        f'"{site.code}" compares objects of "{owner}" field by field, and the arrays in "{name}" have no single '
        "truth value: it raises a ValueError where they have more than one element, and under jax.jit an error of "
        "tracers; compare the leaves, as in `jax.tree.all(jax.tree.map(jnp.array_equal, a, b))`",
        site.node,
    )


def _model(given: Type) -> PytreeClass | None:
    instance = sole_instance(given)
    return None if instance is None else model_of(instance.type)


def _is_array(model: PytreeClass, name: str) -> bool:
    """Return whether a field is an array, of more than one element as far as its annotation says."""
    declared = model.type_of(name) if name in model.fields else None
    if declared is None or not is_certainly_array(declared):
        return False
    annotation = model.fields[name].array
    shape = None if annotation is None else annotation.shape
    return shape is None or any(axis != 1 for axis in (*shape.prefix, *shape.suffix))


def _is_same(site: ObjectComparison) -> bool:
    """Return whether an object is compared with itself, which takes no look at its fields."""
    node = site.node
    names = node.operands if isinstance(node, ComparisonExpr) else ()
    return len({each.name if isinstance(each, NameExpr) else id(each) for each in names}) == 1
