"""``@jax_dataclasses.pytree_dataclass``, which checkers see as `dataclasses.dataclass`."""

from __future__ import annotations

from typing import Final

from jdc_spec.libraries import JAX_DATACLASSES as NAMES
from jdc_spec.markers import JAX_DATACLASSES_STATIC

from .facts import Facts
from .field_functions import FieldFunction
from .library import Library

JAX_DATACLASSES: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@jdc.pytree_dataclass",
        static_advice="jdc.Static[{type}]",
        misplaced_marker="jax_dataclasses passes over it in silence and the field is data",
        annotation_markers=frozenset(("jax_dataclasses._dataclasses.Static",)),
        static_keys=frozenset((JAX_DATACLASSES_STATIC,)),
        frozen=True,
        copiers=frozenset(("jax_dataclasses._copy_and_mutate.copy_and_mutate",)),
        adds_replace=False,
        unflattens_through_init=True,
        init_false="dropped",
    ),
    field_functions={"jax_dataclasses.static_field": FieldFunction(JAX_DATACLASSES_STATIC, None, static_when=True)},
)
