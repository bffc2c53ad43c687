"""``@jdc.pytree_dataclass`` and ``jdc.PyTreeNode``."""

from __future__ import annotations

from typing import Final

from jdc_spec.libraries import JDC as NAMES
from jdc_spec.markers import JAX_DATACLASSES_STATIC, PYTREE_NODE_KEY, STATIC_KEY

from .facts import Facts
from .field_functions import ASKED, MARKS
from .library import Library

JDC: Final = Library(
    NAMES,
    Facts(
        library=NAMES.name,
        decorator="@jdc.pytree_dataclass",
        static_advice="jdc.Static[{type}]",
        misplaced_marker="jdc refuses the class with a StaticFieldError",
        annotation_markers=frozenset(
            (
                "jdc_runtime.Static",
                "jdc_runtime._dataclass.static_markers.Static",
                "jax_dataclasses._dataclasses.Static",
            )
        ),
        static_keys=frozenset((STATIC_KEY, PYTREE_NODE_KEY, JAX_DATACLASSES_STATIC)),
        frozen=True,
        freezes_every_attribute=True,
        makes_fields_alone=True,
        is_strict=True,
        refuses_dataclasses=True,
        reads_optional=True,
        copiers=frozenset(("jdc_runtime.copy_and_mutate", "jdc_runtime._mutation.copy_and_mutate.copy_and_mutate")),
        adds_replace=True,
        unflattens_through_init=False,
    ),
    field_functions={"jdc_runtime.static_field": MARKS, "jdc_runtime.field": ASKED},
)
