"""Functions and classes by name. A name is compared, and never looked up or imported."""

from __future__ import annotations

from collections.abc import Iterable


def name_of(value: object) -> str | None:
    """Return ``module:qualified.name`` of a function or class; None for what has no name."""
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    module = getattr(value, "__module__", None) or type(value).__module__
    return f"{module}:{name}" if isinstance(name, str) and isinstance(module, str) else None


def same_name(one: str, other: str) -> bool:
    """Return whether two names may stand for one thing: equal qualified names in one top-level package.

    Modules inside a package come and go: `jax.nn.relu` is at home in ``jax._src.nn.functions``. A script's
    own ``__main__`` has another name as soon as something imports it, so it agrees with every package.
    """
    (package, name), (other_package, other_name) = (_split(text) for text in (one, other))
    return name == other_name and (package == other_package or "__main__" in (package, other_package))


def distinct(names: Iterable[str], *taken: str) -> list[str]:
    """Return the names, in their order, with ``#2``, ``#3``, ... behind those that have been there before."""
    used, counts, found = set(taken), dict[str, int](), list[str]()
    for name in names:
        unique = name
        while unique in used:
            counts[name] = counts.get(name, 1) + 1
            unique = f"{name}#{counts[name]}"
        used.add(unique)
        found.append(unique)
    return found


def short(name: str) -> str:
    """Return the name of a class without its module, as messages write it."""
    return name.partition(":")[2].rpartition(".")[2] or name


def _split(name: str) -> tuple[str, str]:
    module, _, qualname = name.partition(":")
    return module.partition(".")[0], qualname
