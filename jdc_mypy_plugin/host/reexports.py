"""Names that packages without types import for those who use them.

``--strict`` holds a module to ``import x as x`` for a name that others may take from it. mypy holds to it the source
of a package that knows nothing of types too, once a project follows its imports, and then no ``optax.adam`` or
``tree_math.struct`` is exported. What a project asks of its own modules stays as it is.
"""

from __future__ import annotations

from typing import Final

from mypy.options import Options

_UNTYPED: Final = (
    *(
        "brax",
        "chex",
        "clu",
        "distrax",
        "flashbax",
        "gymnax",
        "haiku",
        "jax_md",
        "jaxopt",
        "jraph",
        "jumanji",
        "mctx",
    ),
    *("kfac_jax", "mujoco", "netket", "optax", "orbax", "penzai", "pgx", "rlax", "simple_pytree", "tree_math"),
)
"""Packages around JAX that say nothing of their types, neither in stubs nor by a file ``py.typed``."""
_OPENED: Final[dict[str, object]] = {"implicit_reexport": True}


def open_untyped_packages(options: Options) -> None:
    """Let those packages export what they import, before mypy asks for the options of a module."""
    if options.implicit_reexport:
        return
    if options._per_module_cache is None:
        options.build_per_module_cache()
    cache = options._per_module_cache
    assert cache is not None
    unused = options.get_unused_configs()
    for package in _UNTYPED:
        of_package = f"{package}.*"
        cache[of_package] = options.clone_for_module(of_package).apply_changes(_OPENED)
    for key in [key for key in cache if key.partition(".")[0] in _UNTYPED]:
        cache[key] = cache[key].apply_changes(_OPENED)
    options._unused_configs = unused  # looking a section up is not yet a use of it
