"""The function that is wrapped, and how it names its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any, Final

from ..parameters import BY_KEYWORD, POSITIONAL, Names, Numbers, parameters_of, same_arguments
from .static_leaves import Named
from .traced_leaves import class_of

_END: Final = object()


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
