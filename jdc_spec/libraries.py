"""The dataclass libraries: how each is recognised and what it does with a class.

Rules never ask which library a class came from. They ask these facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jdc_spec.markers import JAX_DATACLASSES_STATIC, PYTREE_NODE_KEY, STATIC_KEY


@dataclass(frozen=True, slots=True)
class Library:
    """One library's way of making a pytree dataclass."""

    name: str
    decorators: frozenset[str]
    """Full names of its class decorators, as a user's module imports them."""
    base_classes: frozenset[str]
    """Full names of the classes whose subclasses it registers."""
    decorator: str
    """How to write its decorator in advice."""
    static_advice: str
    """How to write a static field in advice; ``{type}`` stands for the annotation."""
    frozen: bool
    """True if an instance cannot be assigned to, unless ``frozen=False`` is said where ``may_thaw``."""
    may_thaw: bool
    """True if its classes can be made with ``frozen=False``."""
    freezes_every_attribute: bool
    """True if that goes for attributes that are not fields too, and for objects of every subclass."""
    annotation_markers: frozenset[str]
    """Full names of the ``Annotated`` aliases that make a field static."""
    static_keys: frozenset[str]
    """Keys of field metadata that it reads as a static marker."""
    is_strict: bool
    """True if the rules on field types are the library's own promise, so that breaking one is an error at
    the class. Elsewhere only what is certain to fail is reported."""
    misplaced_marker: str
    """The end of a sentence that says how the library treats a static marker that it cannot honour."""
    copiers: frozenset[str]
    """Full names of its ``copy_and_mutate``, which makes objects of its own classes writable."""
    adds_replace: bool
    """True if its decorator adds a ``replace`` method."""
    unflattens_through_init: bool
    """True if ``tree.map`` and every transformation call ``__init__`` and ``__post_init__`` again."""
    drops_init_false: bool
    """True if a field with ``init=False`` is left out of the tree."""

    @property
    def modules(self) -> frozenset[str]:
        """Return the top-level modules that its classes are imported from."""
        return frozenset(name.partition(".")[0] for name in self.decorators | self.base_classes)


JDC: Final = Library(
    name="jdc",
    # The second name of each is what a checker sees that finds the source before the stubs.
    decorators=frozenset(("jdc_runtime.pytree_dataclass", "jdc_runtime._dataclass.decorator.pytree_dataclass")),
    base_classes=frozenset(("jdc_runtime.PyTreeNode", "jdc_runtime._dataclass.base_class.PyTreeNode")),
    decorator="@jdc.pytree_dataclass",
    static_advice="jdc.Static[{type}]",
    frozen=True,
    may_thaw=False,
    freezes_every_attribute=True,
    annotation_markers=frozenset(
        ("jdc_runtime.Static", "jdc_runtime._dataclass.static_markers.Static", "jax_dataclasses._dataclasses.Static")
    ),
    static_keys=frozenset((STATIC_KEY, PYTREE_NODE_KEY, JAX_DATACLASSES_STATIC)),
    is_strict=True,
    misplaced_marker="jdc refuses the class with a StaticFieldError",
    copiers=frozenset(("jdc_runtime.copy_and_mutate", "jdc_runtime._mutation.copy_and_mutate.copy_and_mutate")),
    adds_replace=True,
    unflattens_through_init=False,
    drops_init_false=False,
)

JAX_DATACLASSES: Final = Library(
    name="jax_dataclasses",
    decorators=frozenset(("jax_dataclasses.pytree_dataclass",)),
    base_classes=frozenset(),
    decorator="@jdc.pytree_dataclass",
    static_advice="jdc.Static[{type}]",
    frozen=True,
    may_thaw=False,
    freezes_every_attribute=False,
    annotation_markers=frozenset(("jax_dataclasses._dataclasses.Static",)),
    static_keys=frozenset((JAX_DATACLASSES_STATIC,)),
    is_strict=False,
    misplaced_marker="jax_dataclasses passes over it in silence and the field is data",
    copiers=frozenset(("jax_dataclasses._copy_and_mutate.copy_and_mutate",)),
    adds_replace=False,
    unflattens_through_init=True,
    drops_init_false=True,
)

FLAX_STRUCT: Final = Library(
    name="flax.struct",
    decorators=frozenset(("flax.struct.dataclass",)),
    base_classes=frozenset(("flax.struct.PyTreeNode",)),
    decorator="@flax.struct.dataclass",
    static_advice="{type} = flax.struct.field(pytree_node=False)",
    frozen=True,
    may_thaw=True,
    freezes_every_attribute=False,
    annotation_markers=frozenset(),
    static_keys=frozenset((PYTREE_NODE_KEY,)),
    is_strict=False,
    misplaced_marker="flax.struct passes over it in silence and the field is data",
    copiers=frozenset(),
    adds_replace=True,
    unflattens_through_init=True,
    drops_init_false=False,
)

LIBRARIES: Final = (JDC, JAX_DATACLASSES, FLAX_STRUCT)
BY_NAME: Final = {library.name: library for library in LIBRARIES}

MODULES: Final = frozenset[str]().union(*(library.modules for library in LIBRARIES))
"""The top-level modules of all of them."""

COPIERS: Final = frozenset[str]().union(*(library.copiers for library in LIBRARIES))

ANNOTATION_MARKERS: Final = frozenset[str]().union(*(library.annotation_markers for library in LIBRARIES))
"""Every ``Annotated`` alias that some library reads as a static marker."""


@dataclass(frozen=True, slots=True)
class FieldFunction:
    """A function that makes a dataclass field and may set a static marker."""

    key: str
    """The metadata key that it sets."""
    keyword: str | None
    """The keyword that decides; None where the function always marks the field static."""
    static_when: bool
    """The keyword's value that means static."""


FIELD_FUNCTIONS: Final = {
    "jdc_runtime.static_field": FieldFunction(STATIC_KEY, None, static_when=True),
    "jdc_runtime.field": FieldFunction(STATIC_KEY, "static", static_when=True),
    "jax_dataclasses.static_field": FieldFunction(JAX_DATACLASSES_STATIC, None, static_when=True),
    "jax.tree.static": FieldFunction(STATIC_KEY, None, static_when=True),
    "equinox.field": FieldFunction(STATIC_KEY, "static", static_when=True),
    "flax.struct.field": FieldFunction(PYTREE_NODE_KEY, "pytree_node", static_when=False),
}
"""Field functions by the name under which they are imported. ``dataclasses.field`` marks through metadata."""
