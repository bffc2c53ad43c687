"""``@pz.pytree_dataclass``: frozen, but ``__init__`` may assign to fields; unflattening calls no ``__init__``.

penzai has no ``py.typed``: mypy reads its decorator with ``follow_untyped_imports`` only; else its import tells. A
class may say by a method of its own which fields are in the tree, so a field without a marker may be either.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import DataclassTransformSpec

from jdc_spec.libraries import PENZAI as NAMES
from jdc_spec.markers import PYTREE_NODE_KEY

from .facts import Facts
from .library import Library

PENZAI: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@pz.pytree_dataclass",
        static_advice='{type} = dataclasses.field(metadata={{"pytree_node": False}})',
        misplaced_marker="penzai passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((PYTREE_NODE_KEY,)),
        frozen=True,
        adds_replace=False,
        unflattens_through_init=False,
        opens_in_construction=True,
        filters_leaves=True,
    ),
    transform=DataclassTransformSpec(frozen_default=True, field_specifiers=("dataclasses.field",)),
)
