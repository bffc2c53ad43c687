"""``@tjax.dataclasses.dataclass``: frozen, but for ``frozen=False``; fields with ``init=False`` are not in the tree.

It registers the class by `jax.tree_util.register_dataclass`, so that unflattening calls ``__init__``. Its releases
need the newest Python, so that where mypy runs it may be missing: what its decorator makes is said here too.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import DataclassTransformSpec

from jdc_spec.libraries import TJAX as NAMES
from jdc_spec.markers import STATIC_KEY

from .definition import Definition
from .facts import Facts
from .field_functions import ASKED
from .library import Decision, Library


def _read(definition: Definition) -> Decision:
    is_frozen = definition.flag("frozen", default=True) is True
    return Decision(definition.roles(), {} if is_frozen else {"frozen": False})


FIELD: Final = ("tjax.dataclasses.field", "tjax._src.dataclasses.helpers.field")

TJAX: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@tjax.dataclasses.dataclass",
        static_advice="{type} = tjax.dataclasses.field(static=True)",
        misplaced_marker="tjax passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((STATIC_KEY,)),
        frozen=True,
        adds_replace=False,
        unflattens_through_init=True,
        init_false="dropped",
    ),
    _read,
    field_functions=dict.fromkeys(FIELD, ASKED),
    transform=DataclassTransformSpec(frozen_default=True, field_specifiers=("dataclasses.field", *FIELD)),
)
