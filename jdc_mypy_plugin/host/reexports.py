"""Names that packages without types import for those who use them.

``--strict`` holds a module to ``import x as x`` for a name that others may take from it. mypy holds to it the source
of a package that knows nothing of types too, once a project follows its imports, and then no ``optax.adam`` or
``tree_math.struct`` is exported. A project's own modules are held to it as before.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mypy.nodes import GDEF, ImportAll, MypyFile, SymbolTableNode, Var
from mypy.options import Options
from mypy.types import AnyType, TypeOfAny

_UNTYPED: Final = frozenset(
    (
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
            "kfac_jax",
            "mctx",
            "mujoco",
        ),
        *("netket", "optax", "orbax", "penzai", "pgx", "rlax", "simple_pytree", "tree_math"),
    )
)
"""Packages around JAX that say nothing of their types, neither in stubs nor by a file ``py.typed``."""
_TYPED: Final = frozenset(("flax",))
"""Packages that say their types and leave out the `as` of names that they document, `flax.linen.tabulate`."""
GETATTR: Final = "__getattr__"
_UNUSED: Final = ("_unused_configs", "unused_configs")
"""Attributes in which mypy keeps the sections of its settings that no module has used; the second is of 1.18."""
_OPENED: Final[dict[str, object]] = {"implicit_reexport": True}


def open_untyped_packages(options: Options) -> None:
    """Let those packages export what they import, before mypy asks for the options of a module."""
    if options.implicit_reexport:
        return
    if options._per_module_cache is None:  # pyright: ignore[reportPrivateUsage] - the only way to more of them
        options.build_per_module_cache()
    cache = options._per_module_cache  # pyright: ignore[reportPrivateUsage]
    assert cache is not None
    kept = next(name for name in _UNUSED if hasattr(options, name))
    unused = set(getattr(options, kept))
    for package in sorted(_UNTYPED | _TYPED):
        of_package = f"{package}.*"
        cache[of_package] = options.clone_for_module(of_package).apply_changes(_OPENED)
    for key in [key for key in cache if key.partition(".")[0] in _UNTYPED | _TYPED]:
        cache[key] = cache[key].apply_changes(_OPENED)
    # looking a section up is not yet a use of it
    setattr(options, kept, unused)


def open_compiled_names(module: MypyFile) -> None:
    """Let a module of those packages have any name, where it takes all names of a compiled one: ``mujoco.MjModel``.

    mypy finds no source of that, and would say that the module has none of them.
    """
    package = module.fullname.partition(".")[0]
    if package not in _UNTYPED or GETATTR in module.names:
        return
    taken = [each.id for each in module.imports if isinstance(each, ImportAll) and not each.relative]
    if any(name.startswith(f"{package}.") and _is_compiled(name, module) for name in taken):
        var = Var(GETATTR, AnyType(TypeOfAny.special_form))
        var._fullname = f"{module.fullname}.{GETATTR}"  # pyright: ignore[reportPrivateUsage] - as mypy's plugins do
        module.names[GETATTR] = SymbolTableNode(GDEF, var, plugin_generated=True)


def _is_compiled(name: str, importing: MypyFile) -> bool:
    """Return whether there is no source of a module beside the one that imports it."""
    depth = importing.fullname.count(".") + (2 if importing.is_package_init_file() else 1)
    parents = Path(importing.path).parents
    path = parents[depth - 1].joinpath(*name.split(".")) if depth <= len(parents) else None
    return path is not None and not any(
        each.exists() for each in (path, path.with_suffix(".py"), path.with_suffix(".pyi"))
    )
