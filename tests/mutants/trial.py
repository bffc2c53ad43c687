"""Runs in the environment of the corpus: says what the classes of a package are, and tries mutants.

``python trial.py survey PACKAGE`` prints the classes; ``python trial.py probe`` reads mutants as JSON and prints, for each, what
fails or an empty text. It imports jax and the packages and nothing of jdc, so that the answers are those of JAX.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import importlib
import inspect
import json
import pkgutil
import sys
import types
import typing
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from absent import allow


def survey(package: str) -> list[dict[str, Any]]:
    """Return the pytree dataclasses of a package."""
    root = importlib.import_module(package)
    found: list[dict[str, Any]] = []
    for name in [package, *(info.name for info in pkgutil.walk_packages(root.__path__, f"{package}."))]:
        try:
            module = importlib.import_module(name)
        except Exception:  # a module that needs what is not installed
            continue
        for value in list(vars(module).values()):
            if isinstance(value, type) and value.__module__ == name and dataclasses.is_dataclass(value):
                found += [told for told in [_told(value)] if told]
    return found


def _told(cls: type) -> dict[str, Any] | None:
    try:
        hints = typing.get_type_hints(cls)
    except Exception:
        return None
    own = inspect.get_annotations(cls)
    fields = [
        {
            "name": each.name,
            "own": each.name in own,
            "type": _kind(hints.get(each.name)),
            "static": _is_static(cls, each.name),
        }
        for each in dataclasses.fields(cls)
    ]
    file = sys.modules[cls.__module__].__file__
    return {
        "file": file,
        "name": cls.__qualname__,
        "library": _library(cls),
        "frozen": bool(_refusal(cls, fields[0]["name"])) if fields else False,
        "pytree": not _is_opaque(cls),
        "ancestors": [f"{base.__module__}.{base.__qualname__}" for base in cls.__mro__[1:-1]],
        "base_fields": any(dataclasses.is_dataclass(base) and not _is_opaque(base) for base in cls.__mro__[1:-1]),
        "fields": fields,
    }


def _library(cls: type) -> str:
    if any(base.__name__ == "Module" and base.__module__.startswith("equinox") for base in cls.__mro__):
        return "equinox"
    return "flax" if "_flax_dataclass" in vars(cls) else "chex" if hasattr(cls, "from_tuple") else ""


def _kind(hint: Any) -> str:
    """Return the kind of values that a type certainly has, or nothing."""
    members = [each for each in typing.get_args(hint) if each is not type(None)]
    if typing.get_origin(hint) in {typing.Union, types.UnionType}:
        kinds = {_kind(each) for each in members}
        return kinds.pop() if len(kinds) == 1 else ""
    if hint is jax.Array or (getattr(hint, "array_type", None) is jax.Array and getattr(hint, "dims", ())):
        return "array"
    if typing.get_origin(hint) is collections.abc.Callable:
        return "function"
    return {str: "text", int: "number", float: "number", bool: "number"}.get(hint, "")


def made(cls: type, **values: object) -> Any:
    """Return an object with these values in its fields, and 0 in the others; no code of the class runs."""
    new = object.__new__(cls)
    for each in dataclasses.fields(cls):
        object.__setattr__(new, each.name, values.get(each.name, 0))
    return new


def _is_static(cls: type, name: str) -> bool:
    mark = object()
    try:
        return not any(leaf is mark for leaf in jax.tree.leaves(made(cls, **{name: mark})))
    except Exception:
        return False


def _is_opaque(cls: type) -> bool:
    try:
        new = made(cls)
        return any(leaf is new for leaf in jax.tree.leaves(new))
    except Exception:
        return True


def _refusal(cls: type, name: str) -> str:
    """Return the error of a write to a field."""
    try:
        setattr(made(cls), name, 1)
    except Exception as error:
        return repr(error)
    return ""


def outcome(mutant: dict[str, Any]) -> str:
    """Return what fails in a mutant, or an empty text."""
    name, probe = mutant["module"], mutant["probe"]
    original = importlib.import_module(name)
    changed = types.ModuleType(name)
    changed.__dict__.update(
        {
            key: getattr(original, key)
            for key in ("__file__", "__package__", "__spec__", "__path__")
            if hasattr(original, key)
        }
    )
    sys.modules[name] = changed
    try:
        exec(compile(mutant["text"], mutant["path"], "exec"), changed.__dict__)
    except Exception as error:
        return f"import: {error!r}" if probe == "import" else ""
    finally:
        sys.modules[name] = original
    if probe == "import":
        return ""
    try:
        return _PROBES[probe](_class(original, mutant["class"]), _class(changed, mutant["class"]), mutant["field"])
    except Exception:
        return ""


def _class(module: types.ModuleType, name: str) -> Any:
    value: Any = module
    for part in name.split("."):
        value = getattr(value, part)
    return value


def _runs(value: object) -> str:
    """Return the error of a jitted function that takes a value, or an empty text."""
    try:
        jax.jit(lambda _: 0)(value)
    except Exception as error:
        return repr(error)
    return ""


def _bad_leaf(value: object) -> Any:
    def probe(before: type, after: type, field: str) -> str:
        return "" if _runs(made(before, **{field: value})) else _runs(made(after, **{field: value}))

    return probe


def _became_leaf(before: type, after: type, field: str) -> str:
    return "it is a leaf" if _is_static(before, field) and not _is_static(after, field) else ""


def _compared(before: type, after: type, field: str) -> str:
    """Two objects with different arrays under one jitted function."""
    jitted = jax.jit(lambda _: 0)
    try:
        for value in (jnp.zeros(3), jnp.ones(3)):
            jitted(made(after, **{field: value}))
    except Exception as error:
        return repr(error)
    return ""


def _stale(before: type, after: type, field: str) -> str:
    """A jitted function that has seen a list, which changes then."""
    jitted, values = jax.jit(lambda each: len(getattr(each, field))), [0]
    try:
        new = made(after, **{field: values})
        first = int(jitted(new))
        values.append(1)
        return "it has the old value" if int(jitted(new)) == first else ""
    except Exception as error:
        return repr(error)


def _opaque(before: type, after: type, field: str) -> str:
    return _runs(made(after)) if not _is_opaque(before) and _is_opaque(after) else ""


def _written(before: type, after: type, field: str) -> str:
    return _refusal(before, field)


def _deleted(before: type, after: type, field: str) -> str:
    try:
        delattr(made(before), field)
    except Exception as error:
        return repr(error)
    return ""


def _tuple(before: type, after: type, field: str) -> str:
    values = (next(each.default for each in dataclasses.fields(cls) if each.name == field) for cls in (before, after))
    return "its default is a tuple" if [type(each) is tuple for each in values] == [False, True] else ""


def _no_field(before: type, after: type, field: str) -> str:
    names = ({each.name for each in dataclasses.fields(cls)} for cls in (before, after))
    return "it is not a field" if [field in each for each in names] == [True, False] else ""


_PROBES = {
    "text leaf": _bad_leaf("text"),
    "function leaf": _bad_leaf(jnp.tanh),
    "leaf": _became_leaf,
    "compared": _compared,
    "stale": _stale,
    "opaque": _opaque,
    "written": _written,
    "deleted": _deleted,
    "tuple": _tuple,
    "no field": _no_field,
    "none": lambda before, after, field: "by its kind",
}


def _loads(mutant: dict[str, Any]) -> str:
    return outcome(mutant) if mutant["probe"] != "none" else "by its kind"


if __name__ == "__main__":
    allow(
        "gymnasium",
        "PIL",
        "matplotlib",
        "seaborn",
        "imageio",
        "pygame",
        "rich",
        "tyro",
        "wandb",
        "tqdm",
        "six",
        "array_api_extra",
        "optype",
        "array_api_compat",
        "pandas",
    )
    out = sys.stdout
    sys.stdout = sys.stderr  # what packages print when they are imported
    match sys.argv[1:]:
        case ["survey", package]:
            answer: object = survey(package)
        case ["probe", file]:
            answer = [_loads(each) for each in json.loads(Path(file).read_text())]
        case _:
            sys.exit(__doc__)
    print(json.dumps(answer), file=out)
