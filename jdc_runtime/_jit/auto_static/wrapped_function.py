"""The function that is wrapped, and how it names its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from inspect import Parameter
from typing import Any, Final, cast

from .static_leaves import Named
from .traced_leaves import class_of

POSITIONAL: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
BY_KEYWORD: Final = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)

_END: Final = object()

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


class Function:
    """A function, with what the wrapper needs to know about it."""

    def __init__(self, fun: Callable[..., Any]) -> None:
        self.fun = fun
        self.name: str = getattr(fun, "__name__", None) or repr(fun)
        self._parameters = parameters_of(fun)

    def check_returns(self) -> None:
        """Check that calls run the function, and do not only start it.

        Raises:
            TypeError: it is a generator function or a coroutine function.

        """
        kinds = {
            "a generator function, which `yield` makes it": inspect.isgeneratorfunction,
            "an async generator function": inspect.isasyncgenfunction,
            "a coroutine function (`async def`)": inspect.iscoroutinefunction,
        }
        for kind, is_kind in kinds.items():
            if is_kind(self.fun):
                raise TypeError(
                    f'"{self.name}" is {kind}: a call only starts it, so nothing in it would be traced. Write a '
                    "function that returns its results, such as a list of what it yields, and wrap that"
                )

    def with_static(self, in_shardings: Any, static: Named) -> Any:
        """Return shardings with one for each positional argument, where those of static arguments were left out.

        `jax.jit` has them left out, but `InPlace` hands it static arguments too. Both ways are taken; where the
        number of shardings fits both, since there are defaults, none is taken to be left out.
        """
        positional = [p for p in self._parameters if p.kind in POSITIONAL]
        required = sum(p.default is Parameter.empty for p in positional)
        if class_of(in_shardings) not in (tuple, list) or len(in_shardings) >= required:
            return in_shardings
        given = iter(in_shardings)
        filled = [None if n in static.positions else next(given, _END) for n in range(len(positional))]
        return tuple(filled[: filled.index(_END)] if _END in filled else filled)

    def parameter(self, position: int) -> str:
        """Return the name of a positional argument, its position where it has none."""
        positional = [p.name for p in self._parameters if p.kind in POSITIONAL]
        return positional[position] if position < len(positional) else str(position)

    def arguments(self, option: str, numbers: Numbers, names: Names) -> Named:
        """Return the arguments that ``<option>_argnums`` and ``<option>_argnames`` name.

        Raises:
            ValueError: the function has no such arguments.

        """
        positions, named = same_arguments(self._parameters, numbers, names)
        kinds = {p.kind for p in self._parameters}
        known = {p.name for p in self._parameters if p.kind in BY_KEYWORD}
        count = sum(p.kind in POSITIONAL for p in self._parameters)
        if self._parameters and Parameter.VAR_KEYWORD not in kinds and (unknown := set(named) - known):
            raise ValueError(
                f'{option}_argnames: "{self.name}" has no parameter {sorted(unknown)[0]!r}; '
                f"there are: {', '.join(sorted(known))}"
            )
        outside = [n for n in positions if n < 0 or n >= count]
        if self._parameters and Parameter.VAR_POSITIONAL not in kinds and outside:
            raise ValueError(
                f'{option}_argnums: "{self.name}" has no argument {outside[0]}, but {count} positional ones'
            )
        return Named(frozenset(positions), frozenset(named))
