"""The parameters of a function, by position and by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from inspect import Parameter
from typing import Any, Final, cast

POSITIONAL: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
BY_KEYWORD: Final = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)

Numbers = int | Iterable[int] | None
Names = str | Iterable[str] | None


def parameters_of(fun: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters of a function, none where they are not known."""
    try:
        return list(inspect.signature(fun).parameters.values())
    except (TypeError, ValueError):  # not written in Python, or no callable, which the wrapper words itself
        return []


def same_arguments(parameters: Sequence[Parameter], numbers: Numbers, names: Names) -> tuple[list[int], list[str]]:
    """Return the positions and the names of the arguments that are given by either; sorted, unknown ones kept."""
    positional = [p.name for p in parameters if p.kind in POSITIONAL]
    by_keyword = {p.name for p in parameters if p.kind in BY_KEYWORD}
    positions = {n + len(positional) if -len(positional) <= n < 0 else n for n in _as_tuple(numbers)}
    named = set(_as_tuple(names))
    named |= {positional[n] for n in positions if 0 <= n < len(positional)}
    positions |= {index for index, name in enumerate(positional) if name in named}
    return sorted(positions), sorted((named & by_keyword) | named.difference(positional))


def _as_tuple(given: Any) -> tuple[Any, ...]:
    return () if given is None else (given,) if isinstance(given, int | str) else tuple(given)


def rewrap(fun: Any, wrap: Callable[[Any], Any]) -> Any:
    """Wrap a function, or the one inside of a `classmethod` or `staticmethod`."""
    if isinstance(fun, classmethod | staticmethod):
        inner = cast("classmethod[Any, ..., Any] | staticmethod[..., Any]", fun)
        return type(inner)(rewrap(inner.__func__, wrap))
    return wrap(fun)
