"""Static markers: how each library lets a field say that it is static.

A marker is a key in ``dataclasses.field(metadata=...)``, a field function that sets such a key, or metadata of
``Annotated``. Each library reads its own and passes over the others' in silence; jdc honours them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

JDC_STATIC: Final = "__jdc_static__"
"""Metadata of ``jdc_runtime.Static``: ``Annotated[T, JDC_STATIC]``."""

JAX_DATACLASSES_STATIC: Final = "__jax_dataclasses_static_field__"
"""Metadata of ``jax_dataclasses.Static``, and the key that its ``static_field`` sets."""

STATIC_KEY: Final = "static"
"""Key of jax, equinox, tjax and jdc: true means static."""

PYTREE_NODE_KEY: Final = "pytree_node"
"""Key of flax.struct and its followers: false means static."""

ANNOTATION_MARKERS: Final = frozenset((JDC_STATIC, JAX_DATACLASSES_STATIC))


def is_static(metadata: Mapping[object, object]) -> bool:
    """Return whether the metadata of a dataclass field marks it static, in the spelling of any library."""
    return (
        bool(metadata.get(STATIC_KEY, False))
        or not metadata.get(PYTREE_NODE_KEY, True)
        or bool(metadata.get(JAX_DATACLASSES_STATIC, False))
    )
