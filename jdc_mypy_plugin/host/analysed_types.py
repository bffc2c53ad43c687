"""The types that the plugin is asked about while mypy analyses a type.

mypy asks for every type of every module, most often for none of these, so that these are told before anything loads.
"""

from __future__ import annotations

from typing import Final

ARRAY_TYPES: Final = frozenset(
    (
        "jax.Array",
        "jax._src.basearray.Array",
        "jax.numpy.ndarray",
        "jax._src.typing.ArrayLike",
        "numpy.ndarray",
        "numpy._typing._array_like.NDArray",
    )
)
"""Full names of the types whose alias may be an array annotation."""

TREEDEFS: Final = frozenset(("jax._src.tree_util.PyTreeDef", "jax.tree_util.PyTreeDef", "jaxlib.pytree.PyTreeDef"))
"""Full names of a class of a compiled module without types, which mypy takes for a variable."""

ALIAS_SUFFIX: Final = "-jdc-array"
"""The end of the name of the variable that says what an alias stands for. No program can spell it."""

ANALYSED_TYPES: Final = ARRAY_TYPES | TREEDEFS

OTHER_TYPES: Final = set[str]()
"""Full names of types that have been asked for in this build, and are neither of these nor aliases of arrays."""
