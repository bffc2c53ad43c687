"""The stages of `jax.jit`, for calls as the function itself takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .separated import Separated


class Call(NamedTuple):
    """The arguments of a call of a wrapper; the first ``static`` of the positional arguments are static for it."""

    wrapped: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    given: Sequence[Any]
    """The static arguments that may be returned."""
    static: int
    alive: object
    """The values that the names in it stand for."""


class _Stage:
    """A stage of `jax.jit`, whose attributes it has."""

    def __init__(self, function: Separated, call: Call, stage: Any) -> None:
        self._function = function
        self._call = call
        self._stage = stage

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stage, name)

    def __repr__(self) -> str:
        return repr(self._stage)

    @property
    def out_info(self) -> Any:
        """The return value, with shapes and dtypes in place of arrays."""
        return self._function.restore(self._stage.out_info, self._call.given)


class Traced(_Stage):
    """See `jax.stages.Traced`."""

    def lower(self, **options: Any) -> Lowered:
        """See `jax.stages.Traced.lower`."""
        return Lowered(self._function, self._call, self._stage.lower(**options))


class Lowered(_Stage):
    """See `jax.stages.Lowered`."""

    def compile(self, *args: Any, **options: Any) -> Compiled:
        """See `jax.stages.Lowered.compile`."""
        return Compiled(self._function, self._call, self._stage.compile(*args, **options))


class Compiled(_Stage):
    """See `jax.stages.Compiled`; called with the arguments of the function, static ones too.

    Raises:
        TypeError: other static values than those it was compiled for.

    """

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        call = self._function.separate(args, kwargs)
        skipped = call.static
        others = skipped and call.alive != self._call.alive  # else JAX compares, and says where they differ
        if others or call.wrapped is not self._call.wrapped:
            raise TypeError(
                "called with other static values, or another structure, than the function was compiled for, or "
                "after a change of what it holds; lower "
                "and compile it for these as well, or call the function itself"
            )
        return self._function.restore(self._stage(*call.args[skipped:], **call.kwargs), call.given)
