"""``@flax.struct.dataclass`` and ``flax.struct.PyTreeNode``: frozen, but for ``frozen=False``."""

from __future__ import annotations

from typing import Final

from jdc_spec.libraries import FLAX_STRUCT as NAMES
from jdc_spec.markers import PYTREE_NODE_KEY

from .definition import Definition
from .facts import Facts
from .field_functions import FieldFunction
from .library import Decision, Library


def _read(definition: Definition) -> Decision:
    is_frozen = definition.flag("frozen", default=True) is True
    return Decision(definition.roles(), {} if is_frozen else {"frozen": False})


FLAX_STRUCT: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@flax.struct.dataclass",
        static_advice="{type} = flax.struct.field(pytree_node=False)",
        misplaced_marker="flax.struct passes over it in silence and the field is data",
        annotation_markers=frozenset(),
        static_keys=frozenset((PYTREE_NODE_KEY,)),
        frozen=True,
        adds_replace=True,
        unflattens_through_init=True,
        refuses_init_false=True,
        overwrites=frozenset(("replace",)),
        passes_over_own=True,
    ),
    _read,
    field_functions={
        "flax.struct.field": FieldFunction(PYTREE_NODE_KEY, "pytree_node", static_when=False, by_position=True)
    },
)
