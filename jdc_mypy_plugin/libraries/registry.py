"""Every library, in one place: adding one is its file, its names in `jdc_spec.libraries`, and a line here."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from ..host.project import project
from .by_hand import BY_HAND
from .chex import CHEX
from .equinox import EQUINOX
from .field_functions import FieldFunction
from .flax_struct import FLAX_STRUCT
from .jax_dataclasses import JAX_DATACLASSES
from .jax_md import JAX_MD
from .jax_md import REPLACE_FUNCTION as OF_JAX_MD
from .jdc import JDC
from .library import Library
from .mjx import MJX
from .netket import NETKET
from .nnx import NNX
from .penzai import PENZAI
from .register_dataclass import REGISTER_DATACLASS
from .simple_pytree import SIMPLE_PYTREE
from .tjax import TJAX
from .tree_math import TREE_MATH

LIBRARIES: Final = (
    JDC,
    JAX_DATACLASSES,
    FLAX_STRUCT,
    CHEX,
    REGISTER_DATACLASS,
    EQUINOX,
    TJAX,
    JAX_MD,
    TREE_MATH,
    PENZAI,
    SIMPLE_PYTREE,
    NNX,
    MJX,
    NETKET,
    BY_HAND,
)
BY_NAME: Final = {library.names.name: library for library in LIBRARIES}

COPIERS: Final = frozenset[str]().union(*(library.facts.copiers for library in LIBRARIES))
"""Full names of every ``copy_and_mutate``."""

ANNOTATION_MARKERS: Final = frozenset[str]().union(*(library.facts.annotation_markers for library in LIBRARIES))
"""Every ``Annotated`` alias that some library reads as a static marker."""

REPLACING: Final = frozenset[str]().union(
    *(library.needs_base for library in LIBRARIES if library.facts.adds_replace)
)
"""Base classes below which dataclasses inherit a method ``replace``."""

REPLACE_FUNCTIONS: Final = frozenset(("dataclasses.replace", "jdc_runtime.replace", "copy.replace", OF_JAX_MD))
"""Functions that take an object and the new values of some fields."""

FIELD_FUNCTIONS: Final[Mapping[str, FieldFunction]] = {
    **{name: function for library in LIBRARIES for name, function in library.field_functions.items()},
}
"""Field functions by the name under which they are imported. ``dataclasses.field`` marks through metadata."""


@functools.cache
def decorators() -> Mapping[str, Library]:
    """Return the library of each decorator that makes a dataclass, by full name."""
    own = {name: BY_NAME[library] for name, library in project().decorators.items()}
    known = {**own, **{name: library for library in LIBRARIES for name in library.names.decorators}}
    return {name: library for name, library in known.items() if library.registers is None}


@functools.cache
def base_classes() -> Mapping[str, Library]:
    """Return the library of each class whose subclasses are registered, by full name."""
    own = {name: BY_NAME[library] for name, library in project().base_classes.items()}
    return {**own, **{name: library for library in LIBRARIES for name in library.names.base_classes}}
