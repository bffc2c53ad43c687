"""The dataclass libraries by name: what the command and ``[tool.jdc]`` need to know of them.

The effects of a library on a class are in `jdc_mypy_plugin.libraries`, one file for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class LibraryNames:
    """The names by which a program uses one library's way of making a pytree dataclass."""

    name: str
    """How messages and ``[tool.jdc]`` call it."""
    decorators: frozenset[str] = frozenset()
    """Full names of its class decorators, as a user's module imports them and as mypy resolves them."""
    base_classes: frozenset[str] = frozenset()
    """Full names of the classes whose subclasses it registers."""

    @property
    def modules(self) -> frozenset[str]:
        """Return the top-level modules that its classes are imported from."""
        return frozenset(name.partition(".")[0] for name in self.decorators | self.base_classes)


JDC: Final = LibraryNames(
    "jdc",
    # The second name of each is what a checker sees that finds the source before the stubs.
    decorators=frozenset(("jdc_runtime.pytree_dataclass", "jdc_runtime._dataclass.decorator.pytree_dataclass")),
    base_classes=frozenset(("jdc_runtime.PyTreeNode", "jdc_runtime._dataclass.base_class.PyTreeNode")),
)

JAX_DATACLASSES: Final = LibraryNames("jax_dataclasses", decorators=frozenset(("jax_dataclasses.pytree_dataclass",)))

FLAX_STRUCT: Final = LibraryNames(
    "flax.struct",
    decorators=frozenset(("flax.struct.dataclass",)),
    base_classes=frozenset(("flax.struct.PyTreeNode",)),
)

CHEX: Final = LibraryNames("chex", decorators=frozenset(("chex.dataclass", "chex._src.dataclass.dataclass")))

REGISTER_DATACLASS: Final = LibraryNames(
    "jax.tree_util.register_dataclass",
    decorators=frozenset(("jax.tree_util.register_dataclass", "jax._src.tree_util.register_dataclass")),
)

BY_HAND: Final = LibraryNames("jax.tree_util.register_pytree_node")

EQUINOX: Final = LibraryNames(
    "equinox",
    # The names under which releases have defined it.
    base_classes=frozenset(("equinox.Module", "equinox._module._module.Module", "equinox._module.Module")),
)

TJAX: Final = LibraryNames(
    "tjax",
    decorators=frozenset(("tjax.dataclasses.dataclass", "tjax._src.dataclasses.dataclass.dataclass")),
)

JAX_MD: Final = LibraryNames("jax_md", decorators=frozenset(("jax_md.dataclasses.dataclass",)))

TREE_MATH: Final = LibraryNames(
    "tree_math", decorators=frozenset(("tree_math.struct", "tree_math._src.structs.struct"))
)

PENZAI: Final = LibraryNames(
    "penzai",
    decorators=frozenset(
        ("penzai.pz.pytree_dataclass", "penzai.core.struct.pytree_dataclass", "penzai.pytree_dataclass")
    ),
)

SIMPLE_PYTREE: Final = LibraryNames(
    "simple_pytree",
    decorators=frozenset(("simple_pytree.dataclass", "simple_pytree.dataclass.dataclass")),
    base_classes=frozenset(("simple_pytree.Pytree", "simple_pytree.pytree.Pytree")),
)

NNX: Final = LibraryNames("flax.nnx", decorators=frozenset(("flax.nnx.dataclass", "flax.nnx.pytreelib.dataclass")))

MJX: Final = LibraryNames("mujoco.mjx", base_classes=frozenset(("mujoco.mjx._src.dataclasses.PyTreeNode",)))

NETKET: Final = LibraryNames(
    "netket",
    decorators=frozenset(("netket.utils.struct.dataclass", "netket.utils.struct.dataclass.dataclass")),
    base_classes=frozenset(("netket.utils.struct.Pytree", "netket.utils.struct.pytree.Pytree")),
)

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
BY_NAME: Final = {library.name: library for library in LIBRARIES}

MODULES: Final = frozenset[str]().union(*(library.modules for library in LIBRARIES)) - {"jax"}
"""The top-level modules of all of them, but for jax, without which no library works."""
