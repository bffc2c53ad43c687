"""``@tree_math.struct``: not frozen, without static fields, and with the arithmetic of a vector.

tree_math has no ``py.typed``, and gives the class another base than mypy can see: what that has
is unknown.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import DataclassTransformSpec
from mypy.plugin import ClassDefContext

from jdc_spec.libraries import TREE_MATH as NAMES

from .facts import Facts
from .library import Library


def _finish(ctx: ClassDefContext, facts: Facts) -> None:  # noqa: ARG001
    """Let objects have the operators of `tree_math.VectorMixin`."""
    ctx.cls.info.fallback_to_any = True


TREE_MATH: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@tree_math.struct",
        static_advice=None,
        misplaced_marker="tree_math passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset(),
        frozen=False,
        adds_replace=True,
        unflattens_through_init=True,
    ),
    transform=DataclassTransformSpec(field_specifiers=("dataclasses.field",)),
    finish=_finish,
)
