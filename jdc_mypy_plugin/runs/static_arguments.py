"""Static arguments of functions under `jax.jit`, which are handed on as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import FuncDef, TypeAlias
from mypy.types import TypeAliasType, UnboundType

from jdc_operations.values import UNKNOWN, Scalar, Text

from .things import Made, Own, Row, Thing

MARKED: Final = ("jdc_runtime.jit", "jax_dataclasses.jit")
"""Those whose static arguments are marked in the function, `Static[int]`."""


def statics_of(made: Made) -> frozenset[object] | None:
    """Return the positions and names of static arguments; None where they are not known."""
    found = set[object](_marked(made.function) if made.by in MARKED else ())
    for option in ("static_argnums", "static_argnames"):
        thing = made.options.get(option)
        for each in () if thing is None else thing.items or (UNKNOWN,) if isinstance(thing, Row) else (thing,):
            if not isinstance(each, Scalar | Text) or each.value is None or _is_from_the_end(each):
                return None
            found.add(each.value)
    return frozenset(found)


def _is_from_the_end(place: Scalar | Text) -> bool:
    return isinstance(place.value, int) and place.value < 0


def _marked(function: Thing) -> Iterator[str]:
    """Yield the names of parameters that are marked as static."""
    for each in function.function.arguments if isinstance(function, Own) else ():
        written = each.type_annotation
        alias = written.alias if isinstance(written, TypeAliasType) else written
        if isinstance(alias, TypeAlias | UnboundType) and alias.name.rpartition(".")[2] == "Static":
            yield each.variable.name


def parameters(function: Thing) -> Sequence[str]:
    """Return the names of a function's parameters that arguments fill by their place."""
    if isinstance(function, Own) and isinstance(function.function, FuncDef):
        names = [name or "" for name in function.function.arg_names]
        return names if function.receiver is None else names[1:]
    return ()
