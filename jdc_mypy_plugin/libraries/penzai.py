"""``@pz.pytree_dataclass``: frozen, but ``__init__`` may assign to fields; unflattening calls no ``__init__``.

penzai has no ``py.typed``: mypy reads its decorator with ``follow_untyped_imports`` only; else its import tells. A
class may say by a method of its own which fields are in the tree, so a field without a marker may be either there.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import DataclassTransformSpec

from jdc_spec.libraries import PENZAI as NAMES
from jdc_spec.markers import PYTREE_NODE_KEY

from .definition import Definition
from .facts import Facts
from .library import Decision, Library

_FLATTENING: Final = frozenset(("tree_flatten", "tree_flatten_with_keys"))
_GENERATED: Final = "penzai.core.struct.Struct"
"""The class whose own methods take objects apart by the markers of their fields."""


def _read(definition: Definition) -> Decision:
    """Read a class; one with a method that takes its objects apart says there which fields are data."""
    own = [base for base in definition.cls.info.mro[:-1] if base.fullname != _GENERATED]
    is_flattened = any(not _FLATTENING.isdisjoint(base.names) for base in own)
    return Decision({}, {"unmarked": "unknown"} if is_flattened else {})


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
    _read,
    transform=DataclassTransformSpec(frozen_default=True, field_specifiers=("dataclasses.field",)),
)
